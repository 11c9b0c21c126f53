// SPDX-License-Identifier: Apache-2.0

/// One need of a factory.
public struct DependencyEdge: Hashable, Sendable, CustomStringConvertible {
    /// What stands at the other end.
    @usableFromInline
    enum Kind: Hashable, Sendable {
        /// A registration.
        case dependency(DependencyIsolation)
        /// A run-time value of the module.
        case input
        /// A module that this one keeps as its child.
        case child
        /// Every contribution of the type and key that the module can see.
        case contributions(DependencyIsolation)
        /// A value of the context.
        case context
        /// What the module finds under the type of a parameter, for a factory of this isolation.
        case parameter(DependencyIsolation)
    }

    let identity: DependencyIdentity
    let kind: Kind

    @usableFromInline
    init(identity: DependencyIdentity, kind: Kind) {
        self.identity = identity
        self.kind = kind
    }

    /// Whether it leads to a registration or an input that runs anywhere: it builds no child and calls no other code.
    var leadsToNoChild: Bool {
        switch kind {
        case .dependency(.nonisolated), .input: true
        case .parameter(.nonisolated): !(identity.type is any DependencyRequirements.Type)
        case .dependency, .parameter, .child, .contributions, .context: false
        }
    }

    /// The type, followed by the key in brackets.
    public var description: String { identity.description }
}
