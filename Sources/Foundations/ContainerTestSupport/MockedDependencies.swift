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
