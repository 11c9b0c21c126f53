// SPDX-License-Identifier: Apache-2.0

/// The registrations of a module that its children do not inherit.
public struct LocalRegistrar<Marker> {
    let builder: DependencyBuilder<Marker>

    /// Local registrations built and used on the main actor only.
    public var mainActor: MainActorRegistrar<Marker> { MainActorRegistrar(builder: builder, isLocal: true) }

    /// As `DependencyBuilder.registerSingleton`, for this module alone.
    public func registerSingleton<Value: Sendable>(
        _ type: Value.Type,
        key: (any Hashable & Sendable)? = nil,
        teardown: (@Sendable (Value) async throws -> Void)? = nil,
        fileID: String = #fileID,
        line: Int = #line,
        factory: @escaping @Sendable (DependencyContainer<Marker>) throws -> Value
    ) throws(DependencyError) {
        let source = DependencySourceLocation(fileID: fileID, line: line)
        try builder.register(type, key, .singleton, isLocal: true, source, teardown, factory)
    }

    /// As `DependencyBuilder.registerScoped`, for this module alone.
    public func registerScoped<Value: Sendable>(
        _ type: Value.Type,
        key: (any Hashable & Sendable)? = nil,
        teardown: (@Sendable (Value) async throws -> Void)? = nil,
        fileID: String = #fileID,
        line: Int = #line,
        factory: @escaping @Sendable (DependencyContainer<Marker>) throws -> Value
    ) throws(DependencyError) {
        let source = DependencySourceLocation(fileID: fileID, line: line)
        try builder.register(type, key, .scoped, isLocal: true, source, teardown, factory)
    }

    /// As `DependencyBuilder.registerInstance`, for this module alone.
    public func registerInstance<Value: Sendable>(
        _ type: Value.Type,
        key: (any Hashable & Sendable)? = nil,
        fileID: String = #fileID,
        line: Int = #line,
        factory: @escaping @Sendable (DependencyContainer<Marker>) throws -> Value
    ) throws(DependencyError) {
        let source = DependencySourceLocation(fileID: fileID, line: line)
        try builder.register(type, key, .instance, isLocal: true, source, nil, factory)
    }
}
