// SPDX-License-Identifier: Apache-2.0

/// Why a server refused a request; an open set, as a device may send any byte.
///
/// The standard has 0x01 to 0x13 so far, an application its own 0x80 to 0x9F, and profiles share 0xE0 to 0xFF.
public struct ATTErrorCode: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The byte on the air.
    public let rawValue: UInt8

    /// Takes any byte.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// No attribute has that handle.
    public static let invalidHandle = ATTErrorCode(rawValue: 0x01)
    /// The attribute cannot be read.
    public static let readNotPermitted = ATTErrorCode(rawValue: 0x02)
    /// The attribute cannot be written.
    public static let writeNotPermitted = ATTErrorCode(rawValue: 0x03)
    /// The request itself is malformed.
    public static let invalidPDU = ATTErrorCode(rawValue: 0x04)
    /// The connection is not authenticated.
    public static let insufficientAuthentication = ATTErrorCode(rawValue: 0x05)
    /// The server does not know the request.
    public static let requestNotSupported = ATTErrorCode(rawValue: 0x06)
    /// The offset is beyond the end of the value.
    public static let invalidOffset = ATTErrorCode(rawValue: 0x07)
    /// The client is not allowed to do that.
    public static let insufficientAuthorization = ATTErrorCode(rawValue: 0x08)
    /// There is no room for another part of a write.
    public static let prepareQueueFull = ATTErrorCode(rawValue: 0x09)
    /// Nothing in the range has the type asked for.
    public static let attributeNotFound = ATTErrorCode(rawValue: 0x0A)
    /// The value is too short to be read in parts.
    public static let attributeNotLong = ATTErrorCode(rawValue: 0x0B)
    /// The key of the encryption is too short.
    public static let encryptionKeyTooShort = ATTErrorCode(rawValue: 0x0C)
    /// The value has a length that the attribute does not take.
    public static let invalidAttributeValueLength = ATTErrorCode(rawValue: 0x0D)
    /// A failure without a code of its own.
    public static let unlikelyError = ATTErrorCode(rawValue: 0x0E)
    /// The connection is not encrypted.
    public static let insufficientEncryption = ATTErrorCode(rawValue: 0x0F)
    /// The type does not group attributes.
    public static let unsupportedGroupType = ATTErrorCode(rawValue: 0x10)
    /// The server has no memory left for the request.
    public static let insufficientResources = ATTErrorCode(rawValue: 0x11)
    /// The server's attributes have changed since the client discovered them.
    public static let databaseOutOfSync = ATTErrorCode(rawValue: 0x12)
    /// The attribute does not take that value.
    public static let valueNotAllowed = ATTErrorCode(rawValue: 0x13)
    /// The server could not do the write at present.
    public static let writeRequestRejected = ATTErrorCode(rawValue: 0xFC)
    /// The configuration descriptor does not allow that.
    public static let improperConfiguration = ATTErrorCode(rawValue: 0xFD)
    /// The server is still busy with the same request.
    public static let procedureInProgress = ATTErrorCode(rawValue: 0xFE)
    /// The value lies outside its range.
    public static let outOfRange = ATTErrorCode(rawValue: 0xFF)

    private static let names: [ATTErrorCode: String] = [
        .invalidHandle: "invalid handle",
        .readNotPermitted: "read not permitted",
        .writeNotPermitted: "write not permitted",
        .invalidPDU: "invalid PDU",
        .insufficientAuthentication: "insufficient authentication",
        .requestNotSupported: "request not supported",
        .invalidOffset: "invalid offset",
        .insufficientAuthorization: "insufficient authorization",
        .prepareQueueFull: "prepare queue full",
        .attributeNotFound: "attribute not found",
        .attributeNotLong: "attribute not long",
        .encryptionKeyTooShort: "encryption key size too short",
        .invalidAttributeValueLength: "invalid attribute value length",
        .unlikelyError: "unlikely error",
        .insufficientEncryption: "insufficient encryption",
        .unsupportedGroupType: "unsupported group type",
        .insufficientResources: "insufficient resources",
        .databaseOutOfSync: "database out of sync",
        .valueNotAllowed: "value not allowed",
        .writeRequestRejected: "write request rejected",
        .improperConfiguration: "client characteristic configuration descriptor improperly configured",
        .procedureInProgress: "procedure already in progress",
        .outOfRange: "out of range",
    ]

    /// The name of the standard, or the number and whose it is.
    public var description: String {
        if let name = Self.names[self] { return name }
        let kind =
            switch rawValue {
            case 0x80...0x9F: "application error"
            case 0xE0...0xFF: "profile error"
            default: "error"
            }
        return "\(kind) 0x\(String(rawValue, radix: 16, uppercase: true))"
    }

    /// Whether the server wants a connection that is paired or encrypted.
    var asksForSecurity: Bool {
        [.insufficientAuthentication, .insufficientAuthorization, .encryptionKeyTooShort, .insufficientEncryption]
            .contains(self)
    }
}
