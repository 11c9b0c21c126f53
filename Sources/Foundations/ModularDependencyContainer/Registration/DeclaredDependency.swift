// SPDX-License-Identifier: Apache-2.0

/// A declared need of a factory, so that the edge is known before anything is built.
///
/// Only `Dependency` and `IsolatedDependency` conform.
public protocol DeclaredDependency<Value>: Sendable {
    /// The type of the value that the factory gets.
    associatedtype Value

    /// What the edge leads to.
    var edge: DependencyEdge { get }

    /// Resolves it for a main-actor factory; throws what `resolve` throws.
    @MainActor
    func value(in handle: FactoryHandle) throws(DependencyError) -> Value
}

/// Something a factory needs that may be touched anywhere, or an input of its module.
public struct Dependency<Value: Sendable>: DeclaredDependency {
    /// What the edge leads to.
    public let edge: DependencyEdge

    /// Reads the value; created where `Value` is known, because that is far faster.
    @usableFromInline let read: @Sendable (ContainerReference) throws(DependencyError) -> Value

    /// The dependency of that type and key; what is overridden, for a factory of the same type and key.
    @inlinable
    public init(_ type: Value.Type, key: (any Hashable & Sendable)? = nil) {
        let identity = DependencyIdentity(type, key: key)
        edge = DependencyEdge(identity: identity, kind: .dependency(.nonisolated))
        // Does not look at the kind again, nor at a key that is not there: this is what most factories need.
        let hasKey = key != nil
        read = { reference throws(DependencyError) in
            let box = hasKey ? try reference.box(for: identity) : try reference.box(for: type)
            guard let value = TypedBox<Value>.value(in: box) else { throw reference.typeError(Value.self, nil) }
            return value
        }
    }

    /// The input of that type and key.
    @inlinable
    public init(input type: Value.Type, key: (any Hashable & Sendable)? = nil) {
        self.init(DependencyEdge(identity: DependencyIdentity(type, key: key), kind: .input))
    }

    /// The child module of that type that the factory's module keeps; see `DependencyContainer.child(_:)`.
    public init(child type: Value.Type) where Value: DependencyRequirements {
        edge = DependencyEdge(identity: DependencyIdentity(type, key: nil), kind: .child)
        read = { reference throws(DependencyError) in try reference.child(type) }
    }

    /// Every contribution of that type and key; see `DependencyContainer.resolveAll(_:key:)`.
    public init<Element: Sendable>(
        all type: Element.Type, key: (any Hashable & Sendable)? = nil
    ) where Value == [Element] {
        let edge = DependencyEdge(
            identity: DependencyIdentity(type, key: key), kind: .contributions(.nonisolated))
        self.edge = edge
        read = { reference throws(DependencyError) in try reference.contributions(type, edge.identity) }
    }

    @inlinable
    init(_ edge: DependencyEdge) {
        self.edge = edge
        read = { reference throws(DependencyError) in
            let box = try reference.box(of: edge)
            guard let value = TypedBox<Value>.value(in: box) else { throw reference.typeError(Value.self, nil) }
            return value
        }
    }

    /// Resolves it for a main-actor factory; throws what `resolve` throws.
    @MainActor @inlinable
    public func value(in handle: FactoryHandle) throws(DependencyError) -> Value {
        try read(handle.reference)
    }
}

/// Something a main-actor factory needs that may only be touched on the main actor.
public struct IsolatedDependency<Value>: DeclaredDependency {
    /// What the edge leads to.
    public let edge: DependencyEdge

    @usableFromInline let read: @MainActor @Sendable (ContainerReference) throws(DependencyError) -> Value

    /// The main-actor dependency of that type and key; what is overridden, for a factory of the same type and key.
    @inlinable
    public init(_ type: Value.Type, key: (any Hashable & Sendable)? = nil) {
        self.init(DependencyEdge(identity: DependencyIdentity(type, key: key), kind: .dependency(.mainActor)))
    }

    /// Every main-actor contribution of that type and key; see `DependencyContainer.resolveAllMainActor(_:key:)`.
    public init<Element>(all type: Element.Type, key: (any Hashable & Sendable)? = nil) where Value == [Element] {
        let edge = DependencyEdge(identity: DependencyIdentity(type, key: key), kind: .contributions(.mainActor))
        self.edge = edge
        read = { reference throws(DependencyError) in try reference.mainActorContributions(type, edge.identity) }
    }

    @inlinable
    init(_ edge: DependencyEdge) {
        self.edge = edge
        read = { reference throws(DependencyError) in
            let box = try reference.mainActorBox(of: edge)
            guard let value = TypedBox<Value>.value(in: box) else { throw reference.typeError(Value.self, nil) }
            return value
        }
    }

    /// Resolves it for a main-actor factory; throws what `resolve` throws.
    @MainActor @inlinable
    public func value(in handle: FactoryHandle) throws(DependencyError) -> Value {
        try read(handle.reference)
    }
}

/// Resolves the declared dependencies of a running factory.
public struct FactoryHandle: Sendable {
    @usableFromInline let reference: ContainerReference

    @usableFromInline
    init(_ reference: ContainerReference) {
        self.reference = reference
    }
}
