// SPDX-License-Identifier: Apache-2.0

// Wiring by initialiser: `registerSingleton(Sender.self, from: Sender.init)`. Each parameter is an edge to what the module
// finds under its type: an input it declares, a registration, or a child module. `keys` has the keys of parameters by
// their position from 0. A type that is both an input and a registration, or that two parameters share, is `ambiguous`;
// such a factory declares its needs with `using`. A trailing closure is always a `factory`, for which these are disfavoured.

extension DependencyRegistrar {
    /// As `registerSingleton` with declared needs, which are those of an initialiser; also throws `no_such_parameter`.
    @inlinable @_disfavoredOverload
    public func registerSingleton<Value: Sendable, each Needed: Sendable>(
        _ type: Value.Type,
        key: (any Hashable & Sendable)? = nil,
        keys: [Int: any Hashable & Sendable] = [:],
        teardown: (@Sendable (Value) async throws -> Void)? = nil,
        fileID: String = #fileID,
        line: Int = #line,
        from initializer: @escaping @Sendable (repeat each Needed) throws -> Value
    ) throws(DependencyError) {
        var parameters = Parameters(keys: keys)
        let needed = (repeat parameters.next((each Needed).self))
        try parameters.checkKeys(type, at: DependencySourceLocation(fileID: fileID, line: line))
        try registerSingleton(
            type, key: key, using: repeat each needed, teardown: teardown, fileID: fileID, line: line,
            factory: initializer)
    }

    /// As `registerScoped` with declared needs, which are those of an initialiser; also throws `no_such_parameter`.
    @inlinable @_disfavoredOverload
    public func registerScoped<Value: Sendable, each Needed: Sendable>(
        _ type: Value.Type,
        key: (any Hashable & Sendable)? = nil,
        keys: [Int: any Hashable & Sendable] = [:],
        teardown: (@Sendable (Value) async throws -> Void)? = nil,
        fileID: String = #fileID,
        line: Int = #line,
        from initializer: @escaping @Sendable (repeat each Needed) throws -> Value
    ) throws(DependencyError) {
        var parameters = Parameters(keys: keys)
        let needed = (repeat parameters.next((each Needed).self))
        try parameters.checkKeys(type, at: DependencySourceLocation(fileID: fileID, line: line))
        try registerScoped(
            type, key: key, using: repeat each needed, teardown: teardown, fileID: fileID, line: line,
            factory: initializer)
    }

    /// As `registerInstance` with declared needs, which are those of an initialiser; also throws `no_such_parameter`.
    @inlinable @_disfavoredOverload
    public func registerInstance<Value: Sendable, each Needed: Sendable>(
        _ type: Value.Type,
        key: (any Hashable & Sendable)? = nil,
        keys: [Int: any Hashable & Sendable] = [:],
        fileID: String = #fileID,
        line: Int = #line,
        from initializer: @escaping @Sendable (repeat each Needed) throws -> Value
    ) throws(DependencyError) {
        var parameters = Parameters(keys: keys)
        let needed = (repeat parameters.next((each Needed).self))
        try parameters.checkKeys(type, at: DependencySourceLocation(fileID: fileID, line: line))
        try registerInstance(
            type, key: key, using: repeat each needed, fileID: fileID, line: line, factory: initializer)
    }
}

extension MainActorRegistrar {
    /// As `DependencyRegistrar.registerSingleton` from an initialiser, on the main actor; takes what may be touched anywhere
    /// too.
    @inlinable @_disfavoredOverload
    public func registerSingleton<Value, each Needed>(
        _ type: Value.Type,
        key: (any Hashable & Sendable)? = nil,
        keys: [Int: any Hashable & Sendable] = [:],
        teardown: (@MainActor @Sendable (Value) async throws -> Void)? = nil,
        fileID: String = #fileID,
        line: Int = #line,
        from initializer: @escaping @MainActor @Sendable (repeat each Needed) throws -> Value
    ) throws(DependencyError) {
        var parameters = Parameters(keys: keys)
        let needed = (repeat parameters.nextOnMainActor((each Needed).self))
        try parameters.checkKeys(type, at: DependencySourceLocation(fileID: fileID, line: line))
        try registerSingleton(
            type, key: key, using: repeat each needed, teardown: teardown, fileID: fileID, line: line,
            factory: initializer)
    }

    /// As `DependencyRegistrar.registerScoped` from an initialiser, on the main actor.
    @inlinable @_disfavoredOverload
    public func registerScoped<Value, each Needed>(
        _ type: Value.Type,
        key: (any Hashable & Sendable)? = nil,
        keys: [Int: any Hashable & Sendable] = [:],
        teardown: (@MainActor @Sendable (Value) async throws -> Void)? = nil,
        fileID: String = #fileID,
        line: Int = #line,
        from initializer: @escaping @MainActor @Sendable (repeat each Needed) throws -> Value
    ) throws(DependencyError) {
        var parameters = Parameters(keys: keys)
        let needed = (repeat parameters.nextOnMainActor((each Needed).self))
        try parameters.checkKeys(type, at: DependencySourceLocation(fileID: fileID, line: line))
        try registerScoped(
            type, key: key, using: repeat each needed, teardown: teardown, fileID: fileID, line: line,
            factory: initializer)
    }

    /// As `DependencyRegistrar.registerInstance` from an initialiser, on the main actor.
    @inlinable @_disfavoredOverload
    public func registerInstance<Value, each Needed>(
        _ type: Value.Type,
        key: (any Hashable & Sendable)? = nil,
        keys: [Int: any Hashable & Sendable] = [:],
        fileID: String = #fileID,
        line: Int = #line,
        from initializer: @escaping @MainActor @Sendable (repeat each Needed) throws -> Value
    ) throws(DependencyError) {
        var parameters = Parameters(keys: keys)
        let needed = (repeat parameters.nextOnMainActor((each Needed).self))
        try parameters.checkKeys(type, at: DependencySourceLocation(fileID: fileID, line: line))
        try registerInstance(
            type, key: key, using: repeat each needed, fileID: fileID, line: line, factory: initializer)
    }
}
