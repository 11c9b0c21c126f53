// SPDX-License-Identifier: Apache-2.0

import ModularDependencyContainer
import Testing

/// Which modules a module may build.
@Suite struct ContainerDeclaredChildTests {
    typealias Fixtures = ContainerFixtures

    /// Lists one child, and hands out what builds another.
    struct ListingDependencies: DependencyRequirements {
        let container: DependencyContainer<Self>
        init(_ container: DependencyContainer<Self>) { self.container = container }

        static let children: [any DependencyRequirements.Type] = [Fixtures.EmptyDependencies.self]

        static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
            try builder.registerSingleton(ServiceBuilding.self) { container in
                ServiceBuilding { try container.buildChild(Fixtures.ServiceDependencies.self) }
            }
        }
    }

    struct ServiceBuilding: Sendable {
        let build: @Sendable () throws -> Fixtures.ServiceDependencies
    }

    private func root() throws -> DependencyContainer<Fixtures.AppRoot> {
        try Fixtures.root { try $0.registerSingleton(Fixtures.Service.self) { Fixtures.Service() } }
    }

    private let undeclared =
        "ContainerDeclaredChildTests.ListingDependencies builds ContainerFixtures.ServiceDependencies, which is not among "
        + "its children; list ContainerFixtures.ServiceDependencies in its children."

    @Test func buildChild_throwsUndeclaredChild_whenTheModuleListsOthersOnly() throws {
        let module = try root().buildChild(ListingDependencies.self)
        let error = Fixtures.error { try module.buildChild(Fixtures.ServiceDependencies.self) }
        #expect(error?.code == .undeclaredChild)
        #expect(error?.description == undeclared)
    }

    @Test func buildChild_throwsUndeclaredChild_inAFactoryThatAModuleBelowInherits() throws {
        let building = try root().buildChild(ListingDependencies.self)
            .buildChild(Fixtures.EmptyDependencies.self).container.resolve(ServiceBuilding.self)
        #expect(Fixtures.error { try building.build() }?.message == undeclared)
    }

    @Test func buildChild_buildsWhatIsListed() throws {
        let module = try root().buildChild(ListingDependencies.self)
        #expect(throws: Never.self) { try module.buildChild(Fixtures.EmptyDependencies.self) }
    }

    @Test func buildChild_buildsAnyModule_whereNoChildrenAreListed() throws {
        let module = try root().buildChild(Fixtures.EmptyDependencies.self)
        #expect(throws: Never.self) { try module.buildChild(Fixtures.ServiceDependencies.self) }
    }

    @Test func module_isBuiltForATest_underOneThatListsOthers() throws {
        let module = try root().buildChild(ListingDependencies.self)
        #expect(throws: Never.self) {
            try module.container.makeChild(Fixtures.ServiceDependencies.self, replacing: { _ in })
        }
    }
}
