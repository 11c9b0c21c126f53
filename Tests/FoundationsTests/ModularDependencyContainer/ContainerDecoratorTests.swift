// SPDX-License-Identifier: Apache-2.0

import ModularDependencyContainer
import Testing

/// What a factory finds under its own type and key: what it overrides or decorates.
@MainActor
@Suite(.timeLimit(.minutes(1))) struct ContainerDecoratorTests {
    typealias Fixtures = ContainerFixtures
    typealias Service = Fixtures.Service

    /// Overrides a service with one that is made from it.
    struct WrappingDependencies: DependencyRequirements {
        let container: DependencyContainer<Self>
        init(_ container: DependencyContainer<Self>) { self.container = container }

        static let requirements = [Requirement(Service.self)]
        static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
            try builder.registerSingleton(Service.self) { container in
                Service("wrapped " + Self(container).service.name)
            }
        }

        var service: Service { container.dependency(0, Service.self) }
    }

    /// The same with a declared edge.
    struct DeclaringDependencies: DependencyRequirements {
        let container: DependencyContainer<Self>
        init(_ container: DependencyContainer<Self>) { self.container = container }

        static let requirements = [Requirement(Service.self)]
        static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
            try builder.registerSingleton(Service.self, using: Dependency(Service.self)) {
                Service("declared " + $0.name)
            }
        }

        var service: Service { container.dependency(0, Service.self) }
    }

    /// Decorates for itself and below, and once more for itself alone.
    struct DecoratingDependencies: DependencyRequirements {
        let container: DependencyContainer<Self>
        init(_ container: DependencyContainer<Self>) { self.container = container }

        static let requirements = [Requirement(Service.self)]
        static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
            try builder.local.decorate(Service.self, fileID: "A/Decorating.swift", line: 2) { inner, _ in
                Service("local " + inner.name)
            }
            try builder.decorate(Service.self, fileID: "A/Decorating.swift", line: 1) { inner, _ in
                Service("passed " + inner.name)
            }
        }

        var service: Service { container.dependency(0, Service.self) }
    }

    private func root() throws -> DependencyContainer<Fixtures.AppRoot> {
        try Fixtures.root { try $0.registerSingleton(Service.self) { Service("root") } }
    }

    @Test func override_reachesWhatItOverrides_throughItsAccessor() throws {
        let child = try root().buildChild(WrappingDependencies.self)
        #expect(child.service.name == "wrapped root")
        #expect(try child.buildChild(WrappingDependencies.self).service.name == "wrapped wrapped root")
    }

    @Test func override_reachesWhatItOverrides_throughADeclaredEdge() throws {
        let child = try root().buildChild(DeclaringDependencies.self)
        #expect(child.service.name == "declared root")
        #expect(
            try root().buildChild(WrappingDependencies.self).buildChild(DeclaringDependencies.self)
                .service.name == "declared wrapped root")
    }

    @Test func override_reachesWhatItOverrides_onTheMainActor() throws {
        struct ScreenDependencies: DependencyRequirements {
            let container: DependencyContainer<Self>
            init(_ container: DependencyContainer<Self>) { self.container = container }
            static let mainActorRequirements = [Requirement(Fixtures.Screen.self)]
            static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
                try builder.mainActor.registerSingleton(
                    Fixtures.Screen.self, using: IsolatedDependency(Fixtures.Screen.self)
                ) { Fixtures.Screen(title: "small " + $0.title) }
                try builder.mainActor.decorate(Fixtures.Screen.self) { inner, _ in
                    Fixtures.Screen(title: "bright " + inner.title)
                }
            }
            @MainActor var screen: Fixtures.Screen { container.mainActorDependency(0, Fixtures.Screen.self) }
        }
        let root = try Fixtures.root { builder in
            try builder.mainActor.registerSingleton(Fixtures.Screen.self) { Fixtures.Screen(title: "screen") }
        }
        #expect(try root.buildChild(ScreenDependencies.self).screen.title == "bright small screen")
    }

    @Test func override_isACycle_whereThereIsNothingToOverride() throws {
        let builder = DependencyBuilder<Fixtures.AppRoot>()
        try builder.registerSingleton(Service.self) { container in try container.resolve(Service.self) }
        let root = try builder.freeze()
        #expect(Fixtures.error { try root.resolve(Service.self) }?.code == .cycle)
    }

    @Test func decorators_standInTheOrderTheyAreWritten_theLocalOnesOutermost() throws {
        let child = try root().buildChild(DecoratingDependencies.self)
        #expect(child.service.name == "local passed root")
        #expect(try child.buildChild(Fixtures.ServiceDependencies.self).service.name == "passed root")
        #expect(try child.buildChild(DecoratingDependencies.self).service.name == "local passed passed root")
    }

    @Test func decorator_standsInFrontOfTheSameModulesRegistration_writtenBeforeOrAfterIt() throws {
        let root = try Fixtures.root { builder in
            try builder.decorate(Service.self, using: Dependency(Int.self)) { inner, number in
                Service("\(inner.name) \(number)")
            }
            try builder.registerSingleton(Service.self) { Service("root") }
            try builder.decorate(Service.self) { inner, _ in Service("\(inner.name)!") }
            try builder.registerSingleton(Int.self) { 7 }
        }
        #expect(try root.resolve(Service.self).name == "root 7!")
    }

    @Test func decorator_leavesOtherKeysAlone() throws {
        let root = try Fixtures.root { builder in
            try builder.registerSingleton(Service.self) { Service("plain") }
            try builder.registerSingleton(Service.self, key: 1) { Service("first") }
            try builder.decorate(Service.self, key: 1) { inner, _ in Service("decorated " + inner.name) }
        }
        #expect(try root.resolve(Service.self).name == "plain")
        #expect(try root.resolve(Service.self, key: 1).name == "decorated first")
    }

    @Test(arguments: DependencyScope.allCases)
    func decorator_hasTheScopeOfWhatItDecorates(scope: DependencyScope) throws {
        let root = try Fixtures.root { builder in
            switch scope {
            case .singleton: try builder.registerSingleton(Service.self) { Service() }
            case .scoped: try builder.registerScoped(Service.self) { Service() }
            case .instance: try builder.registerInstance(Service.self) { Service() }
            }
            try builder.decorate(Service.self) { inner, _ in Service("decorated " + inner.name) }
        }
        let child = try root.buildChild(Fixtures.ServiceDependencies.self)
        let (first, second, above) = (child.service, child.service, try root.resolve(Service.self))
        #expect(first.name == "decorated service")
        #expect((first === second) == (scope != .instance))
        #expect((first === above) == (scope == .singleton))
    }

    @Test func decorator_ofALocalRegistration_isLocal() throws {
        struct LocalDependencies: DependencyRequirements {
            let container: DependencyContainer<Self>
            init(_ container: DependencyContainer<Self>) { self.container = container }
            static let requirements = [Requirement(Service.self)]
            static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
                try builder.local.registerSingleton(Service.self) { Service("own") }
                try builder.decorate(Service.self) { inner, _ in Service("decorated " + inner.name) }
            }
        }
        let child = try root().buildChild(LocalDependencies.self)
        #expect(try child.container.resolve(Service.self).name == "decorated own")
        #expect(try child.buildChild(Fixtures.ServiceDependencies.self).service.name == "root")
    }

    @Test func decorator_isReportedMissing_whereThereIsNothingToDecorate() throws {
        let builder = DependencyBuilder<Fixtures.AppRoot>()
        try builder.decorate(Service.self, fileID: "A/Root.swift", line: 1) { inner, _ in inner }
        let error = Fixtures.error { try builder.freeze() }
        #expect(error?.code == .missing)
        #expect(
            error?.message == "Nobody provides ContainerFixtures.Service to ContainerFixtures.AppRoot.")
        #expect(error?.path.frames.first?.source?.description == "A/Root.swift:1")
    }

    @Test func decorator_isReported_whereItHasAnotherIsolation() throws {
        let builder = DependencyBuilder<Fixtures.AppRoot>()
        try builder.registerSingleton(Service.self) { Service() }
        try builder.mainActor.decorate(Service.self) { inner, _ in inner }
        #expect(Fixtures.error { try builder.freeze() }?.code == .isolationMismatch)
    }

    @Test func decorators_andWhatTheyDecorate_areTornDown_outermostFirst() async throws {
        let journal = Fixtures.Journal()
        let root = try Fixtures.root { builder in
            try builder.registerSingleton(Service.self, teardown: { journal.append($0.name) }) { Service("root") }
            try builder.decorate(Service.self, teardown: { journal.append($0.name) }) { inner, _ in
                Service("decorated " + inner.name)
            }
        }
        _ = try root.resolve(Service.self)
        await root.shutdown()
        #expect(journal.entries == ["decorated root", "root"])
    }

    @Test func override_ofATest_replacesTheDecoratorsToo() throws {
        let child = try root().makeChild(
            DecoratingDependencies.self, replacing: { try $0.registerSingleton(Service.self) { Service("mock") } })
        #expect(child.service.name == "mock")
    }

    @Test func graph_showsWhatADecoratorStandsInFrontOf() throws {
        let builder = DependencyBuilder<Fixtures.AppRoot>()
        try builder.registerSingleton(Service.self, fileID: "A/Root.swift", line: 1) { Service("root") }
        try builder.decorate(Service.self, using: Dependency(Int.self), fileID: "A/Root.swift", line: 2) { inner, _ in
            inner
        }
        try builder.registerSingleton(Int.self, fileID: "A/Root.swift", line: 3) { 7 }
        let graph = builder.graph(of: DecoratingDependencies.self)
        let rows = try graph.rendered(as: .tree).split(separator: "\n").map { row in
            row.replacing("ContainerFixtures.", with: "").replacing("ContainerDecoratorTests.", with: "")
                .split(separator: " ").joined(separator: " ")
        }
        #expect(
            rows == [
                "AppRoot",
                "Service singleton nonisolated A/Root.swift:1",
                "Int singleton nonisolated A/Root.swift:3",
                "Service singleton nonisolated A/Root.swift:2 decorates AppRoot",
                "-> Service", "-> Int",
                "DecoratingDependencies",
                "needs Service from AppRoot/DecoratingDependencies",
                "Service singleton nonisolated A/Decorating.swift:1 decorates AppRoot",
                "-> Service in AppRoot",
                "Service singleton nonisolated A/Decorating.swift:2 local, decorates AppRoot/DecoratingDependencies",
                "-> Service",
                "-> declared, ~> observed",
            ])
        #expect(builder.validate(DecoratingDependencies.self).description == "")
    }
}
