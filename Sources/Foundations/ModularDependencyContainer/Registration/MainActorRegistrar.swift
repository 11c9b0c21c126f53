// SPDX-License-Identifier: Apache-2.0

/// The registrations of a module that are built and used on the main actor only; their values need not be `Sendable`.
///
/// The forms and scopes are those of `DependencyRegistrar`; factories and teardowns run on the main actor.
public struct MainActorRegistrar<Marker> {
    @usableFromInline let builder: DependencyBuilder<Marker>
    @usableFromInline let isLocal: Bool

    /// As `DependencyRegistrar.registerSingleton`, on the main actor.
    @inlinable
    public func registerSingleton<Value>(
        _ type: Value.Type,
        key: (any Hashable & Sendable)? = nil,
        teardown: (@MainActor @Sendable (Value) async throws -> Void)? = nil,
        fileID: String = #fileID,
        line: Int = #line,
        factory: @escaping @MainActor @Sendable (DependencyContainer<Marker>) throws -> Value
    ) throws(DependencyError) {
        let source = DependencySourceLocation(fileID: fileID, line: line)
        try builder.registerMainActor(
            DependencyIdentity(type, key: key), .provider, .singleton, isLocal, source, nil, boxed(teardown)
        ) { TypedBox(try factory(DependencyContainer($0))) }
    }

    /// As `DependencyRegistrar.registerSingleton` with declared needs, on the main actor.
    @inlinable
    public func registerSingleton<Value, each Needed: DeclaredDependency>(
        _ type: Value.Type,
        key: (any Hashable & Sendable)? = nil,
        using needed: repeat each Needed,
        teardown: (@MainActor @Sendable (Value) async throws -> Void)? = nil,
        fileID: String = #fileID,
        line: Int = #line,
        factory: @escaping @MainActor @Sendable (repeat (each Needed).Value) throws -> Value
    ) throws(DependencyError) {
        let source = DependencySourceLocation(fileID: fileID, line: line)
        let edges = edges(repeat each needed)
        try builder.registerMainActor(
            DependencyIdentity(type, key: key), .provider, .singleton, isLocal, source, edges, boxed(teardown)
        ) { reference in TypedBox(try factory(repeat try (each needed).value(in: FactoryHandle(reference)))) }
    }

    /// As `DependencyRegistrar.registerScoped`, on the main actor.
    @inlinable
    public func registerScoped<Value>(
        _ type: Value.Type,
        key: (any Hashable & Sendable)? = nil,
        teardown: (@MainActor @Sendable (Value) async throws -> Void)? = nil,
        fileID: String = #fileID,
        line: Int = #line,
        factory: @escaping @MainActor @Sendable (DependencyContainer<Marker>) throws -> Value
    ) throws(DependencyError) {
        let source = DependencySourceLocation(fileID: fileID, line: line)
        try builder.registerMainActor(
            DependencyIdentity(type, key: key), .provider, .scoped, isLocal, source, nil, boxed(teardown)
        ) { TypedBox(try factory(DependencyContainer($0))) }
    }

    /// As `DependencyRegistrar.registerScoped` with declared needs, on the main actor.
    @inlinable
    public func registerScoped<Value, each Needed: DeclaredDependency>(
        _ type: Value.Type,
        key: (any Hashable & Sendable)? = nil,
        using needed: repeat each Needed,
        teardown: (@MainActor @Sendable (Value) async throws -> Void)? = nil,
        fileID: String = #fileID,
        line: Int = #line,
        factory: @escaping @MainActor @Sendable (repeat (each Needed).Value) throws -> Value
    ) throws(DependencyError) {
        let source = DependencySourceLocation(fileID: fileID, line: line)
        let edges = edges(repeat each needed)
        try builder.registerMainActor(
            DependencyIdentity(type, key: key), .provider, .scoped, isLocal, source, edges, boxed(teardown)
        ) { reference in TypedBox(try factory(repeat try (each needed).value(in: FactoryHandle(reference)))) }
    }

    /// As `DependencyRegistrar.registerInstance`, on the main actor.
    @inlinable
    public func registerInstance<Value>(
        _ type: Value.Type,
        key: (any Hashable & Sendable)? = nil,
        fileID: String = #fileID,
        line: Int = #line,
        factory: @escaping @MainActor @Sendable (DependencyContainer<Marker>) throws -> Value
    ) throws(DependencyError) {
        let source = DependencySourceLocation(fileID: fileID, line: line)
        try builder.registerMainActor(
            DependencyIdentity(type, key: key), .provider, .instance, isLocal, source, nil, nil
        ) { TypedBox(try factory(DependencyContainer($0))) }
    }

    /// As `DependencyRegistrar.registerInstance` with declared needs, on the main actor.
    @inlinable
    public func registerInstance<Value, each Needed: DeclaredDependency>(
        _ type: Value.Type,
        key: (any Hashable & Sendable)? = nil,
        using needed: repeat each Needed,
        fileID: String = #fileID,
        line: Int = #line,
        factory: @escaping @MainActor @Sendable (repeat (each Needed).Value) throws -> Value
    ) throws(DependencyError) {
        let source = DependencySourceLocation(fileID: fileID, line: line)
        let edges = edges(repeat each needed)
        try builder.registerMainActor(
            DependencyIdentity(type, key: key), .provider, .instance, isLocal, source, edges, nil
        ) { reference in TypedBox(try factory(repeat try (each needed).value(in: FactoryHandle(reference)))) }
    }
}

/// A teardown of whatever is in a box.
@inlinable
func boxed<Value>(
    _ teardown: (@MainActor @Sendable (Value) async throws -> Void)?
) -> (@MainActor @Sendable (AnyObject) async throws -> Void)? {
    guard let teardown else { return nil }
    return { box in
        guard let value = TypedBox<Value>.value(in: box) else { return }
        try await teardown(value)
    }
}
