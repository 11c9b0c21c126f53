// SPDX-License-Identifier: Apache-2.0

/// The registrations of a module that are built and used on the main actor only; their values need not be `Sendable`.
public struct MainActorRegistrar<Marker> {
    let builder: DependencyBuilder<Marker>
    let isLocal: Bool

    /// As `DependencyBuilder.registerSingleton`; factory and teardown run on the main actor.
    public func registerSingleton<Value>(
        _ type: Value.Type,
        key: (any Hashable & Sendable)? = nil,
        teardown: (@MainActor @Sendable (Value) async throws -> Void)? = nil,
        fileID: String = #fileID,
        line: Int = #line,
        factory: @escaping @MainActor @Sendable (DependencyContainer<Marker>) throws -> Value
    ) throws(DependencyError) {
        let source = DependencySourceLocation(fileID: fileID, line: line)
        try builder.registerMainActor(type, key, .singleton, isLocal: isLocal, source, teardown, factory)
    }

    /// As `DependencyBuilder.registerScoped`; factory and teardown run on the main actor.
    public func registerScoped<Value>(
        _ type: Value.Type,
        key: (any Hashable & Sendable)? = nil,
        teardown: (@MainActor @Sendable (Value) async throws -> Void)? = nil,
        fileID: String = #fileID,
        line: Int = #line,
        factory: @escaping @MainActor @Sendable (DependencyContainer<Marker>) throws -> Value
    ) throws(DependencyError) {
        let source = DependencySourceLocation(fileID: fileID, line: line)
        try builder.registerMainActor(type, key, .scoped, isLocal: isLocal, source, teardown, factory)
    }

    /// As `DependencyBuilder.registerInstance`; the factory runs on the main actor.
    public func registerInstance<Value>(
        _ type: Value.Type,
        key: (any Hashable & Sendable)? = nil,
        fileID: String = #fileID,
        line: Int = #line,
        factory: @escaping @MainActor @Sendable (DependencyContainer<Marker>) throws -> Value
    ) throws(DependencyError) {
        let source = DependencySourceLocation(fileID: fileID, line: line)
        try builder.registerMainActor(type, key, .instance, isLocal: isLocal, source, nil, factory)
    }
}
