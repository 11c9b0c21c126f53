// SPDX-License-Identifier: Apache-2.0

public import ModularDependencyContainer

/// Builds a module for one test: its mocks in a root container, and the module below it as in production.
///
/// Every call makes containers of its own and nothing is kept elsewhere, so tests that run at the same time share no
/// instance. In `overrides` a registration takes the place of whatever there is: a mock, an inherited dependency or what
/// the module itself registers. Its children see it too, unless it is local; the factories of mocks do not. No factory
/// runs. `withTestContainer` also shuts everything down.
public enum TestContainer {
    /// Builds the module with its typed inputs.
    ///
    /// Throws everything at once that nobody mocks, provides or overrides.
    public static func make<Module: MockedDependencies>(
        _ module: Module.Type,
        inputs: Module.Inputs,
        overrides: (DependencyBuilder<Module>) throws -> Void = { _ in }
    ) throws(TestContainerError) -> Module {
        try make(module, configure: { inputs.provide(to: $0) }, overrides: overrides)
    }

    /// As `make(_:inputs:overrides:)`; `configure` provides the inputs, before the module registers anything.
    public static func make<Module: MockedDependencies>(
        _ module: Module.Type,
        configure: (DependencyBuilder<Module>) throws -> Void,
        overrides: (DependencyBuilder<Module>) throws -> Void
    ) throws(TestContainerError) -> Module {
        try MockedModule(module, configure: configure, overrides: overrides).module
    }

    /// As `make(_:inputs:overrides:)`, for a module without inputs, or whose inputs are mocked or
    /// provided in `overrides`.
    public static func make<Module: MockedDependencies>(
        _ module: Module.Type,
        overrides: (DependencyBuilder<Module>) throws -> Void = { _ in }
    ) throws(TestContainerError) -> Module {
        try make(module, configure: { _ in }, overrides: overrides)
    }

    /// What is wrong with the mocks of a module; a test can expect no diagnostics.
    ///
    /// Only what is declared counts as use: requirements, inputs and `using`. Throws what `registerMocks` and
    /// `registerDependencies` throw.
    public static func mockReport<Module: MockedDependencies>(
        of module: Module.Type
    ) throws(DependencyError) -> MockReport {
        MockReport(of: module, try MockCollection(module))
    }
}
