// SPDX-License-Identifier: Apache-2.0

/// Takes the registrations of a module that may be used anywhere: the builder itself, or its `local` namespace.
///
/// Each scope has two forms. A factory with `using` gets what it declares, so its edges are known before anything is
/// built; one that gets the container looks up what it wants. Registering throws `duplicate` and `frozen`.
public protocol DependencyRegistrar {
    /// Names the module.
    associatedtype Marker

    /// Where registrations go.
    var builder: DependencyBuilder<Marker> { get }
    /// Whether they stay with the module, so that its children do not inherit them.
    var isLocal: Bool { get }
}

extension DependencyRegistrar {
    /// Registers one instance for this container and everything below it; its factory sees this container only.
    ///
    /// The factory runs at the first resolution, once however many threads ask; what it throws is not remembered.
    /// `teardown` runs at shutdown if the instance was built.
    @inlinable
    public func registerSingleton<Value: Sendable>(
        _ type: Value.Type,
        key: (any Hashable & Sendable)? = nil,
        teardown: (@Sendable (Value) async throws -> Void)? = nil,
        fileID: String = #fileID,
        line: Int = #line,
        factory: @escaping @Sendable (DependencyContainer<Marker>) throws -> Value
    ) throws(DependencyError) {
        let source = DependencySourceLocation(fileID: fileID, line: line)
        try builder.register(
            DependencyIdentity(type, key: key), .provider, .singleton, isLocal, source, nil, boxed(teardown)
        ) { TypedBox(try factory(DependencyContainer($0))) }
    }

    /// As `registerSingleton` with a container, for a factory that declares what it needs.
    @inlinable
    public func registerSingleton<Value: Sendable, each Needed: Sendable>(
        _ type: Value.Type,
        key: (any Hashable & Sendable)? = nil,
        using needed: repeat Dependency<each Needed>,
        teardown: (@Sendable (Value) async throws -> Void)? = nil,
        fileID: String = #fileID,
        line: Int = #line,
        factory: @escaping @Sendable (repeat each Needed) throws -> Value
    ) throws(DependencyError) {
        let source = DependencySourceLocation(fileID: fileID, line: line)
        try builder.register(
            DependencyIdentity(type, key: key), .provider, .singleton, isLocal, source, edges(repeat each needed),
            boxed(teardown)
        ) { reference in TypedBox(try factory(repeat try (each needed).read(reference))) }
    }

    /// Registers one instance per container that asks; its factory sees the names of this container.
    ///
    /// `teardown` runs when the container that asked shuts down.
    @inlinable
    public func registerScoped<Value: Sendable>(
        _ type: Value.Type,
        key: (any Hashable & Sendable)? = nil,
        teardown: (@Sendable (Value) async throws -> Void)? = nil,
        fileID: String = #fileID,
        line: Int = #line,
        factory: @escaping @Sendable (DependencyContainer<Marker>) throws -> Value
    ) throws(DependencyError) {
        let source = DependencySourceLocation(fileID: fileID, line: line)
        try builder.register(
            DependencyIdentity(type, key: key), .provider, .scoped, isLocal, source, nil, boxed(teardown)
        ) { TypedBox(try factory(DependencyContainer($0))) }
    }

    /// As `registerScoped` with a container, for a factory that declares what it needs.
    @inlinable
    public func registerScoped<Value: Sendable, each Needed: Sendable>(
        _ type: Value.Type,
        key: (any Hashable & Sendable)? = nil,
        using needed: repeat Dependency<each Needed>,
        teardown: (@Sendable (Value) async throws -> Void)? = nil,
        fileID: String = #fileID,
        line: Int = #line,
        factory: @escaping @Sendable (repeat each Needed) throws -> Value
    ) throws(DependencyError) {
        let source = DependencySourceLocation(fileID: fileID, line: line)
        try builder.register(
            DependencyIdentity(type, key: key), .provider, .scoped, isLocal, source, edges(repeat each needed),
            boxed(teardown)
        ) { reference in TypedBox(try factory(repeat try (each needed).read(reference))) }
    }

    /// Registers a factory that runs at every resolution.
    @inlinable
    public func registerInstance<Value: Sendable>(
        _ type: Value.Type,
        key: (any Hashable & Sendable)? = nil,
        fileID: String = #fileID,
        line: Int = #line,
        factory: @escaping @Sendable (DependencyContainer<Marker>) throws -> Value
    ) throws(DependencyError) {
        let source = DependencySourceLocation(fileID: fileID, line: line)
        try builder.register(
            DependencyIdentity(type, key: key), .provider, .instance, isLocal, source, nil, nil
        ) { TypedBox(try factory(DependencyContainer($0))) }
    }

    /// As `registerInstance` with a container, for a factory that declares what it needs.
    ///
    /// A factory that resolves its own type through a container it captured recurses without end; no check finds that.
    @inlinable
    public func registerInstance<Value: Sendable, each Needed: Sendable>(
        _ type: Value.Type,
        key: (any Hashable & Sendable)? = nil,
        using needed: repeat Dependency<each Needed>,
        fileID: String = #fileID,
        line: Int = #line,
        factory: @escaping @Sendable (repeat each Needed) throws -> Value
    ) throws(DependencyError) {
        let source = DependencySourceLocation(fileID: fileID, line: line)
        try builder.register(
            DependencyIdentity(type, key: key), .provider, .instance, isLocal, source, edges(repeat each needed), nil
        ) { reference in TypedBox(try factory(repeat try (each needed).read(reference))) }
    }
}

/// The edges of a factory that declares what it needs, in its order.
@usableFromInline
func edges<each Needed: DeclaredDependency>(_ needed: repeat each Needed) -> [DependencyEdge] {
    var edges: [DependencyEdge] = []
    for dependency in repeat each needed {
        edges.append(dependency.edge)
    }
    return edges
}

/// A teardown of whatever is in a box.
@inlinable
func boxed<Value: Sendable>(
    _ teardown: (@Sendable (Value) async throws -> Void)?
) -> (@Sendable (any AnyObject & Sendable) async throws -> Void)? {
    guard let teardown else { return nil }
    return { box in
        guard let value = TypedBox<Value>.value(in: box) else { return }
        try await teardown(value)
    }
}

/// The registrations of a module that its children do not inherit.
public struct LocalRegistrar<Marker>: DependencyRegistrar {
    /// Where registrations go.
    public let builder: DependencyBuilder<Marker>

    /// They stay with the module.
    public var isLocal: Bool { true }

    /// Local registrations built and used on the main actor only.
    public var mainActor: MainActorRegistrar<Marker> { MainActorRegistrar(builder: builder, isLocal: true) }
}
