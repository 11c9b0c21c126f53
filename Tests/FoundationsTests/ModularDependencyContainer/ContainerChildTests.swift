// SPDX-License-Identifier: Apache-2.0

import ModularDependencyContainer
import Testing

@Suite struct ContainerChildTests {
    typealias Fixtures = ContainerFixtures

    /// Lists two requirements per isolation and an input nobody provides.
    struct DemandingDependencies: DependencyRequirements {
        let container: DependencyContainer<Self>

        init(_ container: DependencyContainer<Self>) {
            self.container = container
        }

        static let requirements = [
            Requirement(Fixtures.Service.self, fileID: "A/Demanding.swift", line: 1),
            Requirement(Fixtures.Service.self, key: Fixtures.TrackerKey.night),
        ]
        static let mainActorRequirements = [Requirement(Fixtures.Screen.self)]
        static let inputRequirements = [InputRequirement(Fixtures.Address.self)]
    }

    /// Keeps a service to itself, under the plain key.
    struct LocalDependencies: DependencyRequirements {
        let container: DependencyContainer<Self>

        init(_ container: DependencyContainer<Self>) {
            self.container = container
        }

        static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
            try builder.local.registerSingleton(Fixtures.Service.self, fileID: "A/Local.swift", line: 9) { _ in
                Fixtures.Service("local")
            }
        }
    }

    /// Registers a service for itself and everything below.
    struct ProvidingDependencies: DependencyRequirements {
        let container: DependencyContainer<Self>

        init(_ container: DependencyContainer<Self>) {
            self.container = container
        }

        static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
            try builder.registerSingleton(Fixtures.Service.self, fileID: "A/Providing.swift", line: 5) { _ in
                Fixtures.Service("provided")
            }
        }
    }

    @Test func buildChild_inheritsSingletons_atAnyDepth() throws {
        let root = try Fixtures.root { try $0.registerSingleton(Fixtures.Service.self) { _ in Fixtures.Service() } }
        let grandchild = try root.buildChild(Fixtures.EmptyDependencies.self)
            .buildChild(Fixtures.EmptyDependencies.self)
            .buildChild(Fixtures.ServiceDependencies.self)
        #expect(try grandchild.service === root.resolve(Fixtures.Service.self))
    }

    @Test func buildChild_reportsEverythingMissingAtOnce() throws {
        let root = try Fixtures.root { builder in
            try builder.registerSingleton(
                Fixtures.Service.self, key: Fixtures.TrackerKey.day, fileID: "A/Root.swift", line: 3
            ) { _ in Fixtures.Service() }
            builder.provideInput(Fixtures.Address.self, key: 1, Fixtures.Address(text: "keyed"))
        }
        let error = Fixtures.error { try root.buildChild(DemandingDependencies.self) }
        let day = "ContainerFixtures.Service[day] in ContainerFixtures.AppRoot at A/Root.swift:3 has another key"
        #expect(error?.code == .missing)
        #expect(error?.diagnostics.map(\.code) == [.missing, .missing, .missing, .missingInput])
        #expect(
            error?.diagnostics.map(\.path.description) == [
                "ContainerFixtures.Service", "ContainerFixtures.Service[night]", "ContainerFixtures.Screen",
                "ContainerFixtures.Address",
            ])
        #expect(
            error?.diagnostics.map(\.nearMisses) == [
                [day], [day], [],
                ["input ContainerFixtures.Address[1] from ContainerFixtures.AppRoot has another key"],
            ])
        #expect(
            error?.diagnostics.first?.message == "Nobody provides ContainerFixtures.Service to "
                + "ContainerFixtures.AppRoot -> ContainerChildTests.DemandingDependencies.")
        #expect(error?.diagnostics.first?.path.frames.first?.source?.description == "A/Demanding.swift:1")
    }

    @Test func buildChild_namesTheLocalRegistration_thatIsNotInherited() throws {
        let local = try Fixtures.root().buildChild(LocalDependencies.self)
        let error = Fixtures.error { try local.buildChild(Fixtures.ServiceDependencies.self) }
        #expect(error?.code == .missing)
        #expect(
            error?.nearMisses == [
                "ContainerFixtures.Service in ContainerChildTests.LocalDependencies at A/Local.swift:9 "
                    + "is local to that module"
            ])
        #expect(try local.container.resolve(Fixtures.Service.self).name == "local")
    }

    @Test func buildChild_makesOneSingletonPerChild_whenTheChildRegistersIt() throws {
        let root = try Fixtures.root()
        let first = try root.buildChild(ProvidingDependencies.self)
        let second = try root.buildChild(ProvidingDependencies.self)
        #expect(
            try first.container.resolve(Fixtures.Service.self) !== second.container.resolve(Fixtures.Service.self))
    }

    @Test func buildChild_overrides_whatIsListedAndRegistered() throws {
        let root = try Fixtures.root {
            try $0.registerSingleton(Fixtures.Service.self) { _ in Fixtures.Service("root") }
            try $0.registerSingleton(Fixtures.Client.self) {
                Fixtures.Client(service: try $0.resolve(Fixtures.Service.self))
            }
        }
        let child = try root.buildChild(Fixtures.OverridingDependencies.self)
        let grandchild = try child.buildChild(Fixtures.ServiceDependencies.self)
        #expect(child.service.name == "override")
        #expect(grandchild.service === child.service)
        #expect(try root.resolve(Fixtures.Service.self).name == "root")
        // The root's factory sees the root only, whoever asks.
        #expect(try child.container.resolve(Fixtures.Client.self).service.name == "root")
    }

    @Test func buildChild_letsALocalOverrideWin_forTheModuleAlone() throws {
        struct LocalOverride: DependencyRequirements {
            let container: DependencyContainer<Self>
            init(_ container: DependencyContainer<Self>) { self.container = container }
            static let requirements = [Requirement(Fixtures.Service.self)]
            static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
                try builder.local.registerSingleton(Fixtures.Service.self) { _ in Fixtures.Service("local") }
            }
        }
        let root = try Fixtures.root {
            try $0.registerSingleton(Fixtures.Service.self) { _ in Fixtures.Service("root") }
        }
        let child = try root.buildChild(LocalOverride.self)
        #expect(try child.container.resolve(Fixtures.Service.self).name == "local")
        #expect(try child.buildChild(Fixtures.ServiceDependencies.self).service.name == "root")
    }

    @Test func buildChild_throwsShadowingNamingBothPlaces_whenRegisteringUnlistedWhatTheParentHas() throws {
        let root = try Fixtures.root {
            try $0.registerSingleton(Fixtures.Service.self, fileID: "A/Root.swift", line: 3) { _ in
                Fixtures.Service()
            }
        }
        let error = Fixtures.error { try root.buildChild(ProvidingDependencies.self) }
        #expect(error?.code == .shadowing)
        #expect(error?.message.contains("A/Providing.swift:5") == true)
        #expect(error?.message.contains("A/Root.swift:3") == true)
    }

    @Test func buildChild_isNoShadowing_whenTheParentsRegistrationIsLocal() throws {
        let local = try Fixtures.root().buildChild(LocalDependencies.self)
        let child = try local.buildChild(ProvidingDependencies.self)
        #expect(try child.container.resolve(Fixtures.Service.self).name == "provided")
    }

    @Test func resolve_givesEachRequestingContainerItsOwnScopedInstance() throws {
        let root = try Fixtures.root { try $0.registerScoped(Fixtures.Service.self) { _ in Fixtures.Service() } }
        let first = try root.buildChild(Fixtures.ServiceDependencies.self)
        let second = try root.buildChild(Fixtures.ServiceDependencies.self)
        #expect(first.service === first.service)
        #expect(first.service !== second.service)
        #expect(try first.service !== root.resolve(Fixtures.Service.self))
    }

    @Test func resolve_looksUpNamesWhereTheScopedFactoryWasWritten_andScopedOnesWhereItIsAsked() throws {
        let root = try Fixtures.root {
            try $0.registerSingleton(Fixtures.Service.self) { _ in Fixtures.Service("root") }
            try $0.registerScoped(Fixtures.Journal.self) { _ in Fixtures.Journal() }
            try $0.registerScoped(Fixtures.Client.self) { container in
                try container.resolve(Fixtures.Journal.self).append("client")
                return Fixtures.Client(service: try container.resolve(Fixtures.Service.self))
            }
        }
        let child = try root.buildChild(Fixtures.OverridingDependencies.self)
        #expect(try child.container.resolve(Fixtures.Client.self).service.name == "root")
        #expect(try child.container.resolve(Fixtures.Journal.self).entries == ["client"])
        #expect(try root.resolve(Fixtures.Journal.self).entries == [])
    }

    @Test func input_isInheritedByGrandchildren_thatDeclareIt() throws {
        let root = try Fixtures.root { $0.provideInput(Fixtures.Address.self, Fixtures.Address(text: "root")) }
        let child = try root.buildChild(Fixtures.EmptyDependencies.self)
        #expect(try child.buildChild(Fixtures.AddressDependencies.self).address == Fixtures.Address(text: "root"))
    }

    @Test func resolveInput_throws_whenTheModuleDoesNotDeclareIt() throws {
        let root = try Fixtures.root { $0.provideInput(Fixtures.Address.self, Fixtures.Address(text: "root")) }
        let child = try root.buildChild(Fixtures.EmptyDependencies.self)
        let error = Fixtures.error { try child.container.resolveInput(Fixtures.Address.self) }
        #expect(error?.code == .missingInput)
        #expect(error?.nearMisses == ["ContainerFixtures.AppRoot provides it"])
        #expect(try root.resolveInput(Fixtures.Address.self) == Fixtures.Address(text: "root"))
    }

    @Test func buildChild_takesInputsTypedOrThroughTheBuilder() throws {
        let root = try Fixtures.root { $0.provideInput(Fixtures.Address.self, Fixtures.Address(text: "root")) }
        let typed = try root.buildChild(Fixtures.AddressDependencies.self, inputs: .init(address: .init(text: "typed")))
        let provided = try root.buildChild(Fixtures.EmptyDependencies.self)
            .buildChild(Fixtures.AddressDependencies.self) { childBuilder in
                childBuilder.provideInput(Fixtures.Address.self, Fixtures.Address(text: "provided"))
            }
        #expect(typed.address == Fixtures.Address(text: "typed"))
        #expect(provided.address == Fixtures.Address(text: "provided"))
    }

    @Test func buildChild_throwsRegistrationFailed_whenRegisteringThrowsSomethingElse() throws {
        let error = Fixtures.error {
            try Fixtures.root().buildChild(Fixtures.EmptyDependencies.self) { _ in
                throw Fixtures.Failure(reason: "no file")
            }
        }
        #expect(error?.code == .registrationFailed)
        #expect(error?.underlying as? Fixtures.Failure == Fixtures.Failure(reason: "no file"))
    }

    @Test func buildChild_configuresBeforeTheModuleRegisters() throws {
        let error = Fixtures.error {
            try Fixtures.root().buildChild(ProvidingDependencies.self) {
                try $0.registerSingleton(Fixtures.Service.self, fileID: "A/Configure.swift", line: 1) { _ in
                    Fixtures.Service()
                }
            }
        }
        #expect(error?.code == .duplicate)
        #expect(error?.message.hasSuffix("at A/Configure.swift:1 and at A/Providing.swift:5.") == true)
    }

    @Test func buildChild_putsTheRunningFactoriesOnThePath_whenAFactoryBuildsTheChild() throws {
        let root = try Fixtures.root {
            try $0.registerSingleton(String.self) { try $0.buildChild(Fixtures.ServiceDependencies.self).service.name }
        }
        #expect(
            Fixtures.error { try root.resolve(String.self) }?.path.description
                == "String -> ContainerFixtures.Service")
    }

    @Test func container_isReleased_whenTheChildIsDropped() throws {
        final class Witness: Sendable {
            let journal: Fixtures.Journal
            init(journal: Fixtures.Journal) { self.journal = journal }
            deinit { journal.append("released") }
        }
        struct Witnessing: DependencyRequirements {
            let container: DependencyContainer<Self>
            init(_ container: DependencyContainer<Self>) { self.container = container }
            static let inputRequirements = [InputRequirement(Fixtures.Journal.self)]
            static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
                try builder.registerSingleton(Witness.self) {
                    Witness(journal: try $0.resolveInput(Fixtures.Journal.self))
                }
            }
        }
        let journal = Fixtures.Journal()
        let root = try Fixtures.root { $0.provideInput(Fixtures.Journal.self, journal) }
        _ = try root.buildChild(Witnessing.self).container.resolve(Witness.self)
        #expect(journal.entries == ["released"])
    }
}
