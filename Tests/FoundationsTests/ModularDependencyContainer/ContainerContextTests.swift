// SPDX-License-Identifier: Apache-2.0

import ContainerTestSupport
import ModularDependencyContainer
import Testing

/// What a program gets from the world, and what stands for it in previews and tests.
@Suite(.timeLimit(.minutes(1))) struct ContainerContextTests {
    typealias Fixtures = ContainerFixtures
    typealias Service = Fixtures.Service

    enum GreetingKey: ContextKey {
        static let liveValue = "live"
        static let previewValue = "preview"
        static let testingValue = "testing"
    }

    /// Says only what the program uses.
    enum ServiceKey: ContextKey {
        static var liveValue: Service { Service("made") }
    }

    /// Has no value at all unless it is given.
    enum FolderKey: ContextKey {
        static var liveValue: String { get throws { throw Fixtures.Failure(reason: "no folder") } }
    }

    struct GreetingDependencies: DependencyRequirements {
        let container: DependencyContainer<Self>
        init(_ container: DependencyContainer<Self>) { self.container = container }
        static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
            try builder.registerSingleton(
                Service.self, using: Dependency(context: GreetingKey.self), fileID: "A/Greeting.swift", line: 1
            ) { Service($0) }
        }
        var greeting: String { get throws { try container.resolve(Service.self).name } }
    }

    private func root(_ context: DependencyContext) throws -> DependencyContainer<Fixtures.AppRoot> {
        try DependencyBuilder<Fixtures.AppRoot>(context: context).freeze()
    }

    @Test(arguments: DependencyContext.Mode.allCases)
    func value_isThatOfTheMode(mode: DependencyContext.Mode) throws {
        let context = DependencyContext(mode)
        #expect(try context.value(of: GreetingKey.self) == mode.rawValue)
        #expect(try root(context).context(GreetingKey.self) == mode.rawValue)
        #expect(try root(context).buildChild(GreetingDependencies.self).greeting == mode.rawValue)
    }

    @Test func builder_hasALiveContext_unlessItIsGivenOne() throws {
        #expect(try DependencyBuilder<Fixtures.AppRoot>().freeze().context(GreetingKey.self) == "live")
    }

    @Test func previewValue_isTheLiveOne_andTestingValueIsUnimplemented_unlessTheKeySaysOtherwise() throws {
        #expect(try DependencyContext(.preview).value(of: ServiceKey.self).name == "made")
        let error = #expect(throws: UnimplementedContextValue.self) {
            try DependencyContext(.testing).value(of: ServiceKey.self)
        }
        #expect(error == UnimplementedContextValue(ServiceKey.self, in: .testing))
        #expect(error?.key == "ContainerContextTests.ServiceKey")
    }

    @Test func keyThatMustBeGiven_saysSo_inItsMode() throws {
        let error = #expect(throws: UnimplementedContextValue.self) {
            try DependencyContext(.live).value(of: GivenKey.self)
        }
        #expect(
            error?.description
                == "ContainerContextTests.GivenKey has no live value; give one where the context or the module is made, "
                + "or declare liveValue")
    }

    /// Must be given where the program really runs.
    enum GivenKey: ContextKey {
        static var liveValue: String { get throws { throw UnimplementedContextValue(Self.self, in: .live) } }
        static let previewValue = "preview"
    }

    @Test func value_isMadeOnce_forAContextAndThoseThatOverrideIt() throws {
        let context = DependencyContext(.live)
        let other = context.overriding([ContextOverride(GreetingKey.self, "other")])
        #expect(try context.value(of: ServiceKey.self) === other.value(of: ServiceKey.self))
        #expect(try context.value(of: ServiceKey.self) !== DependencyContext(.live).value(of: ServiceKey.self))
    }

    @Test func givenValue_counts_inEveryMode() throws {
        for mode in DependencyContext.Mode.allCases {
            let context = DependencyContext(
                mode, overriding: [ContextOverride(FolderKey.self, "first"), ContextOverride(FolderKey.self, "last")])
            #expect(try context.value(of: FolderKey.self) == "last")
        }
    }

    @Test func override_countsForTheChild_andEverythingBelowIt_alone() throws {
        let root = try root(DependencyContext(.live))
        let child = try root.buildChild(
            GreetingDependencies.self, overriding: [ContextOverride(GreetingKey.self, "hello")])
        let grandchild = try child.buildChild(Fixtures.EmptyDependencies.self)
        #expect(try child.greeting == "hello")
        #expect(try grandchild.container.context(GreetingKey.self) == "hello")
        #expect(try root.context(GreetingKey.self) == "live")
        #expect(try root.buildChild(GreetingDependencies.self).greeting == "live")
    }

    @Test func override_doesNotReach_whatIsRegisteredAbove() throws {
        let builder = DependencyBuilder<Fixtures.AppRoot>()
        try builder.registerSingleton(Service.self, using: Dependency(context: GreetingKey.self)) { Service($0) }
        let child = try builder.freeze().buildChild(
            Fixtures.ServiceDependencies.self, overriding: [ContextOverride(GreetingKey.self, "hello")])
        #expect(child.service.name == "live")
    }

    @Test func absentValue_throwsThePathOfWhoAsked() throws {
        let child = try root(DependencyContext(.testing)).buildChild(PathDependencies.self)
        let error = Fixtures.error { try child.container.resolve(Fixtures.Client.self) }
        #expect(error?.code == .contextValueFailed)
        #expect(
            error?.description
                == "ContainerContextTests.PathDependencies asks for ContainerContextTests.ServiceKey, which "
                + "has no value in a testing context. Cause: ContainerContextTests.ServiceKey has no testing value; give "
                + "one where the context or the module is made, or declare testingValue. Path: ContainerFixtures.Client "
                + "(singleton in ContainerContextTests.PathDependencies at A/Path.swift:2) -> ContainerFixtures.Service "
                + "(singleton in ContainerContextTests.PathDependencies at A/Path.swift:1) -> "
                + "ContainerContextTests.ServiceKey (in ContainerContextTests.PathDependencies)")
    }

    struct PathDependencies: DependencyRequirements {
        let container: DependencyContainer<Self>
        init(_ container: DependencyContainer<Self>) { self.container = container }
        static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
            try builder.registerSingleton(
                Service.self, using: Dependency(context: ServiceKey.self), fileID: "A/Path.swift", line: 1
            ) { $0 }
            try builder.registerSingleton(
                Fixtures.Client.self, fileID: "A/Path.swift", line: 2, from: Fixtures.Client.init)
        }
    }

    @Test func liveValueThatCannotBeMade_isTheCause() throws {
        let error = Fixtures.error { try root(DependencyContext(.live)).context(FolderKey.self) }
        #expect(error?.code == .contextValueFailed)
        #expect(error?.underlying as? Fixtures.Failure == Fixtures.Failure(reason: "no folder"))
    }

    @Test func graph_showsTheEdge_asNoGap() throws {
        let builder = DependencyBuilder<Fixtures.AppRoot>()
        let graph = builder.graph(of: GreetingDependencies.self)
        #expect(graph.modules.last?.registrations.first?.edges.map(\.kind) == [.context])
        #expect(builder.validate(GreetingDependencies.self).errors.map(\.code) == [])
        #expect(try !graph.rendered(as: .dot).contains("nobody provides it"))
        #expect(try graph.rendered(as: .tree).contains("-> context ContainerContextTests.GreetingKey"))
    }

    @Test func context_isOneForTests_inATestContainer_andMocksFillIt() throws {
        let greeting = try TestContainer.make(GreetingDependencies.self)
        #expect(try greeting.greeting == "testing")
        let path = try TestContainer.make(PathDependencies.self)
        #expect(try path.container.resolve(Fixtures.Client.self).service.name == "mocked")
    }
}

extension ContainerContextTests.GreetingDependencies: MockedDependencies {
    static func registerMocks(in mocks: MockBuilder<Self>) throws {}
}

extension ContainerContextTests.PathDependencies: MockedDependencies {
    static func registerMocks(in mocks: MockBuilder<Self>) throws {
        mocks.provideContext(ContainerContextTests.ServiceKey.self, ContainerFixtures.Service("mocked"))
    }
}
