// SPDX-License-Identifier: Apache-2.0

/// What a factory declares to need, so that the edge is known before anything is built.
///
/// `Dependency` and `IsolatedDependency` are all there are.
public protocol DeclaredDependency<Value>: Sendable {
    /// What the factory is given.
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

    /// The dependency of that type and key.
    public init(_ type: Value.Type, key: (any Hashable & Sendable)? = nil) {
        edge = DependencyEdge(identity: DependencyIdentity(type, key: key), kind: .dependency(.nonisolated))
    }

    /// The input of that type and key.
    public init(input type: Value.Type, key: (any Hashable & Sendable)? = nil) {
        edge = DependencyEdge(identity: DependencyIdentity(type, key: key), kind: .input)
    }

    /// Resolves it for a main-actor factory; throws what `resolve` throws.
    @MainActor
    public func value(in handle: FactoryHandle) throws(DependencyError) -> Value {
        try handle.reference.value(of: self)
    }
}

/// Something a main-actor factory needs that may only be touched on the main actor.
public struct IsolatedDependency<Value>: DeclaredDependency {
    /// What the edge leads to.
    public let edge: DependencyEdge

    /// The main-actor dependency of that type and key.
    public init(_ type: Value.Type, key: (any Hashable & Sendable)? = nil) {
        edge = DependencyEdge(identity: DependencyIdentity(type, key: key), kind: .dependency(.mainActor))
    }

    /// Resolves it for a main-actor factory; throws what `resolve` throws.
    @MainActor
    public func value(in handle: FactoryHandle) throws(DependencyError) -> Value {
        let binding = try handle.reference.binding(edge.identity, isolation: .mainActor)
        return try handle.reference.mainActorValue(of: Value.self, binding)
    }
}

/// What declared dependencies of a running factory are resolved in.
public struct FactoryHandle: Sendable {
    let reference: ContainerReference
}
