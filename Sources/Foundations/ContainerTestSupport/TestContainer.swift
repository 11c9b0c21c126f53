// SPDX-License-Identifier: Apache-2.0

public import ModularDependencyContainer

/// Builds a module for one test: its mocks in a root container, and the module below it as in production.
///
/// Every call makes new containers, so tests that run at the same time share no instance. A registration in `overrides`
/// replaces a mock, an inherited dependency or a registration of the module. The module's children see it too, unless
/// it is local; the factories of mocks do not. No factory runs, so a module with asynchronous singletons throws
/// `needs_await` unless they are overridden. `withTestContainer` waits for them, and also shuts everything down.
public enum TestContainer {
    /// Builds the module with its typed inputs.
    ///
    /// Throws all dependencies at once that are neither mocked, provided nor overridden.
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
        let built = try MockedModule(module, configure: configure, overrides: overrides)
        do throws(DependencyError) {
            try built.mocks.checkThatNothingWaits()
            try built.module.container.checkThatNothingWaits()
        } catch {
            throw TestContainerError(Module.self, [error])
        }
        return built.module
    }

    /// As `make(_:inputs:overrides:)`, for a module without inputs, or whose inputs are mocked or
    /// provided in `overrides`.
    public static func make<Module: MockedDependencies>(
        _ module: Module.Type,
        overrides: (DependencyBuilder<Module>) throws -> Void = { _ in }
    ) throws(TestContainerError) -> Module {
        try make(module, configure: { _ in }, overrides: overrides)
    }

    /// Checks the mocks of a module; a test can expect no diagnostics.
    ///
    /// Only declared needs count as use: requirements, inputs and `using`. Throws what `registerMocks` and
    /// `registerDependencies` throw.
    public static func mockReport<Module: MockedDependencies>(
        of module: Module.Type
    ) throws(DependencyError) -> MockReport {
        MockReport(of: module, try MockCollection(module))
    }
}
