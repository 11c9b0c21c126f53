// SPDX-License-Identifier: Apache-2.0

public import ModularDependencyContainer

extension TestContainer {
    /// Builds the module below a container that exists, with its typed inputs and without mocks.
    ///
    /// The overrides are invisible above and beside the module. Throws what `buildChild` throws.
    public static func make<Module: DependencyRequirements, Parent>(
        _ module: Module.Type,
        under parent: DependencyContainer<Parent>,
        inputs: Module.Inputs,
        overrides: (DependencyBuilder<Module>) throws -> Void = { _ in }
    ) throws(DependencyError) -> Module {
        try make(module, under: parent, configure: { inputs.provide(to: $0) }, overrides: overrides)
    }

    /// As `make(_:under:inputs:overrides:)`; `configure` provides the inputs, before the module registers anything.
    public static func make<Module: DependencyRequirements, Parent>(
        _ module: Module.Type,
        under parent: DependencyContainer<Parent>,
        configure: (DependencyBuilder<Module>) throws -> Void,
        overrides: (DependencyBuilder<Module>) throws -> Void
    ) throws(DependencyError) -> Module {
        try withoutActuallyEscaping(overrides) { (overrides) throws(DependencyError) in
            try parent.buildChild(module, configure: configure, overriding: overrides)
        }
    }

    /// As `make(_:under:inputs:overrides:)`, for a module without inputs, or that inherits them or gets
    /// them in `overrides`.
    public static func make<Module: DependencyRequirements, Parent>(
        _ module: Module.Type,
        under parent: DependencyContainer<Parent>,
        overrides: (DependencyBuilder<Module>) throws -> Void = { _ in }
    ) throws(DependencyError) -> Module {
        try make(module, under: parent, configure: { _ in }, overrides: overrides)
    }
}
