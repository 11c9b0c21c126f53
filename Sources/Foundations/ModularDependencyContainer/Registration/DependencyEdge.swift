// SPDX-License-Identifier: Apache-2.0

/// One need of a factory.
public struct DependencyEdge: Hashable, Sendable, CustomStringConvertible {
    @usableFromInline
    enum Kind: Hashable, Sendable {
        case dependency(DependencyIsolation)
        case input
    }

    let identity: DependencyIdentity
    let kind: Kind

    @usableFromInline
    init(identity: DependencyIdentity, kind: Kind) {
        self.identity = identity
        self.kind = kind
    }

    /// The type, followed by the key in brackets.
    public var description: String { identity.description }
}
