// SPDX-License-Identifier: Apache-2.0

/// A module's dependencies: what it requires, what it registers, and typed access to both.
///
/// The macro of the same name writes everything but `registerDependencies`. You can also write it by hand: accessors
/// call `container.dependency`, `container.mainActorDependency` and `container.input`.
public protocol DependencyRequirements: Sendable {
    /// The run-time values given to `buildChild(_:inputs:)`.
    associatedtype Inputs: DependencyInputs = NoInputs

    /// The dependencies that the module needs and may use anywhere.
    static var requirements: [Requirement] { get }
    /// The dependencies that the module needs and may use only on the main actor.
    static var mainActorRequirements: [Requirement] { get }
    /// The dependencies that the module registers for those who build it, to use anywhere.
    static var provisions: [Requirement] { get }
    /// The dependencies that the module registers for those who build it, to use only on the main actor.
    static var mainActorProvisions: [Requirement] { get }
    /// The run-time values the module needs; it sees no others.
    static var inputRequirements: [InputRequirement] { get }
    /// The modules it builds, so that `freeze(validating:)` reaches them.
    static var children: [any DependencyRequirements.Type] { get }
    /// The run-time values it gives each of its children when it builds them, beyond those it has itself.
    static var childInputs: [InputRequirement] { get }

    /// The container the module was built with.
    var container: DependencyContainer<Self> { get }

    /// Gives typed access to a container of this module.
    init(_ container: DependencyContainer<Self>)

    /// Registers what the module provides; called once per `buildChild`, after the caller's own configuration.
    static func registerDependencies(in builder: DependencyBuilder<Self>) throws
}

extension DependencyRequirements {
    /// Nothing required.
    public static var requirements: [Requirement] { [] }
    /// Nothing required.
    public static var mainActorRequirements: [Requirement] { [] }
    /// Nothing promised.
    public static var provisions: [Requirement] { [] }
    /// Nothing promised.
    public static var mainActorProvisions: [Requirement] { [] }
    /// No inputs.
    public static var inputRequirements: [InputRequirement] { [] }
    /// No children.
    public static var children: [any DependencyRequirements.Type] { [] }
    /// Gives nothing to children.
    public static var childInputs: [InputRequirement] { [] }

    /// Registers nothing.
    public static func registerDependencies(in builder: DependencyBuilder<Self>) throws {}

    /// Builds a child module; see `DependencyContainer.buildChild(_:configure:)`.
    public func buildChild<Module: DependencyRequirements>(
        _ module: Module.Type,
        overriding overrides: [ContextOverride] = [],
        configure: (DependencyBuilder<Module>) throws -> Void = { _ in }
    ) throws(DependencyError) -> Module {
        try container.buildChild(module, overriding: overrides, configure: configure)
    }

    /// Builds a child module and its asynchronous singletons; see `DependencyContainer.buildChild(_:configure:)`.
    public nonisolated(nonsending) func buildChild<Module: DependencyRequirements>(
        _ module: Module.Type,
        overriding overrides: [ContextOverride] = [],
        configure: (DependencyBuilder<Module>) throws -> Void = { _ in }
    ) async throws(DependencyError) -> Module {
        try await container.buildChild(module, overriding: overrides, configure: configure)
    }

    /// Builds a child module with its typed inputs and its asynchronous singletons; see
    /// `DependencyContainer.buildChild(_:inputs:)`.
    public nonisolated(nonsending) func buildChild<Module: DependencyRequirements>(
        _ module: Module.Type,
        inputs: Module.Inputs,
        overriding overrides: [ContextOverride] = []
    ) async throws(DependencyError) -> Module {
        try await container.buildChild(module, inputs: inputs, overriding: overrides)
    }

    /// Builds a child module with its typed inputs; see `DependencyContainer.buildChild(_:inputs:)`.
    public func buildChild<Module: DependencyRequirements>(
        _ module: Module.Type,
        inputs: Module.Inputs,
        overriding overrides: [ContextOverride] = []
    ) throws(DependencyError) -> Module {
        try container.buildChild(module, inputs: inputs, overriding: overrides)
    }
}

/// The typed inputs of a module, one stored property each, so that forgetting one does not compile.
public protocol DependencyInputs: Sendable {
    /// Hands every input to the builder of the module or of one that contains it.
    func provide<Marker>(to builder: DependencyBuilder<Marker>)
}

/// The inputs of a module that has none.
public struct NoInputs: DependencyInputs, Hashable {
    /// The only value.
    public init() {}

    /// Provides nothing.
    public func provide<Marker>(to builder: DependencyBuilder<Marker>) {}
}

/// Marks a type that only the main actor may resolve, so that `resolve` from anywhere else does not compile.
@MainActor
public protocol MainActorDependency: Sendable {}
