// SPDX-License-Identifier: Apache-2.0

import ModularDependencyContainer
import Testing

/// What the cookbook leaves open, one question per section, as this container answers it.
@Suite(.timeLimit(.minutes(1))) struct AmbiguityTests {
    typealias Fixtures = ContainerFixtures

    /// Registers a service for itself and everything below.
    struct ProvidingDependencies: DependencyRequirements {
        let container: DependencyContainer<Self>

        init(_ container: DependencyContainer<Self>) {
            self.container = container
        }

        static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
            try builder.registerSingleton(Fixtures.Service.self, fileID: "App/Providing.swift", line: 5) { _ in
                Fixtures.Service("provided")
            }
        }

        var service: Fixtures.Service {
            get throws { try container.resolve(Fixtures.Service.self) }
        }
    }

    /// Overrides a service for itself alone.
    struct LocalDependencies: DependencyRequirements {
        let container: DependencyContainer<Self>

        init(_ container: DependencyContainer<Self>) {
            self.container = container
        }

        static let requirements = [Requirement(Fixtures.Service.self)]

        static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
            try builder.local.registerSingleton(Fixtures.Service.self) { _ in Fixtures.Service("local") }
        }

        var service: Fixtures.Service { container.dependency(0, Fixtures.Service.self) }
    }

    // MARK: Where does a singleton live that a child registered?

    @Test func singleton_livesInTheContainerThatRegisteredIt_onePerBuiltModule() throws {
        let root = try Fixtures.root()
        let first = try root.buildChild(ProvidingDependencies.self)
        let second = try root.buildChild(ProvidingDependencies.self)
        let below = try first.buildChild(Fixtures.ServiceDependencies.self)
        #expect(try below.service === first.service)
        #expect(try first.service !== second.service)
        #expect(Fixtures.error { try root.resolve(Fixtures.Service.self) }?.code == .missing)
    }

    @Test func singleton_isOneForTheProcess_ifTheRootRegisteredIt() throws {
        let root = try Fixtures.root { try $0.registerSingleton(Fixtures.Service.self) { _ in .init() } }
        let first = try root.buildChild(Fixtures.ServiceDependencies.self).service
        let second = try root.buildChild(Fixtures.EmptyDependencies.self)
            .buildChild(Fixtures.ServiceDependencies.self).service
        #expect(first === second)
    }

    // MARK: What does an inherited factory see?

    @Test func inheritedFactory_seesTheRegistrationsAndInputsOfItsOwner_notThoseOfTheModuleThatAsks() throws {
        let root = try Fixtures.root { builder in
            builder.provideInput(Fixtures.Address.self, Fixtures.Address(text: "root"))
            try builder.registerSingleton(Fixtures.Service.self) { _ in Fixtures.Service("root") }
            try builder.registerInstance(String.self) { container in
                let service = try container.resolve(Fixtures.Service.self)
                return "\(service.name) \(try container.resolveInput(Fixtures.Address.self).text)"
            }
        }
        let child = try root.buildChild(Fixtures.OverridingDependencies.self) { childBuilder in
            childBuilder.provideInput(Fixtures.Address.self, Fixtures.Address(text: "child"))
        }
        #expect(child.service.name == "override")
        #expect(try child.container.resolve(String.self) == "root root")
    }

    // MARK: Whose is an inherited scoped instance?

    @Test func inheritedScoped_isOnePerContainerThatAsks() throws {
        let root = try Fixtures.root { try $0.registerScoped(Fixtures.Service.self) { _ in .init() } }
        let first = try root.buildChild(Fixtures.ServiceDependencies.self)
        let second = try first.buildChild(Fixtures.ServiceDependencies.self)
        let services = [try root.resolve(Fixtures.Service.self), first.service, second.service]
        let again = [try root.resolve(Fixtures.Service.self), first.service, second.service]
        #expect(Set(services.map(ObjectIdentifier.init)).count == 3)
        #expect(services.map(ObjectIdentifier.init) == again.map(ObjectIdentifier.init))
    }

    @Test func inheritedScoped_mayNotBeKeptByASingleton_whereverThatIsRegistered() throws {
        struct KeepingDependencies: DependencyRequirements {
            let container: DependencyContainer<Self>
            init(_ container: DependencyContainer<Self>) { self.container = container }
            static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
                try builder.registerSingleton(Fixtures.Client.self) {
                    Fixtures.Client(service: try $0.resolve(Fixtures.Service.self))
                }
            }
        }
        let root = try Fixtures.root { try $0.registerScoped(Fixtures.Service.self) { _ in .init() } }
        let error = Fixtures.error {
            try root.buildChild(KeepingDependencies.self).container.resolve(Fixtures.Client.self)
        }
        #expect(error?.code == .captive)
        #expect(error?.path.description == "ContainerFixtures.Client -> ContainerFixtures.Service")
    }

    // MARK: Are inputs inherited?

    @Test func inputs_reachGrandchildrenThatDeclareThem_andNobodyElse() throws {
        let root = try Fixtures.root { $0.provideInput(Fixtures.Address.self, Fixtures.Address(text: "root")) }
        let between = try root.buildChild(Fixtures.EmptyDependencies.self)
        #expect(try between.buildChild(Fixtures.AddressDependencies.self).address.text == "root")
        #expect(Fixtures.error { try between.container.resolveInput(Fixtures.Address.self) }?.code == .missingInput)
    }

    @Test func inputs_mayBeHidden_byThoseOfAContainerBelow() throws {
        let root = try Fixtures.root { $0.provideInput(Fixtures.Address.self, Fixtures.Address(text: "root")) }
        let child = try root.buildChild(
            Fixtures.AddressDependencies.self, inputs: .init(address: Fixtures.Address(text: "child")))
        let below = try child.buildChild(Fixtures.AddressDependencies.self)
        let beside = try root.buildChild(Fixtures.AddressDependencies.self)
        #expect([child.address.text, below.address.text, beside.address.text] == ["child", "child", "root"])
    }

    // MARK: May a module register what its parent provides?

    @Test func registration_overridesTheParents_ifItIsListedAsARequirement() throws {
        let root = try Fixtures.root { try $0.registerSingleton(Fixtures.Service.self) { _ in .init("root") } }
        #expect(try root.buildChild(Fixtures.OverridingDependencies.self).service.name == "override")
    }

    @Test func registration_isAnErrorNamingBothPlaces_ifTheParentProvidesItAndItIsNotListed() throws {
        let root = try Fixtures.root {
            try $0.registerSingleton(Fixtures.Service.self, fileID: "App/Root.swift", line: 3) { _ in .init() }
        }
        let error = Fixtures.error { try root.buildChild(ProvidingDependencies.self) }
        #expect(error?.code == .shadowing)
        #expect(
            error?.message
                == "ContainerFixtures.Service in AmbiguityTests.ProvidingDependencies at App/Providing.swift:5 hides "
                + "ContainerFixtures.Service in ContainerFixtures.AppRoot at App/Root.swift:3; "
                + "list it as a requirement to override it.")
    }

    // MARK: What comes first, the caller's configuration or the module's registrations?

    @Test func configuration_comesFirst_soThatTheModulesRegistrationIsTheSecondOfTwo() throws {
        let error = Fixtures.error {
            try Fixtures.root().buildChild(ProvidingDependencies.self) { childBuilder in
                try childBuilder.registerSingleton(Fixtures.Service.self, fileID: "App/Caller.swift", line: 9) { _ in
                    Fixtures.Service()
                }
            }
        }
        #expect(error?.code == .duplicate)
        #expect(error?.message.hasSuffix("at App/Caller.swift:9 and at App/Providing.swift:5.") == true)
    }

    // MARK: When is a duplicate reported?

    @Test func duplicate_isThrownAtOnce_whateverNamespaceAndScopeItIsIn() throws {
        let builder = DependencyBuilder<Fixtures.AppRoot>()
        try builder.registerSingleton(Int.self) { _ in 1 }
        let errors = [
            Fixtures.error { try builder.registerScoped(Int.self) { _ in 2 } },
            Fixtures.error { try builder.local.registerInstance(Int.self) { _ in 2 } },
            Fixtures.error { try builder.mainActor.registerSingleton(Int.self) { _ in 2 } },
            Fixtures.error { try builder.local.mainActor.registerScoped(Int.self) { _ in 2 } },
        ]
        #expect(errors.map { $0?.code } == Array(repeating: .duplicate, count: 4))
        #expect(try builder.freeze().resolve(Int.self) == 1)
    }

    // MARK: Local or inherited?

    @Test func localRegistration_winsOverTheInheritedOne_forItsModuleAlone() throws {
        let root = try Fixtures.root { try $0.registerSingleton(Fixtures.Service.self) { _ in .init("root") } }
        let child = try root.buildChild(LocalDependencies.self)
        #expect(child.service.name == "local")
        #expect(try child.buildChild(Fixtures.ServiceDependencies.self).service.name == "root")
    }

    @Test func localRegistration_isShownInTheGraph_withTheOneItHides() throws {
        let root = try Fixtures.root { try $0.registerSingleton(Fixtures.Service.self) { _ in .init("root") } }
        let graph = try root.buildChild(LocalDependencies.self).container.graph()
        let hidden = try #require(graph.root.registrations.first)
        let local = try #require(graph.root.children.first?.registrations.first)
        #expect([hidden.isLocal, local.isLocal] == [false, true])
        #expect(hidden.overrides == nil)
        #expect([local.overrides?.module, local.overrides?.id] == [graph.root.path, hidden.id])
    }

    // MARK: When are two keys the same?

    @Test func keys_areEqual_ifValueAndTypeAre() throws {
        struct Colliding: Hashable {
            let value: Int
            func hash(into hasher: inout Hasher) {}
        }
        let root = try Fixtures.root { builder in
            try builder.registerSingleton(String.self, key: 1) { _ in "Int" }
            try builder.registerSingleton(String.self, key: 1 as UInt8) { _ in "UInt8" }
            try builder.registerSingleton(String.self, key: "1") { _ in "String" }
            try builder.registerSingleton(String.self, key: Colliding(value: 1)) { _ in "first" }
            try builder.registerSingleton(String.self, key: Colliding(value: 2)) { _ in "second" }
        }
        let found = try [
            root.resolve(String.self, key: 1), root.resolve(String.self, key: 1 as UInt8),
            root.resolve(String.self, key: "1"), root.resolve(String.self, key: Colliding(value: 1)),
            root.resolve(String.self, key: Colliding(value: 2)),
        ]
        #expect(found == ["Int", "UInt8", "String", "first", "second"])
    }

    @Test func keys_areNotDescribed_byALookUpThatSucceeds() throws {
        struct TellingKey: Hashable, CustomStringConvertible {
            let journal: Fixtures.Journal
            var description: String {
                journal.append("described")
                return "telling"
            }
            static func == (left: TellingKey, right: TellingKey) -> Bool { left.journal === right.journal }
            func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(journal)) }
        }
        let key = TellingKey(journal: Fixtures.Journal())
        let root = try Fixtures.root { try $0.registerInstance(Int.self, key: key) { _ in 1 } }
        let before = key.journal.entries.count
        #expect(try root.resolve(Int.self, key: key) == 1)
        #expect(key.journal.entries.count == before)
        #expect(Fixtures.error { try root.resolve(Double.self, key: key) }?.path.description == "Double[telling]")
    }

    // MARK: Is a typealias a type of its own?

    @Test func typealiases_areTheirType_alsoOfGenericTypes() throws {
        typealias Names = [String]
        let root = try Fixtures.root { builder in
            try builder.registerSingleton(Names.self) { _ in ["plain"] }
            try builder.registerSingleton(Names.self, key: "rooms") { _ in ["nursery"] }
        }
        #expect(try root.resolve([String].self) == ["plain"])
        #expect(try root.resolve(Array<String>.self, key: "rooms") == ["nursery"])
        #expect(Fixtures.error { try root.resolve([Substring].self) }?.code == .missing)
    }

    // MARK: What is a child worth after its parent was shut down?

    @Test func child_throwsContainerClosed_afterItsParentWasShutDown() async throws {
        let root = try Fixtures.root { try $0.registerSingleton(Fixtures.Service.self) { _ in .init() } }
        let child = try await root.buildChild(Fixtures.ServiceDependencies.self)
        await root.shutdown()
        let errors = [
            Fixtures.error { try root.buildChild(Fixtures.ServiceDependencies.self) },
            Fixtures.error { try child.buildChild(Fixtures.EmptyDependencies.self) },
            Fixtures.error { try child.container.resolve(Fixtures.Service.self) },
        ]
        #expect(errors.map { $0?.code } == Array(repeating: .containerClosed, count: 3))
        #expect(errors.first??.message == "The container of ContainerFixtures.AppRoot was shut down.")
    }
}
