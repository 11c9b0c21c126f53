// SPDX-License-Identifier: Apache-2.0

/// The name of a type, an extension or a function.
struct Declaration: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        case type
        case `extension`
        case function
    }

    let kind: Kind
    /// One part, or several for an extension of a nested type.
    let name: [String]
    let line: Int
}
