// SPDX-License-Identifier: Apache-2.0

/// Why bytes are not a PDU of the attribute protocol.
public struct ATTDecodingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A stable name of the failure.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The name.
        public let rawValue: String

        /// Takes any name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// There are no bytes at all.
        public static let empty = Code(rawValue: "empty_pdu")
        /// The bytes end too early.
        public static let truncated = Code(rawValue: "truncated_pdu")
        /// Bytes are left over.
        public static let overlong = Code(rawValue: "overlong_pdu")
        /// The entries of a list do not have the size it announces, or there are none.
        public static let malformedList = Code(rawValue: "malformed_list")
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
