// SPDX-License-Identifier: Apache-2.0

import ModularDependencyContainer
import Testing

/// Factories that declare what they need: they get it, in order, and behave as those that look it up.
@Suite(.timeLimit(.minutes(1))) struct DeclaredEdgeTests {
    typealias Fixtures = ContainerFixtures
    typealias Text = ConformanceText

    /// The two ways to write a factory.
    enum Style: CaseIterable { case declared, lookedUp }

    /// What a factory was given, as an instance of its own.
    final class Receipt: Sendable {
        let lines: [String]

        init(_ lines: String...) {
            self.lines = lines
        }
    }

    /// Registers a client made of a service, in one of the styles.
    private func registerClient(
        _ style: Style, _ scope: DependencyScope, in builder: DependencyBuilder<Fixtures.AppRoot>,
        make: @escaping @Sendable (Fixtures.Service) throws -> Fixtures.Client = { Fixtures.Client(service: $0) }
    ) throws {
        let file = "App/Client.swift"
        let needed = Dependency(Fixtures.Service.self)
        switch (style, scope) {
        case (.declared, .singleton):
            try builder.registerSingleton(Fixtures.Client.self, using: needed, fileID: file, line: 1, factory: make)
        case (.declared, .scoped):
            try builder.registerScoped(Fixtures.Client.self, using: needed, fileID: file, line: 1, factory: make)
        case (.declared, .instance):
            try builder.registerInstance(Fixtures.Client.self, using: needed, fileID: file, line: 1, factory: make)
        case (.lookedUp, .singleton):
            try builder.registerSingleton(Fixtures.Client.self, fileID: file, line: 1) {
                try make(try $0.resolve(Fixtures.Service.self))
            }
        case (.lookedUp, .scoped):
            try builder.registerScoped(Fixtures.Client.self, fileID: file, line: 1) {
                try make(try $0.resolve(Fixtures.Service.self))
            }
        case (.lookedUp, .instance):
            try builder.registerInstance(Fixtures.Client.self, fileID: file, line: 1) {
                try make(try $0.resolve(Fixtures.Service.self))
            }
        }
    }

    @MainActor
    @Test(arguments: RegistrationForm.all)
    func factory_getsWhatItDeclares_inOrder(form: RegistrationForm) throws {
        let root = try Fixtures.root { builder in
            builder.provideInput(Fixtures.Address.self, key: "lamp", Fixtures.Address(text: "AA"))
            try builder.registerSingleton(String.self) { _ in "plain" }
            try builder.registerInstance(String.self, key: Fixtures.TrackerKey.night) { _ in "night" }
            try form.register(
                Receipt.self, in: builder, using: Dependency(String.self, key: Fixtures.TrackerKey.night),
                Dependency(String.self), Dependency(input: Fixtures.Address.self, key: "lamp")
            ) { Receipt($0, $1, $2.text) }
        }
        let receipt = try form.resolve(Receipt.self, from: root)
        #expect(receipt.lines == ["night", "plain", "AA"])
        #expect(try (form.resolve(Receipt.self, from: root) === receipt) == (form.scope != .instance))
        let child = try root.buildChild(Fixtures.EmptyDependencies.self).container
        if form.isLocal {
            #expect(Fixtures.error { try form.resolve(Receipt.self, from: child) }?.code == .missing)
        } else {
            let below = try form.resolve(Receipt.self, from: child)
            #expect(below.lines == ["night", "plain", "AA"])
            #expect((below === receipt) == (form.scope == .singleton))
        }
    }

    @MainActor
    @Test func mainActorFactory_getsIsolatedAndOtherDependencies_alsoOnesThatAreNotSendable() throws {
        let root = try Fixtures.root { builder in
            builder.provideInput(Int.self, 5)
            try builder.registerSingleton(Fixtures.Service.self) { _ in Fixtures.Service("shared") }
            try builder.mainActor.registerSingleton(Fixtures.Unsendable.self) { _ in Fixtures.Unsendable() }
            try builder.mainActor.registerSingleton(
                Fixtures.Coordinator.self, using: Dependency(Fixtures.Service.self),
                IsolatedDependency(Fixtures.Unsendable.self), Dependency(input: Int.self)
            ) { service, unsendable, number in
                unsendable.count += number
                return Fixtures.Coordinator(service: service)
            }
        }
        let coordinator = try root.resolveMainActor(Fixtures.Coordinator.self)
        #expect(try coordinator.service === root.resolve(Fixtures.Service.self))
        #expect(try root.resolveMainActor(Fixtures.Unsendable.self).count == 5)
    }

    @Test func factory_mayDeclareThatItNeedsNothing() throws {
        let root = try Fixtures.root { try $0.registerSingleton(Fixtures.Service.self) { Fixtures.Service("alone") } }
        #expect(try root.resolve(Fixtures.Service.self).name == "alone")
    }

    @Test func factory_getsWhatItsOwnModuleProvides_whoeverAsks() throws {
        let root = try Fixtures.root { builder in
            try builder.registerSingleton(Fixtures.Service.self) { _ in Fixtures.Service("root") }
            try registerClient(.declared, .instance, in: builder)
        }
        let child = try root.buildChild(Fixtures.OverridingDependencies.self)
        #expect(try child.container.resolve(Fixtures.Client.self).service.name == "root")
    }

    @Test(arguments: Style.allCases)
    func scopedFactory_getsTheScopedInstancesOfTheContainerThatAsks(style: Style) throws {
        let root = try Fixtures.root { builder in
            try builder.registerScoped(Fixtures.Service.self) { _ in Fixtures.Service() }
            try registerClient(style, .scoped, in: builder)
        }
        let child = try root.buildChild(Fixtures.ServiceDependencies.self)
        #expect(try child.container.resolve(Fixtures.Client.self).service === child.service)
        #expect(try root.resolve(Fixtures.Client.self).service !== child.service)
    }

    // MARK: As the other form

    @Test(arguments: Style.allCases)
    func cycle_hasTheSamePath_inEitherStyle(style: Style) throws {
        let root = try Fixtures.root { builder in
            try registerClient(style, .singleton, in: builder)
            // One side always looks up, or the cycle would be found before anything could be resolved.
            try builder.registerSingleton(Fixtures.Service.self, fileID: "App/Service.swift", line: 2) {
                try $0.resolve(Fixtures.Client.self).service
            }
        }
        let error = Fixtures.error { try root.resolve(Fixtures.Client.self) }
        #expect(error?.code == .cycle)
        #expect(
            Text.steps(error) == [
                "ContainerFixtures.AppRoot: ContainerFixtures.Client singleton nonisolated App/Client.swift:1",
                "ContainerFixtures.AppRoot: ContainerFixtures.Service singleton nonisolated App/Service.swift:2",
                "ContainerFixtures.AppRoot: ContainerFixtures.Client singleton nonisolated App/Client.swift:1",
            ])
    }

    @Test func captive_isTheSameDiagnostic_beforeOneStyleAndInTheOther() throws {
        func error(_ style: Style) -> DependencyError? {
            Fixtures.error {
                let root = try Fixtures.root { builder in
                    try builder.registerScoped(Fixtures.Service.self, fileID: "App/Service.swift", line: 2) { _ in
                        Fixtures.Service()
                    }
                    try registerClient(style, .singleton, in: builder)
                }
                return try root.resolve(Fixtures.Client.self)
            }
        }
        let declared = error(.declared)
        let lookedUp = error(.lookedUp)
        #expect(declared?.code == .captive)
        #expect(declared?.description == lookedUp?.description)
        #expect(Text.steps(declared) == Text.steps(lookedUp))
    }

    @Test func captive_isFoundAtRunTime_throughADeclaredInstanceBelowALookedUpSingleton() throws {
        let root = try Fixtures.root { builder in
            try builder.registerScoped(Fixtures.Service.self) { _ in Fixtures.Service() }
            try registerClient(.declared, .instance, in: builder)
            try builder.registerSingleton(String.self) { try $0.resolve(Fixtures.Client.self).service.name }
        }
        let error = Fixtures.error { try root.resolve(String.self) }
        #expect(error?.code == .captive)
        #expect(error?.path.description == "String -> ContainerFixtures.Client -> ContainerFixtures.Service")
        #expect(try root.resolve(Fixtures.Client.self).service.name == "service")
    }

    @Test(arguments: Style.allCases, DependencyScope.allCases)
    func failure_hasPathAndCause_andIsNotRemembered(style: Style, scope: DependencyScope) throws {
        let runs = Fixtures.Journal()
        let root = try Fixtures.root { builder in
            try builder.registerSingleton(Fixtures.Service.self) { _ in
                runs.append("service")
                guard runs.entries.count > 1 else { throw Fixtures.Failure(reason: "below") }
                return Fixtures.Service()
            }
            try registerClient(style, scope, in: builder) { service in
                runs.append("client")
                guard runs.entries.count > 3 else { throw Fixtures.Failure(reason: "here") }
                return Fixtures.Client(service: service)
            }
        }
        let first = Fixtures.error { try root.resolve(Fixtures.Client.self) }
        let second = Fixtures.error { try root.resolve(Fixtures.Client.self) }
        #expect([first?.code, second?.code] == [.factoryFailed, .factoryFailed])
        #expect(
            [first, second].map { $0?.path.description } == [
                "ContainerFixtures.Client -> ContainerFixtures.Service", "ContainerFixtures.Client",
            ])
        #expect(
            [first, second].map { ($0?.underlying as? Fixtures.Failure)?.reason } == ["below", "here"])
        #expect(try root.resolve(Fixtures.Client.self).service === root.resolve(Fixtures.Service.self))
        #expect(runs.entries == ["service", "service", "client", "client"])
    }

    @Test(arguments: Style.allCases, [DependencyScope.singleton, .scoped])
    func factory_runsOnce_underConcurrentFirstUse(style: Style, scope: DependencyScope) async throws {
        for _ in 0..<20 {
            let runs = Fixtures.Journal()
            let start = Fixtures.Meeting(of: 8)
            let root = try Fixtures.root { builder in
                try builder.registerSingleton(Fixtures.Service.self) { _ in
                    runs.append("service")
                    return Fixtures.Service()
                }
                try registerClient(style, scope, in: builder) { service in
                    runs.append("client")
                    return Fixtures.Client(service: service)
                }
            }
            let instances = await withTaskGroup(of: ObjectIdentifier?.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        await Fixtures.onThread {
                            start.arriveAndAwait()
                            return (try? root.resolve(Fixtures.Client.self)).map(ObjectIdentifier.init)
                        }
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(Set(instances).count == 1 && !instances.contains(nil))
            #expect(runs.entries == ["service", "client"])
            #expect(start.wasComplete)
        }
    }

    @MainActor
    @Test func mainActorFailure_hasPathAndCause_andIsNotRemembered() throws {
        let runs = Fixtures.Journal()
        let root = try Fixtures.root { builder in
            try builder.mainActor.registerSingleton(Int.self) { _ in
                runs.append("int")
                guard runs.entries.count > 1 else { throw Fixtures.Failure(reason: "below") }
                return 2
            }
            try builder.mainActor.registerScoped(Double.self, using: IsolatedDependency(Int.self)) { Double($0) }
        }
        let error = Fixtures.error { try root.resolveMainActor(Double.self) }
        #expect(error?.code == .factoryFailed)
        #expect(error?.path.description == "Double -> Int")
        #expect(error?.underlying as? Fixtures.Failure == Fixtures.Failure(reason: "below"))
        #expect(try root.resolveMainActor(Double.self) == 2)
    }

    @Test func freeze_findsADeclaredEdgeThatIsMissing_andALookUpIsFoundWhenItRuns() throws {
        func error(_ style: Style) -> DependencyError? {
            Fixtures.error {
                try Fixtures.root { try registerClient(style, .singleton, in: $0) }.resolve(Fixtures.Client.self)
            }
        }
        #expect(error(.declared)?.description == error(.lookedUp)?.description)
        #expect(Text.steps(error(.declared)) == Text.steps(error(.lookedUp)))
        #expect(
            Text.steps(error(.declared)) == [
                "ContainerFixtures.AppRoot: ContainerFixtures.Client singleton nonisolated App/Client.swift:1",
                "ContainerFixtures.AppRoot: ContainerFixtures.Service - nonisolated -",
            ])
    }
}
