// SPDX-License-Identifier: Apache-2.0

public import ModularDependencyContainer
public import Testing

/// Builds a module alone for a test, with its mocks, and shuts it down when the test ends; see `Trait.container`.
public struct ContainerTrait<Module: MockedDependencies>: TestTrait, TestScoping {
    fileprivate let configure: @Sendable (DependencyBuilder<Module>) throws -> Void
    fileprivate let overrides: @Sendable (DependencyBuilder<Module>) throws -> Void

    /// Runs the test with the module, which `TestContainer.current(_:)` returns in it.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let report = try TestContainer.mockReport(of: Module.self)
        if !report.isEmpty {
            Issue.record("The mocks of \(Module.self) do not fit it:\n\(report)", sourceLocation: test.sourceLocation)
        }
        try await withTestContainer(Module.self, configure: configure, overrides: overrides) { module in
            let identifier = ObjectIdentifier(Module.self)
            let modules = CurrentModules.all.merging([identifier: module]) { _, inner in inner }
            try await CurrentModules.$all.withValue(modules) { try await function() }
        }
    }
}

extension Trait {
    /// Builds the module with its mocks before each case of the test, and shuts it down after it.
    ///
    /// The test gets it from `TestContainer.current(_:)`. Tests that run at the same time share nothing. A mock that is
    /// absent, of the wrong isolation or of no use is an issue of the test, and so is a teardown that fails.
    public static func container<Module: MockedDependencies>(
        _ module: Module.Type,
        overrides: @escaping @Sendable (DependencyBuilder<Module>) throws -> Void = { _ in }
    ) -> Self where Self == ContainerTrait<Module> {
        ContainerTrait(configure: { _ in }, overrides: overrides)
    }

    /// As `container(_:overrides:)`, for a module whose inputs are not mocked.
    public static func container<Module: MockedDependencies>(
        _ module: Module.Type,
        inputs: Module.Inputs,
        overrides: @escaping @Sendable (DependencyBuilder<Module>) throws -> Void = { _ in }
    ) -> Self where Self == ContainerTrait<Module> {
        ContainerTrait(configure: { inputs.provide(to: $0) }, overrides: overrides)
    }
}

extension TestContainer {
    /// The module that the `container` trait of the running test has built.
    ///
    /// Throws a `MissingTraitError` outside such a test.
    public static func current<Module: MockedDependencies>(
        _ module: Module.Type
    ) throws(MissingTraitError) -> Module {
        guard let current = CurrentModules.all[ObjectIdentifier(module)] as? Module else {
            throw MissingTraitError(module: String(describing: module))
        }
        return current
    }
}

/// A test asks for a module that none of its traits has built.
public struct MissingTraitError: Error, Hashable, CustomStringConvertible {
    /// The module.
    public let module: String

    /// One sentence with the next step.
    public var description: String {
        "No trait of this test has built \(module); write @Test(.container(\(module).self))"
    }
}

/// The modules of the traits of the running test.
private enum CurrentModules {
    @TaskLocal static var all: [ObjectIdentifier: any DependencyRequirements] = [:]
}
