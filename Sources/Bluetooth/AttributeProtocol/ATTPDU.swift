// SPDX-License-Identifier: Apache-2.0

public import GATT

/// One protocol data unit of the attribute protocol.
public enum ATTPDU: Hashable, Sendable {
    /// A handle and the type of the attribute behind it.
    public struct Information: Hashable, Sendable {
        /// The attribute.
        public var handle: UInt16
        /// Its type.
        public var type: BluetoothUUID

        /// Makes an entry.
        public init(handle: UInt16, type: BluetoothUUID) {
            self.handle = handle
            self.type = type
        }
    }

    /// A handle and the value of the attribute behind it.
    public struct Attribute: Hashable, Sendable {
        /// The attribute.
        public var handle: UInt16
        /// Its value, as far as it fits.
        public var value: [UInt8]

        /// Makes an entry.
        public init(handle: UInt16, value: [UInt8]) {
            self.handle = handle
            self.value = value
        }
    }

    /// A group of attributes, such as a service.
    public struct Group: Hashable, Sendable {
        /// The attribute that declares the group.
        public var start: UInt16
        /// The last attribute of the group.
        public var end: UInt16
        /// The value of the declaration.
        public var value: [UInt8]

        /// Makes an entry.
        public init(start: UInt16, end: UInt16, value: [UInt8]) {
            self.start = start
            self.end = end
            self.value = value
        }
    }

    /// A request was refused.
    case errorResponse(request: UInt8, handle: UInt16, code: ATTErrorCode)
    /// The client says how long a PDU it takes.
    case exchangeMTURequest(UInt16)
    /// The server says how long a PDU it takes.
    case exchangeMTUResponse(UInt16)
    /// Asks for the types of the attributes in a range.
    case findInformationRequest(start: UInt16, end: UInt16)
    /// Types of attributes, all UUIDs of the same length.
    case findInformationResponse([Information])
    /// Asks for the values of the attributes of one type in a range.
    case readByTypeRequest(start: UInt16, end: UInt16, type: BluetoothUUID)
    /// Values of attributes, all of the same length.
    case readByTypeResponse([Attribute])
    /// Asks for a value.
    case readRequest(handle: UInt16)
    /// A value, as far as it fits.
    case readResponse([UInt8])
    /// Asks for a value from an offset on.
    case readBlobRequest(handle: UInt16, offset: UInt16)
    /// The value from the offset on, as far as it fits.
    case readBlobResponse([UInt8])
    /// Asks for the groups of one type in a range.
    case readByGroupTypeRequest(start: UInt16, end: UInt16, type: BluetoothUUID)
    /// Groups, all with values of the same length.
    case readByGroupTypeResponse([Group])
    /// Writes a value that is to be acknowledged.
    case writeRequest(handle: UInt16, value: [UInt8])
    /// A value was written.
    case writeResponse
    /// Writes a value without an acknowledgement.
    case writeCommand(handle: UInt16, value: [UInt8])
    /// The server reports a value by itself.
    case notification(handle: UInt16, value: [UInt8])
    /// A PDU with an opcode that is not used here.
    case unknown(opcode: UInt8, parameters: [UInt8])

    /// The longest PDU, whatever both sides agree on: a value of 512 bytes, its handle, offset and opcode.
    public static let maximumLength = 517
    /// The longest PDU before both sides have agreed on more.
    public static let minimumMTU: UInt16 = 23
    /// The longest value an attribute may have.
    public static let maximumValueLength = 512

    /// The first byte of the PDU.
    public var opcode: UInt8 {
        switch self {
        case .errorResponse: Opcode.errorResponse
        case .exchangeMTURequest: Opcode.exchangeMTURequest
        case .exchangeMTUResponse: Opcode.exchangeMTUResponse
        case .findInformationRequest: Opcode.findInformationRequest
        case .findInformationResponse: Opcode.findInformationResponse
        case .readByTypeRequest: Opcode.readByTypeRequest
        case .readByTypeResponse: Opcode.readByTypeResponse
        case .readRequest: Opcode.readRequest
        case .readResponse: Opcode.readResponse
        case .readBlobRequest: Opcode.readBlobRequest
        case .readBlobResponse: Opcode.readBlobResponse
        case .readByGroupTypeRequest: Opcode.readByGroupTypeRequest
        case .readByGroupTypeResponse: Opcode.readByGroupTypeResponse
        case .writeRequest: Opcode.writeRequest
        case .writeResponse: Opcode.writeResponse
        case .writeCommand: Opcode.writeCommand
        case .notification: Opcode.notification
        case .unknown(let opcode, _): opcode
        }
    }

    enum Opcode {
        static let errorResponse: UInt8 = 0x01
        static let exchangeMTURequest: UInt8 = 0x02
        static let exchangeMTUResponse: UInt8 = 0x03
        static let findInformationRequest: UInt8 = 0x04
        static let findInformationResponse: UInt8 = 0x05
        static let readByTypeRequest: UInt8 = 0x08
        static let readByTypeResponse: UInt8 = 0x09
        static let readRequest: UInt8 = 0x0A
        static let readResponse: UInt8 = 0x0B
        static let readBlobRequest: UInt8 = 0x0C
        static let readBlobResponse: UInt8 = 0x0D
        static let readByGroupTypeRequest: UInt8 = 0x10
        static let readByGroupTypeResponse: UInt8 = 0x11
        static let writeRequest: UInt8 = 0x12
        static let writeResponse: UInt8 = 0x13
        static let writeCommand: UInt8 = 0x52
        static let notification: UInt8 = 0x1B
        static let confirmation: UInt8 = 0x1E

        /// Whether a server owes an answer to `opcode`, by the numbering of the standard: commands have bit 6, and of
        /// the others the requests are the even ones, except the confirmation of an indication.
        static func isRequest(_ opcode: UInt8) -> Bool {
            opcode & 0x40 == 0 && opcode & 1 == 0 && opcode != confirmation
        }
    }
}
