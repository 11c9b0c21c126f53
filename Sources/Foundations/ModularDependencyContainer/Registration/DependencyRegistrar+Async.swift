// SPDX-License-Identifier: Apache-2.0

// An asynchronous singleton is built before anybody gets the container: by `try await buildChild` and `try await freeze`.

extension DependencyRegistrar {
    /// Registers a singleton whose factory may wait.
    ///
    /// The asynchronous `buildChild` and `freeze` build it, each after those it declares to need, and throw what it
    /// throws; the module is shut down then. The others throw `needs_await`. Cancelling the caller cancels the factory.
    public func registerAsyncSingleton<Value: Sendable>(
        _ type: Value.Type,
        key: (any Hashable & Sendable)? = nil,
        teardown: (@Sendable (Value) async throws -> Void)? = nil,
        fileID: String = #fileID,
        line: Int = #line,
        factory: @escaping @Sendable (DependencyContainer<Marker>) async throws -> Value
    ) throws(DependencyError) {
        let source = DependencySourceLocation(fileID: fileID, line: line)
        try builder.registerAsync(DependencyIdentity(type, key: key), isLocal, source, nil, boxed(teardown)) {
            TypedBox(try await factory(DependencyContainer($0)))
        }
    }

    /// As `registerAsyncSingleton` with a container, for a factory that declares what it needs.
    public func registerAsyncSingleton<Value: Sendable, each Needed: Sendable>(
        _ type: Value.Type,
        key: (any Hashable & Sendable)? = nil,
        using needed: repeat Dependency<each Needed>,
        teardown: (@Sendable (Value) async throws -> Void)? = nil,
        fileID: String = #fileID,
        line: Int = #line,
        factory: @escaping @Sendable (repeat each Needed) async throws -> Value
    ) throws(DependencyError) {
        let source = DependencySourceLocation(fileID: fileID, line: line)
        try builder.registerAsync(
            DependencyIdentity(type, key: key), isLocal, source, edges(repeat each needed), boxed(teardown)
        ) { reference in TypedBox(try await factory(repeat try (each needed).read(reference))) }
    }
}
