// SPDX-License-Identifier: Apache-2.0

// A decorator has the scope of what it decorates, and hides it from the module and, unless it is local, from the modules
// below. What it decorates may stand in this module or above; several decorate each other in the order they are written.

extension DependencyRegistrar {
    /// Puts something in front of the dependency of that type and key; the factory gets what it stands in front of.
    ///
    /// `teardown` is that of the decorator alone. `buildChild` and `freeze` report `missing` if there is nothing to
    /// decorate.
    @inlinable
    public func decorate<Value: Sendable>(
        _ type: Value.Type,
        key: (any Hashable & Sendable)? = nil,
        teardown: (@Sendable (Value) async throws -> Void)? = nil,
        fileID: String = #fileID,
        line: Int = #line,
        factory: @escaping @Sendable (_ inner: Value, DependencyContainer<Marker>) throws -> Value
    ) throws(DependencyError) {
        let inner = Dependency(type, key: key)
        try builder.register(
            DependencyIdentity(type, key: key), .decorator, .singleton, isLocal,
            DependencySourceLocation(fileID: fileID, line: line), nil, boxed(teardown)
        ) { reference in TypedBox(try factory(try inner.read(reference), DependencyContainer(reference))) }
    }

    /// As `decorate` with a container, for a factory that declares what else it needs.
    @inlinable
    public func decorate<Value: Sendable, each Needed: Sendable>(
        _ type: Value.Type,
        key: (any Hashable & Sendable)? = nil,
        using needed: repeat Dependency<each Needed>,
        teardown: (@Sendable (Value) async throws -> Void)? = nil,
        fileID: String = #fileID,
        line: Int = #line,
        factory: @escaping @Sendable (_ inner: Value, repeat each Needed) throws -> Value
    ) throws(DependencyError) {
        let inner = Dependency(type, key: key)
        try builder.register(
            DependencyIdentity(type, key: key), .decorator, .singleton, isLocal,
            DependencySourceLocation(fileID: fileID, line: line), [inner.edge] + edges(repeat each needed),
            boxed(teardown)
        ) { reference in
            TypedBox(try factory(try inner.read(reference), repeat try (each needed).read(reference)))
        }
    }
}

extension MainActorRegistrar {
    /// As `DependencyRegistrar.decorate`, on the main actor.
    @inlinable
    public func decorate<Value>(
        _ type: Value.Type,
        key: (any Hashable & Sendable)? = nil,
        teardown: (@MainActor @Sendable (Value) async throws -> Void)? = nil,
        fileID: String = #fileID,
        line: Int = #line,
        factory: @escaping @MainActor @Sendable (_ inner: Value, DependencyContainer<Marker>) throws -> Value
    ) throws(DependencyError) {
        let inner = IsolatedDependency(type, key: key)
        try builder.registerMainActor(
            DependencyIdentity(type, key: key), .decorator, .singleton, isLocal,
            DependencySourceLocation(fileID: fileID, line: line), nil, boxed(teardown)
        ) { reference in TypedBox(try factory(try inner.read(reference), DependencyContainer(reference))) }
    }

    /// As `DependencyRegistrar.decorate` with declared needs, on the main actor.
    @inlinable
    public func decorate<Value, each Needed: DeclaredDependency>(
        _ type: Value.Type,
        key: (any Hashable & Sendable)? = nil,
        using needed: repeat each Needed,
        teardown: (@MainActor @Sendable (Value) async throws -> Void)? = nil,
        fileID: String = #fileID,
        line: Int = #line,
        factory: @escaping @MainActor @Sendable (_ inner: Value, repeat (each Needed).Value) throws -> Value
    ) throws(DependencyError) {
        let inner = IsolatedDependency(type, key: key)
        let edges = [inner.edge] + edges(repeat each needed)
        try builder.registerMainActor(
            DependencyIdentity(type, key: key), .decorator, .singleton, isLocal,
            DependencySourceLocation(fileID: fileID, line: line), edges, boxed(teardown)
        ) { reference in
            let handle = FactoryHandle(reference)
            return TypedBox(try factory(try inner.read(reference), repeat try (each needed).value(in: handle)))
        }
    }
}
