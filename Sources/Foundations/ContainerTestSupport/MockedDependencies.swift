// SPDX-License-Identifier: Apache-2.0

public import ModularDependencyContainer

/// A module that describes mocks of what it requires, usually in an extension beside its tests.
///
/// A program can have only one such extension of a module. If test targets share it, put it in a target of its own. For
/// a public module, write `public import ContainerTestSupport` in its file.
public protocol MockedDependencies: DependencyRequirements {
    /// Registers a mock of each requirement; called once for every container that is made from them.
    static func registerMocks(in mocks: MockBuilder<Self>) throws
}

/// Names the container that holds a module's mocks, in the paths of errors.
public enum Mocks<Module> {}

/// A module and the container of mocks it was built below.
struct MockedModule<Module: MockedDependencies> {
    let mocks: DependencyContainer<Mocks<Module>>
    let module: Module

    init(
        _ module: Module.Type,
        configure: (DependencyBuilder<Module>) throws -> Void,
        overrides: (DependencyBuilder<Module>) throws -> Void
    ) throws(TestContainerError) {
        var diagnostics: [DependencyError] = []
        do throws(DependencyError) {
            let collection = try MockCollection(module)
            let context = DependencyContext(.testing, overriding: collection.context)
            let root = collection.table.makeRoot(Mocks<Module>.self, context: context)
            diagnostics = root.diagnostics
            mocks = root.container
            self.module = try Self.build(module, under: mocks, configure: configure, overrides: overrides)
        } catch {
            throw TestContainerError(module, diagnostics + [error])
        }
        guard diagnostics.isEmpty else { throw TestContainerError(module, diagnostics) }
    }

    /// The module without its asynchronous singletons.
    private static func build(
        _ module: Module.Type,
        under mocks: DependencyContainer<Mocks<Module>>,
        configure: (DependencyBuilder<Module>) throws -> Void,
        overrides: (DependencyBuilder<Module>) throws -> Void
    ) throws(DependencyError) -> Module {
        try withoutActuallyEscaping(overrides) { (overrides) throws(DependencyError) in
            try mocks.makeChild(module, configure: configure, replacing: overrides)
        }
    }
}
