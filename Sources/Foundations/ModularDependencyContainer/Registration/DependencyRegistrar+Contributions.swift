// SPDX-License-Identifier: Apache-2.0

// A module may contribute to one type and key as often as it likes, and what is resolved under that type and key is
// something else.

extension DependencyRegistrar {
    /// Adds one instance to those that `resolveAll` gives to this module, to the modules below and, unless it is local,
    /// to the parent, if that lists this module as a child.
    ///
    /// The instance lives as a singleton of this module does.
    @inlinable
    public func contribute<Element: Sendable>(
        _ type: Element.Type,
        key: (any Hashable & Sendable)? = nil,
        teardown: (@Sendable (Element) async throws -> Void)? = nil,
        fileID: String = #fileID,
        line: Int = #line,
        factory: @escaping @Sendable (DependencyContainer<Marker>) throws -> Element
    ) throws(DependencyError) {
        try builder.register(
            DependencyIdentity(type, key: key), .contribution, .singleton, isLocal,
            DependencySourceLocation(fileID: fileID, line: line), nil, boxed(teardown)
        ) { TypedBox(try factory(DependencyContainer($0))) }
    }

    /// As `contribute` with a container, for a factory that declares what it needs.
    @inlinable
    public func contribute<Element: Sendable, each Needed: Sendable>(
        _ type: Element.Type,
        key: (any Hashable & Sendable)? = nil,
        using needed: repeat Dependency<each Needed>,
        teardown: (@Sendable (Element) async throws -> Void)? = nil,
        fileID: String = #fileID,
        line: Int = #line,
        factory: @escaping @Sendable (repeat each Needed) throws -> Element
    ) throws(DependencyError) {
        try builder.register(
            DependencyIdentity(type, key: key), .contribution, .singleton, isLocal,
            DependencySourceLocation(fileID: fileID, line: line), edges(repeat each needed), boxed(teardown)
        ) { reference in TypedBox(try factory(repeat try (each needed).read(reference))) }
    }
}

extension MainActorRegistrar {
    /// As `DependencyRegistrar.contribute`, on the main actor.
    @inlinable
    public func contribute<Element>(
        _ type: Element.Type,
        key: (any Hashable & Sendable)? = nil,
        teardown: (@MainActor @Sendable (Element) async throws -> Void)? = nil,
        fileID: String = #fileID,
        line: Int = #line,
        factory: @escaping @MainActor @Sendable (DependencyContainer<Marker>) throws -> Element
    ) throws(DependencyError) {
        try builder.registerMainActor(
            DependencyIdentity(type, key: key), .contribution, .singleton, isLocal,
            DependencySourceLocation(fileID: fileID, line: line), nil, boxed(teardown)
        ) { TypedBox(try factory(DependencyContainer($0))) }
    }

    /// As `DependencyRegistrar.contribute` with declared needs, on the main actor.
    @inlinable
    public func contribute<Element, each Needed: DeclaredDependency>(
        _ type: Element.Type,
        key: (any Hashable & Sendable)? = nil,
        using needed: repeat each Needed,
        teardown: (@MainActor @Sendable (Element) async throws -> Void)? = nil,
        fileID: String = #fileID,
        line: Int = #line,
        factory: @escaping @MainActor @Sendable (repeat (each Needed).Value) throws -> Element
    ) throws(DependencyError) {
        let edges = edges(repeat each needed)
        try builder.registerMainActor(
            DependencyIdentity(type, key: key), .contribution, .singleton, isLocal,
            DependencySourceLocation(fileID: fileID, line: line), edges, boxed(teardown)
        ) { reference in TypedBox(try factory(repeat try (each needed).value(in: FactoryHandle(reference)))) }
    }
}
