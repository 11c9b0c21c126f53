// SPDX-License-Identifier: Apache-2.0

import ModularDependencyContainer
import Testing

/// What a module promises to those who build it.
@MainActor
@Suite struct ContainerProvisionTests {
    typealias Fixtures = ContainerFixtures
    typealias Service = Fixtures.Service

    @DependencyRequirements(
        [Requirement(Service.self)], provides: [Requirement(Fixtures.Client.self, accessorName: "client")],
        mainActorProvides: [Requirement(Fixtures.Coordinator.self, accessorName: "coordinator")])
    struct PromisingDependencies: DependencyRequirements {
        static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
            try builder.local.registerSingleton(Fixtures.Client.self, from: Fixtures.Client.init)
            try builder.mainActor.registerSingleton(Fixtures.Coordinator.self, from: Fixtures.Coordinator.init)
        }
    }

    /// Registers neither as it promises.
    struct BreakingDependencies: DependencyRequirements {
        let container: DependencyContainer<Self>
        init(_ container: DependencyContainer<Self>) { self.container = container }
        static let provisions = [
            Requirement(Service.self, fileID: "A/Breaking.swift", line: 1),
            Requirement(Fixtures.Screen.self, fileID: "A/Breaking.swift", line: 2),
        ]
        static let mainActorProvisions = [
            Requirement(Fixtures.Coordinator.self, fileID: "A/Breaking.swift", line: 3)
        ]
        static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
            try builder.mainActor.registerSingleton(Fixtures.Screen.self) { Fixtures.Screen(title: "screen") }
            try builder.mainActor.contribute(Fixtures.Coordinator.self) { Fixtures.Coordinator(service: Service()) }
        }
    }

    private func root() throws -> DependencyContainer<Fixtures.AppRoot> {
        try Fixtures.root { try $0.registerSingleton(Service.self) { Service("root") } }
    }

    @Test func provision_hasAnAccessor_forWhoBuildsTheModule() throws {
        let module = try root().buildChild(PromisingDependencies.self)
        #expect(module.client.service === module.service)
        #expect(module.coordinator.service === module.service)
        #expect(module.client === module.client)
    }

    @Test func provision_isMissing_whereTheModuleDoesNotRegisterIt_evenIfAModuleAboveDoes() throws {
        let error = Fixtures.error { try root().buildChild(BreakingDependencies.self) }
        let name = "ContainerProvisionTests.BreakingDependencies"
        #expect(error?.diagnostics.map(\.code) == [.missing, .isolationMismatch, .missing])
        #expect(
            error?.diagnostics.map(\.message) == [
                "\(name) lists ContainerFixtures.Service as provided and does not register it.",
                "ContainerFixtures.Screen is registered for the main actor and asked for from anywhere; "
                    + "\(name) must do both alike.",
                "\(name) lists ContainerFixtures.Coordinator as provided and does not register it.",
            ])
        #expect(error?.diagnostics.map { $0.path.frames.first?.source?.line } == [1, 2, 3])
    }

    @Test func provision_countsAsUse() throws {
        let builder = DependencyBuilder<Fixtures.AppRoot>()
        try builder.registerSingleton(Service.self) { Service() }
        #expect(builder.validate(PromisingDependencies.self).description == "")
    }

    @Test func provision_isReplaced_byATestsOverride() throws {
        let mock = Fixtures.Client(service: Service("mock"))
        let module = try root().makeChild(
            PromisingDependencies.self, replacing: { try $0.registerSingleton(Fixtures.Client.self) { mock } })
        #expect(module.client === mock)
    }
}
