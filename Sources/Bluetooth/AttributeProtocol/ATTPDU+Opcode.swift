// SPDX-License-Identifier: Apache-2.0

extension ATTPDU {
    /// The first byte of the PDU.
    public var opcode: UInt8 {
        switch self {
        case .errorResponse: Opcode.errorResponse
        case .exchangeMTURequest: Opcode.exchangeMTURequest
        case .exchangeMTUResponse: Opcode.exchangeMTUResponse
        case .findInformationRequest: Opcode.findInformationRequest
        case .findInformationResponse: Opcode.findInformationResponse
        case .findByTypeValueRequest: Opcode.findByTypeValueRequest
        case .findByTypeValueResponse: Opcode.findByTypeValueResponse
        case .readByTypeRequest: Opcode.readByTypeRequest
        case .readByTypeResponse: Opcode.readByTypeResponse
        case .readRequest: Opcode.readRequest
        case .readResponse: Opcode.readResponse
        case .readBlobRequest: Opcode.readBlobRequest
        case .readBlobResponse: Opcode.readBlobResponse
        case .readMultipleRequest: Opcode.readMultipleRequest
        case .readMultipleResponse: Opcode.readMultipleResponse
        case .readByGroupTypeRequest: Opcode.readByGroupTypeRequest
        case .readByGroupTypeResponse: Opcode.readByGroupTypeResponse
        case .writeRequest: Opcode.writeRequest
        case .writeResponse: Opcode.writeResponse
        case .prepareWriteRequest: Opcode.prepareWriteRequest
        case .prepareWriteResponse: Opcode.prepareWriteResponse
        case .executeWriteRequest: Opcode.executeWriteRequest
        case .executeWriteResponse: Opcode.executeWriteResponse
        case .notification: Opcode.notification
        case .indication: Opcode.indication
        case .confirmation: Opcode.confirmation
        case .readMultipleVariableRequest: Opcode.readMultipleVariableRequest
        case .readMultipleVariableResponse: Opcode.readMultipleVariableResponse
        case .multipleNotification: Opcode.multipleNotification
        case .writeCommand: Opcode.writeCommand
        case .signedWriteCommand: Opcode.signedWriteCommand
        case .unknown(let opcode, _): opcode
        }
    }

    enum Opcode {
        static let errorResponse: UInt8 = 0x01
        static let exchangeMTURequest: UInt8 = 0x02
        static let exchangeMTUResponse: UInt8 = 0x03
        static let findInformationRequest: UInt8 = 0x04
        static let findInformationResponse: UInt8 = 0x05
        static let findByTypeValueRequest: UInt8 = 0x06
        static let findByTypeValueResponse: UInt8 = 0x07
        static let readByTypeRequest: UInt8 = 0x08
        static let readByTypeResponse: UInt8 = 0x09
        static let readRequest: UInt8 = 0x0A
        static let readResponse: UInt8 = 0x0B
        static let readBlobRequest: UInt8 = 0x0C
        static let readBlobResponse: UInt8 = 0x0D
        static let readMultipleRequest: UInt8 = 0x0E
        static let readMultipleResponse: UInt8 = 0x0F
        static let readByGroupTypeRequest: UInt8 = 0x10
        static let readByGroupTypeResponse: UInt8 = 0x11
        static let writeRequest: UInt8 = 0x12
        static let writeResponse: UInt8 = 0x13
        static let prepareWriteRequest: UInt8 = 0x16
        static let prepareWriteResponse: UInt8 = 0x17
        static let executeWriteRequest: UInt8 = 0x18
        static let executeWriteResponse: UInt8 = 0x19
        static let notification: UInt8 = 0x1B
        static let indication: UInt8 = 0x1D
        static let confirmation: UInt8 = 0x1E
        static let readMultipleVariableRequest: UInt8 = 0x20
        static let readMultipleVariableResponse: UInt8 = 0x21
        static let multipleNotification: UInt8 = 0x23
        static let writeCommand: UInt8 = 0x52
        static let signedWriteCommand: UInt8 = 0xD2

        /// Whether a server must answer `opcode`.
        ///
        /// In the standard, commands have bit 6, and requests are even, except the confirmation of an indication.
        static func isRequest(_ opcode: UInt8) -> Bool {
            opcode & 0x40 == 0 && opcode & 1 == 0 && opcode != confirmation
        }
    }
}
