// SPDX-License-Identifier: Apache-2.0

public import ModularDependencyContainer

/// A module that describes mocks of what it requires, usually in an extension beside its tests.
///
/// A program has one such extension of a module, so test targets that share one keep it in a target of its own. For a
/// public module its file says `public import ContainerTestSupport`.
public protocol MockedDependencies: DependencyRequirements {
    /// Registers a mock of each requirement; called once for every container that is made from them.
    static func registerMocks(in mocks: MockBuilder<Self>) throws
}
