// SPDX-License-Identifier: Apache-2.0

/// What a request of an endpoint looks like, for whoever describes the API.
public enum RequestForm: Sendable {
    /// Items of the query.
    case query([QueryParameter])
    /// A JSON document of this type.
    case body(any Codable.Type)
}

/// An item of a query.
public struct QueryParameter: Hashable, Sendable {
    /// How the value is written.
    public enum Kind: String, Hashable, Sendable {
        /// Any text.
        case string
        /// A whole number.
        case integer
        /// `true` or `false`.
        case boolean
    }

    /// The name.
    public var name: String
    /// How the value is written.
    public var kind: Kind
    /// Whether the request makes no sense without it.
    public var isRequired: Bool
    /// Which numbers are accepted; nil for any, and for what is no number.
    public var range: ClosedRange<Int>?
    /// What the value stands for; nil where the name says it.
    public var about: String?

    init(
        _ name: String, _ kind: Kind = .string, within range: ClosedRange<Int>? = nil, isRequired: Bool = false,
        about: String? = nil
    ) {
        self.range = range
        self.about = about
        self.name = name
        self.kind = kind
        self.isRequired = isRequired
    }
}
