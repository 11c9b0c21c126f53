// SPDX-License-Identifier: Apache-2.0

public import ModularDependencyContainer

/// Collects the mocks of a module, with the same methods as a builder, and imports the mocks of other modules.
///
/// Mocks are registered in a container above the module's own. Their factories see all mocks, including imported ones,
/// but neither the module nor the overrides of a test. Factories with `using` declare their needs.
public final class MockBuilder<Module: DependencyRequirements>: DependencyRegistrar {
    /// Where the mocks go.
    public let builder = DependencyBuilder<Mocks<Module>>()
    private(set) var inputs: [InputRequirement] = []
    private(set) var overrides: [ContextOverride] = []
    private(set) var imports: [any MockedDependencies.Type] = []

    init() {}

    /// The module inherits what is registered here.
    public var isLocal: Bool { false }

    /// Mocks built and used on the main actor only; those of main-actor requirements belong here.
    public var mainActor: MainActorRegistrar<Mocks<Module>> { builder.mainActor }

    /// Provides a run-time value for the factories of mocks, and for tests that provide none.
    public func provideInput<Value: Sendable>(
        _ type: Value.Type,
        key: (any Hashable & Sendable)? = nil,
        _ value: Value,
        fileID: String = #fileID,
        line: Int = #line
    ) {
        inputs.append(InputRequirement(type, key: key, fileID: fileID, line: line))
        builder.provideInput(type, key: key, value)
    }

    /// Gives a value of the context, in place of the key's testing value.
    public func provideContext<Key: ContextKey>(_ key: Key.Type, _ value: Key.Value) {
        overrides.append(ContextOverride(key, value))
    }

    /// Adds the mocks of another module and those it imports, unless the type and key is already mocked.
    ///
    /// A module's own mocks win over imported ones, whatever the order; of two imports the first wins.
    public func importMocks<Imported: MockedDependencies>(of module: Imported.Type) {
        imports.append(module)
    }
}
