// SPDX-License-Identifier: Apache-2.0

/// A frozen container as the module `Marker` sees it.
public struct DependencyContainer<Marker>: Sendable {
    @usableFromInline let reference: ContainerReference

    @usableFromInline
    init(_ reference: ContainerReference) {
        self.reference = reference
    }

    /// The dependency of that type; builds it if it is not built yet.
    ///
    /// Blocks only while another thread builds the same instance. Throws `missing`, `isolation_mismatch`, `cycle`,
    /// `captive`, `factory_failed`, `container_closed` and `deadlock_avoided`, each with its path.
    @inlinable
    public func resolve<Value: Sendable>(_ type: Value.Type) throws(DependencyError) -> Value {
        let box = try reference.box(for: type)
        guard let value = TypedBox<Value>.value(in: box) else { throw reference.typeError(type, nil) }
        return value
    }

    /// Like `resolve(_:)`, for a dependency with a key; `nil` means no key.
    @inlinable
    public func resolve<Value: Sendable>(
        _ type: Value.Type, key: (any Hashable & Sendable)?
    ) throws(DependencyError) -> Value {
        guard let key else { return try resolve(type) }
        let box = try reference.box(for: type, key)
        guard let value = TypedBox<Value>.value(in: box) else { throw reference.typeError(type, key) }
        return value
    }

    /// Like `resolveMainActor`, for types marked as main-actor dependencies.
    @MainActor @inlinable
    public func resolve<Value: MainActorDependency & Sendable>(_ type: Value.Type) throws(DependencyError) -> Value {
        try resolveMainActor(type)
    }

    /// Like `resolveMainActor`, for types marked as main-actor dependencies.
    @MainActor @inlinable
    public func resolve<Value: MainActorDependency & Sendable>(
        _ type: Value.Type, key: (any Hashable & Sendable)?
    ) throws(DependencyError) -> Value {
        try resolveMainActor(type, key: key)
    }

    /// The main-actor dependency of that type and key; builds it if it is not built yet.
    ///
    /// Throws what `resolve` throws.
    @MainActor
    @inlinable
    public func resolveMainActor<Value>(
        _ type: Value.Type, key: (any Hashable & Sendable)? = nil
    ) throws(DependencyError) -> Value {
        let box = try reference.mainActorBox(for: DependencyIdentity(type, key: key))
        guard let value = TypedBox<Value>.value(in: box) else { throw reference.typeError(type, key) }
        return value
    }

    /// The input of that type and key; throws `missing_input` if the module does not declare it.
    @inlinable
    public func resolveInput<Value: Sendable>(
        _ type: Value.Type, key: (any Hashable & Sendable)? = nil
    ) throws(DependencyError) -> Value {
        let box = try reference.inputBox(for: DependencyIdentity(type, key: key))
        guard let value = TypedBox<Value>.value(in: box) else { throw reference.typeError(type, key) }
        return value
    }

    /// Builds a child module, which inherits what is not local: runs `configure`, then its `registerDependencies`.
    ///
    /// `overriding` has values of the context for the child and everything below it.
    /// Runs no factory. Throws all missing requirements and inputs, wrong isolations and unlisted overrides at once,
    /// `undeclared_child` if this module lists its children and not this one, `needs_await` if the child has asynchronous
    /// singletons, and `container_closed` after shutdown. The child shuts down with this container. The container keeps the child
    /// alive only if the child has built something with a teardown.
    public func buildChild<Module: DependencyRequirements>(
        _ module: Module.Type,
        overriding overrides: [ContextOverride] = [],
        configure: (DependencyBuilder<Module>) throws -> Void = { _ in }
    ) throws(DependencyError) -> Module {
        try reference.core.checkChild(module)
        let child = try makeChild(module, overriding: overrides, configure: configure)
        try child.container.reference.core.checkThatNothingWaits()
        return child
    }

    /// Like `buildChild(_:configure:)`, for any module; what `replacing` registers replaces everything else, for tests.
    package func makeChild<Module: DependencyRequirements>(
        _ module: Module.Type,
        overriding overrides: [ContextOverride] = [],
        configure: (DependencyBuilder<Module>) throws -> Void = { _ in },
        replacing: ((DependencyBuilder<Module>) throws -> Void)? = nil
    ) throws(DependencyError) -> Module {
        guard !reference.scope.isClosed.isSet else {
            throw reference.scope.closedError(path: ResolutionFrame.current?.path ?? [])
        }
        let builder = DependencyBuilder<Module>(childOf: reference, overriding: overrides)
        do {
            try configure(builder)
            try Module.registerDependencies(in: builder)
            if let replacing {
                builder.beginOverriding()
                try replacing(builder)
            }
        } catch let error as DependencyError {
            throw error
        } catch {
            throw .registrationFailed(module, error)
        }
        return Module(try builder.build())
    }

    /// As the other `buildChild(_:configure:)`; also builds the child's asynchronous singletons.
    ///
    /// Throws what their factories throw, and shuts the child down then.
    public nonisolated(nonsending) func buildChild<Module: DependencyRequirements>(
        _ module: Module.Type,
        overriding overrides: [ContextOverride] = [],
        configure: (DependencyBuilder<Module>) throws -> Void = { _ in }
    ) async throws(DependencyError) -> Module {
        try reference.core.checkChild(module)
        return Module(try await makeChild(module, overriding: overrides, configure: configure).container.prepared())
    }

    /// Builds a child module with its typed inputs and its asynchronous singletons; see `buildChild(_:configure:)`.
    public nonisolated(nonsending) func buildChild<Module: DependencyRequirements>(
        _ module: Module.Type,
        inputs: Module.Inputs,
        overriding overrides: [ContextOverride] = []
    ) async throws(DependencyError) -> Module {
        try await buildChild(module, overriding: overrides) { inputs.provide(to: $0) }
    }

    /// Throws `needs_await` if it was made without waiting for its asynchronous singletons.
    package func checkThatNothingWaits() throws(DependencyError) {
        try reference.core.checkThatNothingWaits()
    }

    /// Itself, when its asynchronous singletons are built; shut down if one cannot be built.
    package nonisolated(nonsending) func prepared() async throws(DependencyError) -> DependencyContainer<Marker> {
        do throws(DependencyError) {
            try await reference.core.prepare()
            return self
        } catch {
            await shutdown()
            throw error
        }
    }

    /// Builds a child module with its typed inputs; see `buildChild(_:configure:)`.
    public func buildChild<Module: DependencyRequirements>(
        _ module: Module.Type,
        inputs: Module.Inputs,
        overriding overrides: [ContextOverride] = []
    ) throws(DependencyError) -> Module {
        try buildChild(module, overriding: overrides) { inputs.provide(to: $0) }
    }
}
