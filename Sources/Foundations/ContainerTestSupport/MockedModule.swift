// SPDX-License-Identifier: Apache-2.0

import ModularDependencyContainer

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
            let root = try MockCollection(module).table.makeRoot(Mocks<Module>.self)
            diagnostics = root.diagnostics
            mocks = root.container
            self.module = try TestContainer.make(module, under: mocks, configure: configure, overrides: overrides)
        } catch {
            throw TestContainerError(module, diagnostics + [error])
        }
        guard diagnostics.isEmpty else { throw TestContainerError(module, diagnostics) }
    }
}
