// SPDX-License-Identifier: Apache-2.0

/// Why bytes are not a PDU of the attribute protocol.
public struct ATTDecodingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A stable name of the failure.
    public enum Code: String, Hashable, Sendable {
        /// There are no bytes at all.
        case empty = "empty_pdu"
        /// The bytes end too early.
        case truncated = "truncated_pdu"
        /// Bytes are left over.
        case overlong = "overlong_pdu"
        /// The entries of a list do not have the size it announces, or there are none.
        case malformedList = "malformed_list"
    }

    /// The kind of failure.
    public let code: Code
    /// One sentence that says what is wrong and where.
    public let message: String

    /// Makes an error.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The sentence.
    public var description: String { message }
}
