// SPDX-License-Identifier: Apache-2.0

public import GATT

/// One protocol data unit of the attribute protocol.
///
/// Source: Bluetooth Core 5.4, volume 3, part F, section 3.4.
public enum ATTPDU: Hashable, Sendable {
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
    /// Asks for the attributes in a range that have this type, one of the SIG's, and exactly this value.
    case findByTypeValueRequest(start: UInt16, end: UInt16, type: UInt16, value: [UInt8])
    /// The groups those attributes declare.
    case findByTypeValueResponse([HandleRange])
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
    /// Asks for two values or more, each of a length that the client knows.
    case readMultipleRequest([UInt16])
    /// Those values one after the other, as far as they fit.
    case readMultipleResponse([UInt8])
    /// Asks for the groups of one type in a range.
    case readByGroupTypeRequest(start: UInt16, end: UInt16, type: BluetoothUUID)
    /// Groups, all with values of the same length.
    case readByGroupTypeResponse([Group])
    /// Writes a value that is to be acknowledged.
    case writeRequest(handle: UInt16, value: [UInt8])
    /// A value was written.
    case writeResponse
    /// Queues a part of a value for one write of all that is queued.
    case prepareWriteRequest(handle: UInt16, offset: UInt16, part: [UInt8])
    /// The part that was queued, as it arrived.
    case prepareWriteResponse(handle: UInt16, offset: UInt16, part: [UInt8])
    /// Writes what is queued if the flags are 1, forgets it if they are 0.
    case executeWriteRequest(flags: UInt8)
    /// What was queued was written or forgotten.
    case executeWriteResponse
    /// The server reports a value by itself.
    case notification(handle: UInt16, value: [UInt8])
    /// The server reports a value by itself and waits for the confirmation.
    case indication(handle: UInt16, value: [UInt8])
    /// The client has the value that was indicated.
    case confirmation
    /// Asks for two values or more of any length.
    case readMultipleVariableRequest([UInt16])
    /// Those values with their lengths.
    case readMultipleVariableResponse([VariableValue])
    /// The server reports two values or more by itself.
    case multipleNotification([Attribute])
    /// Writes a value without an acknowledgement.
    case writeCommand(handle: UInt16, value: [UInt8])
    /// Writes a value without an acknowledgement, with a signature of 12 bytes.
    case signedWriteCommand(handle: UInt16, value: [UInt8], signature: [UInt8])
    /// A PDU with an opcode that the standard does not know.
    case unknown(opcode: UInt8, parameters: [UInt8])

    /// The longest PDU, whatever both sides agree on: a value of 512 bytes, its handle, offset and opcode.
    public static let maximumLength = 517
    /// The longest PDU before both sides have agreed on more.
    public static let minimumMTU: UInt16 = 23
    /// The longest value an attribute may have.
    public static let maximumValueLength = 512

    /// The signature of a signed write: a counter of 4 bytes and a code of 8.
    static let signatureLength = 12
}
