// SPDX-License-Identifier: Apache-2.0

import ModularDependencyContainer
import Testing

/// Pattern B of the cookbook as an edge: a provider that needs a child module.
@Suite struct ContainerChildEdgeTests {
    typealias Fixtures = ContainerFixtures
    typealias Service = Fixtures.Service

    /// Keeps the module that it was made from.
    final class Provider: Sendable {
        let reminders: ReminderDependencies

        init(reminders: ReminderDependencies) {
            self.reminders = reminders
        }
    }

    struct ReminderDependencies: DependencyRequirements {
        let container: DependencyContainer<Self>
        init(_ container: DependencyContainer<Self>) { self.container = container }
        static let requirements = [Requirement(Service.self, fileID: "A/Reminder.swift", line: 1)]
        var service: Service { container.dependency(0, Service.self) }
    }

    /// Declares no children but those of its edges.
    struct ScreenDependencies: DependencyRequirements {
        let container: DependencyContainer<Self>
        init(_ container: DependencyContainer<Self>) { self.container = container }
        static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
            try builder.registerSingleton(
                Provider.self, using: Dependency(child: ReminderDependencies.self), fileID: "A/Screen.swift", line: 1
            ) { Provider(reminders: $0) }
            try builder.registerInstance(
                Provider.self, key: "other", using: Dependency(child: ReminderDependencies.self)
            ) { Provider(reminders: $0) }
        }
    }

    /// Gives an input to the children it builds, and has none itself.
    struct GivingDependencies: DependencyRequirements {
        let container: DependencyContainer<Self>
        init(_ container: DependencyContainer<Self>) { self.container = container }
        static let children: [any DependencyRequirements.Type] = [Fixtures.AddressDependencies.self]
        static let childInputs = [InputRequirement(Fixtures.Address.self)]
        static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
            try builder.registerSingleton(Int.self, using: Dependency(child: Fixtures.AddressDependencies.self)) { _ in
                1
            }
        }
    }

    @Test func childEdge_buildsTheChildOnce_forAllWhoDeclareIt() throws {
        let root = try Fixtures.root { try $0.registerSingleton(Service.self) { Service("root") } }
        let screen = try root.buildChild(ScreenDependencies.self)
        let provider = try screen.container.resolve(Provider.self)
        let other = try screen.container.resolve(Provider.self, key: "other")
        #expect(provider.reminders.service.name == "root")
        let children = screen.container.graph().modules.filter { $0.name.hasSuffix("ReminderDependencies") }
        #expect(
            children.map(\.path) == [
                "ContainerFixtures.AppRoot/ContainerChildEdgeTests.ScreenDependencies"
                    + "/ContainerChildEdgeTests.ReminderDependencies"
            ])
        withExtendedLifetime(other) {}
    }

    @Test func validation_walksToTheChildOfAnEdge_withoutBuildingAnything() throws {
        let error = Fixtures.error {
            try DependencyBuilder<Fixtures.AppRoot>().freeze(validating: ScreenDependencies.self)
        }
        #expect(error?.code == .missing)
        #expect(error?.path.description == "ContainerFixtures.Service")
        #expect(error?.path.frames.first?.source?.description == "A/Reminder.swift:1")
    }

    @Test func validation_givesTheChildOfAnEdgeNoInputs_butThoseItInherits() throws {
        let error = Fixtures.error {
            try DependencyBuilder<Fixtures.AppRoot>().freeze(validating: GivingDependencies.self)
        }
        #expect(error?.code == .missingInput)
        #expect(
            Fixtures.error {
                try Fixtures.root().buildChild(GivingDependencies.self).container.resolve(Int.self)
            }?.code == .missingInput)
    }

    @Test func graph_showsTheEdge_andTheChildBeforeItIsBuilt() throws {
        let builder = DependencyBuilder<Fixtures.AppRoot>()
        try builder.registerSingleton(Service.self) { Service() }
        let graph = builder.graph(of: ScreenDependencies.self)
        let screen = try #require(graph.modules.first { $0.name.hasSuffix("ScreenDependencies") })
        let child = screen.path + "/ContainerChildEdgeTests.ReminderDependencies"
        #expect(screen.children.map(\.path) == [child])
        #expect(screen.registrations.first?.edges.map(\.kind) == [.child])
        #expect(screen.registrations.first?.edges.map(\.target?.module) == [child])
    }

    @Test func rootsEdge_isWalkedToo() throws {
        let builder = DependencyBuilder<Fixtures.AppRoot>()
        try builder.registerSingleton(Provider.self, using: Dependency(child: ReminderDependencies.self)) {
            Provider(reminders: $0)
        }
        #expect(builder.validate().errors.map(\.code) == [.missing])
        #expect(Fixtures.error { try builder.freeze(validating: Fixtures.EmptyDependencies.self) }?.code == .missing)
    }
}
