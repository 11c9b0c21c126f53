// SPDX-License-Identifier: Apache-2.0

import ModularDependencyContainer
import Testing

/// Wiring by initialiser.
@MainActor
@Suite struct ContainerInitializerTests {
    typealias Fixtures = ContainerFixtures
    typealias Service = Fixtures.Service

    struct Sender: Sendable {
        let service: Service
        let address: Fixtures.Address
        let number: Int
    }

    struct Pair: Sendable {
        let night: Service
        let day: Service
    }

    final class Rainmaker: Fixtures.Sounding {
        let sound: String
        init(service: Service) { sound = service.name }
    }

    @MainActor
    final class Provider {
        let coordinator: Fixtures.Coordinator
        let sender: Sender

        init(coordinator: Fixtures.Coordinator, sender: Sender) {
            self.coordinator = coordinator
            self.sender = sender
        }
    }

    struct Screen: Sendable {
        let child: Fixtures.ServiceDependencies
    }

    struct Failing: Sendable {
        init(service: Service) throws { throw Fixtures.Failure(reason: service.name) }
    }

    struct SenderDependencies: DependencyRequirements {
        let container: DependencyContainer<Self>
        init(_ container: DependencyContainer<Self>) { self.container = container }
        static let requirements = [Requirement(Service.self), Requirement(Int.self, key: "limit")]
        static let inputRequirements = [InputRequirement(Fixtures.Address.self)]
        static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
            try builder.registerSingleton(
                Sender.self, keys: [2: "limit"], fileID: "A/Sender.swift", line: 1, from: Sender.init)
        }
    }

    private func root() throws -> DependencyContainer<Fixtures.AppRoot> {
        try Fixtures.root { builder in
            try builder.registerSingleton(Service.self) { Service("root") }
            try builder.registerSingleton(Int.self, key: "limit") { 7 }
            builder.provideInput(Fixtures.Address.self, Fixtures.Address(text: "here"))
        }
    }

    @Test func initializer_getsInputsAndRegistrationsAndKeys_byTheTypesOfItsParameters() throws {
        let sender = try root().buildChild(SenderDependencies.self).container.resolve(Sender.self)
        #expect([sender.service.name, sender.address.text, "\(sender.number)"] == ["root", "here", "7"])
    }

    @Test func initializer_declaresItsEdges() throws {
        let builder = DependencyBuilder<Fixtures.AppRoot>()
        let graph = builder.graph(
            of: SenderDependencies.self, inputs: [InputRequirement(Fixtures.Address.self)])
        let edges = graph.modules.last?.registrations.first?.edges ?? []
        #expect(edges.map(\.kind) == [.dependency, .input, .dependency])
        #expect(edges.map(\.key) == [nil, nil, "limit"])
        #expect(
            builder.validate(SenderDependencies.self).errors.map(\.code) == [
                .missing, .missing, .missingInput, .missing, .missingInput, .missing,
            ])
    }

    @Test(arguments: DependencyScope.allCases)
    func initializer_isTakenInEveryScope(scope: DependencyScope) throws {
        let root = try Fixtures.root { builder in
            try builder.registerSingleton(Service.self, from: { Service("made") })
            switch scope {
            case .singleton: try builder.registerSingleton(Fixtures.Client.self, from: Fixtures.Client.init)
            case .scoped: try builder.registerScoped(Fixtures.Client.self, from: Fixtures.Client.init)
            case .instance: try builder.registerInstance(Fixtures.Client.self, from: Fixtures.Client.init)
            }
        }
        let (first, second) = (try root.resolve(Fixtures.Client.self), try root.resolve(Fixtures.Client.self))
        #expect(first.service.name == "made")
        #expect((first === second) == (scope != .instance))
    }

    @Test(arguments: DependencyScope.allCases)
    func initializer_onTheMainActor_getsWhatIsThereAndWhatIsAnywhere(scope: DependencyScope) throws {
        let root = try Fixtures.root { builder in
            try builder.registerSingleton(Service.self) { Service("root") }
            try builder.registerSingleton(Sender.self, using: Dependency(Service.self)) {
                Sender(service: $0, address: Fixtures.Address(text: "here"), number: 1)
            }
            try builder.mainActor.registerSingleton(Fixtures.Coordinator.self, from: Fixtures.Coordinator.init)
            switch scope {
            case .singleton: try builder.mainActor.registerSingleton(Provider.self, from: Provider.init)
            case .scoped: try builder.mainActor.registerScoped(Provider.self, from: Provider.init)
            case .instance: try builder.mainActor.registerInstance(Provider.self, from: Provider.init)
            }
        }
        let provider = try root.resolveMainActor(Provider.self)
        #expect(provider.sender.service === provider.coordinator.service)
        #expect(try root.resolveMainActor(Provider.self) === provider || scope == .instance)
    }

    @Test func initializer_canMakeWhatConformsToAProtocol() throws {
        let root = try Fixtures.root { builder in
            try builder.registerSingleton(Service.self) { Service("root") }
            try builder.registerSingleton((any Fixtures.Sounding).self, from: Rainmaker.init)
        }
        #expect(try root.resolve((any Fixtures.Sounding).self).sound == "root")
    }

    @Test func initializer_getsTheChildThatTheModuleKeeps() throws {
        let root = try Fixtures.root { builder in
            try builder.registerSingleton(Service.self) { Service("root") }
            try builder.registerSingleton(Screen.self, from: Screen.init)
            try builder.mainActor.registerSingleton(Screen.self, key: "main", from: Screen.init)
        }
        #expect(try root.resolve(Screen.self).child.service.name == "root")
        #expect(try root.resolveMainActor(Screen.self, key: "main").child.service.name == "root")
        #expect(root.graph().modules.count == 2)
    }

    @Test func initializer_mayThrow() throws {
        let root = try Fixtures.root { builder in
            try builder.registerSingleton(Service.self) { Service("root") }
            try builder.registerSingleton(Failing.self, from: Failing.init)
        }
        let error = Fixtures.error { try root.resolve(Failing.self) }
        #expect(error?.code == .factoryFailed)
        #expect(error?.underlying as? Fixtures.Failure == Fixtures.Failure(reason: "root"))
    }

    @Test func twoParametersOfOneType_areAmbiguous_untilKeysTellThemApart() throws {
        let builder = DependencyBuilder<Fixtures.AppRoot>()
        for key in [nil, "day"] as [String?] {
            try builder.registerSingleton(Service.self, key: key) { Service(key ?? "") }
        }
        try builder.registerSingleton(Pair.self, fileID: "A/Root.swift", line: 1, from: Pair.init)
        let error = Fixtures.error { try builder.freeze() }
        #expect(error?.code == .ambiguous)
        #expect(
            error?.message == "The initialiser of ContainerInitializerTests.Pair has several parameters of the type "
                + "ContainerFixtures.Service; say with keys which is which, or declare its needs with using.")
        let root = try Fixtures.root { builder in
            for key in [nil, "day"] as [String?] {
                try builder.registerSingleton(Service.self, key: key) { Service(key ?? "night") }
            }
            try builder.registerSingleton(Pair.self, keys: [1: "day"], from: Pair.init)
        }
        let pair = try root.resolve(Pair.self)
        #expect([pair.night.name, pair.day.name] == ["night", "day"])
    }

    @Test func parameter_isAmbiguous_whereItsTypeIsAnInputAndARegistration() throws {
        struct BothDependencies: DependencyRequirements {
            let container: DependencyContainer<Self>
            init(_ container: DependencyContainer<Self>) { self.container = container }
            static let inputRequirements = [InputRequirement(Service.self)]
            static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
                try builder.registerSingleton(
                    Fixtures.Client.self, fileID: "A/Both.swift", line: 1, from: Fixtures.Client.init)
            }
        }
        let root = try Fixtures.root { builder in
            builder.provideInput(Service.self, Service("input"))
            try builder.registerSingleton(Service.self, fileID: "A/Root.swift", line: 2) { Service("registered") }
        }
        let error = Fixtures.error { try root.buildChild(BothDependencies.self) }
        #expect(error?.code == .ambiguous)
        #expect(
            error?.message == "The initialiser of ContainerFixtures.Client has a parameter of the type "
                + "ContainerFixtures.Service, which is an input and also ContainerFixtures.Service in "
                + "ContainerFixtures.AppRoot at A/Root.swift:2; declare its needs with using.")
    }

    @Test func keyOfAParameterThatIsNotThere_isRefusedAtOnce() throws {
        let builder = DependencyBuilder<Fixtures.AppRoot>()
        let error = Fixtures.error {
            try builder.registerSingleton(
                Fixtures.Client.self, keys: [1: "day"], fileID: "A/Root.swift", line: 1, from: Fixtures.Client.init)
        }
        #expect(error?.code == .noSuchParameter)
        #expect(
            error?.message == "There is a key for parameter 1 of the initialiser of ContainerFixtures.Client at "
                + "A/Root.swift:1, which has 1; positions begin with 0.")
    }
}
