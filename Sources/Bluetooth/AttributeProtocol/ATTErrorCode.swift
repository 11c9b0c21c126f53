// SPDX-License-Identifier: Apache-2.0

/// Why a server refused a request; an open set, as a device may send any byte.
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
    /// The server does not know the request.
    public static let requestNotSupported = ATTErrorCode(rawValue: 0x06)
    /// The offset lies behind the end of the value.
    public static let invalidOffset = ATTErrorCode(rawValue: 0x07)
    /// Nothing in the range has the type asked for.
    public static let attributeNotFound = ATTErrorCode(rawValue: 0x0A)
    /// The value is short enough to be read at once.
    public static let attributeNotLong = ATTErrorCode(rawValue: 0x0B)
    /// The value has a length that the attribute does not take.
    public static let invalidAttributeValueLength = ATTErrorCode(rawValue: 0x0D)
    /// The type does not group attributes.
    public static let unsupportedGroupType = ATTErrorCode(rawValue: 0x10)

    /// The name of the standard for the codes used here, otherwise the number.
    public var description: String {
        switch self {
        case .invalidHandle: "invalid handle"
        case .readNotPermitted: "read not permitted"
        case .writeNotPermitted: "write not permitted"
        case .invalidPDU: "invalid PDU"
        case .requestNotSupported: "request not supported"
        case .invalidOffset: "invalid offset"
        case .attributeNotFound: "attribute not found"
        case .attributeNotLong: "attribute not long"
        case .invalidAttributeValueLength: "invalid attribute value length"
        case .unsupportedGroupType: "unsupported group type"
        default: "error \(rawValue)"
        }
    }
}
