// SPDX-License-Identifier: Apache-2.0

import ModularDependencyContainer
import Testing

/// Cycles that made other containers hang, overflow or build twice; the names carry the library and its issue.
@Suite(.timeLimit(.minutes(1))) struct RivalCycleBugTests {
    typealias Fixtures = ContainerFixtures
    typealias Root = DependencyBuilder<Fixtures.AppRoot>

    protocol Servicing: Sendable {}

    /// Implements the protocol it needs an implementation of.
    struct Wrapper: Servicing {
        let inner: any Servicing
    }

    struct Plain: Servicing {}

    struct Dependency: Sendable {}
    struct Foo: Sendable {
        let dependency: Dependency
    }
    struct Maker: Sendable {
        let foo: Foo
        func make() -> Dependency { foo.dependency }
    }

    /// Types without content, for cycles that are about their edges alone.
    struct First: Sendable {}
    struct Second: Sendable {}
    struct Third: Sendable {}

    /// Lists the protocol, and registers a wrapper of whatever the name leads to.
    struct WrappingDependencies: DependencyRequirements {
        let container: DependencyContainer<Self>

        init(_ container: DependencyContainer<Self>) {
            self.container = container
        }

        static let requirements = [Requirement((any Servicing).self)]

        static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
            try builder.registerSingleton(Wrapper.self) { Wrapper(inner: try $0.resolve((any Servicing).self)) }
            try builder.registerSingleton((any Servicing).self) { try $0.resolve(Wrapper.self) }
        }
    }

    /// What resolving throws, on a thread of its own so that a wait without end would not take one of the test's.
    private func error<Value: Sendable>(
        _ type: Value.Type, from container: DependencyContainer<some Any>
    ) async -> DependencyError? {
        await Fixtures.onThread { Fixtures.error { try container.resolve(type) } }
    }

    // MARK: Microsoft.Extensions.DependencyInjection

    @Test func msDI78327_throwsCycle_whenAnAliasFactoryLeadsBack() async throws {
        let root = try Fixtures.root { builder in
            try builder.registerSingleton(Wrapper.self) { Wrapper(inner: try $0.resolve((any Servicing).self)) }
            try builder.registerSingleton((any Servicing).self) { try $0.resolve(Wrapper.self) }
        }
        let errors = [
            await error(Wrapper.self, from: root), await error((any Servicing).self, from: root),
        ]
        let alias = "RivalCycleBugTests.Servicing"
        let wrapper = "RivalCycleBugTests.Wrapper"
        #expect(errors.map { $0?.code } == [.cycle, .cycle])
        #expect(
            errors.map { $0?.path.description } == [
                "\(wrapper) -> \(alias) -> \(wrapper)", "\(alias) -> \(wrapper) -> \(alias)",
            ])
    }

    @Test func msDI105900_throwsDuplicate_whenTheSecondRegistrationWouldHaveWon() throws {
        let error = Fixtures.error {
            try Fixtures.root { builder in
                try builder.registerSingleton((any Servicing).self) { _ in Plain() }
                try builder.registerSingleton(Wrapper.self) { Wrapper(inner: try $0.resolve((any Servicing).self)) }
                try builder.registerSingleton((any Servicing).self) { try $0.resolve(Wrapper.self) }
            }
        }
        #expect(error?.code == .duplicate)
    }

    @Test func msDI105900_throwsCycle_whenAnOverrideHidesWhatItWraps() async throws {
        let root = try Fixtures.root { try $0.registerSingleton((any Servicing).self) { _ in Plain() } }
        let child = try await root.buildChild(WrappingDependencies.self).container
        let error = await error((any Servicing).self, from: child)
        #expect(error?.code == .cycle)
        #expect(
            error?.path.description
                == "RivalCycleBugTests.Servicing -> RivalCycleBugTests.Wrapper -> RivalCycleBugTests.Servicing")
        #expect(try root.resolve((any Servicing).self) is Plain)
    }

    @Test func msDI112230_throwsCycle_betweenScopedFactories_fromTheRootAndFromBelow() async throws {
        let root = try Fixtures.root { builder in
            try builder.registerScoped(First.self) { container in
                _ = try container.resolve(Second.self)
                return First()
            }
            try builder.registerScoped(Second.self) { container in
                _ = try container.resolve(Third.self)
                return Second()
            }
            try builder.registerScoped(Third.self) { container in
                _ = try container.resolve(First.self)
                return Third()
            }
        }
        let child = try await root.buildChild(Fixtures.EmptyDependencies.self).container
        let errors = [await error(First.self, from: root), await error(First.self, from: child)]
        let path =
            "RivalCycleBugTests.First -> RivalCycleBugTests.Second -> RivalCycleBugTests.Third -> "
            + "RivalCycleBugTests.First"
        #expect(errors.map { $0?.code } == [.cycle, .cycle])
        #expect(errors.map { $0?.path.description } == [path, path])
    }

    @Test func msDI132359_throwsCycle_throughAFactoryThatCallsAnotherObject() async throws {
        let root = try Fixtures.root { builder in
            try builder.registerScoped(Foo.self) { Foo(dependency: try $0.resolve(Dependency.self)) }
            try builder.registerScoped(Maker.self) { Maker(foo: try $0.resolve(Foo.self)) }
            try builder.registerScoped(Dependency.self) { try $0.resolve(Maker.self).make() }
        }
        let error = await error(Foo.self, from: root)
        #expect(error?.code == .cycle)
        #expect(
            error?.path.description
                == "RivalCycleBugTests.Foo -> RivalCycleBugTests.Dependency -> RivalCycleBugTests.Maker -> "
                + "RivalCycleBugTests.Foo")
    }

    @Test func msDI132359_isFoundBeforeAnythingIsBuilt_ifTheEdgesAreDeclared() throws {
        typealias Needed = ModularDependencyContainer.Dependency
        let builder = Root()
        try builder.registerScoped(Foo.self, using: Needed(Dependency.self)) { Foo(dependency: $0) }
        try builder.registerScoped(Maker.self, using: Needed(Foo.self)) { Maker(foo: $0) }
        try builder.registerScoped(Dependency.self, using: Needed(Maker.self)) { $0.make() }
        let error = Fixtures.error { try builder.freeze() }
        #expect(error?.code == .cycle)
        #expect(error?.diagnostics.isEmpty == true)
        #expect(
            error?.path.description
                == "RivalCycleBugTests.Foo -> RivalCycleBugTests.Dependency -> RivalCycleBugTests.Maker -> "
                + "RivalCycleBugTests.Foo")
    }

    // MARK: Guice

    /// The factory swallows what its provider throws, which is how the second instance went unnoticed.
    @Test func guice391_buildsASingletonOnce_whenItsFactoryComesBackThroughAProvider() async throws {
        let builds = Fixtures.Journal()
        let root = try Fixtures.root { builder in
            try builder.registerSingleton(Fixtures.Lazily<Fixtures.Service>.self) { container in
                Fixtures.Lazily { try container.resolve(Fixtures.Service.self) }
            }
            try builder.registerSingleton(Fixtures.Service.self) { container in
                let provider = try container.resolve(Fixtures.Lazily<Fixtures.Service>.self)
                let again = Fixtures.error { try provider.make() }
                builds.append("built after \(again?.code.rawValue ?? "nothing")")
                return Fixtures.Service()
            }
        }
        let first = await Fixtures.onThread { try? root.resolve(Fixtures.Service.self) }
        #expect(builds.entries == ["built after cycle"])
        #expect(try first === root.resolve(Fixtures.Service.self))
        #expect(try root.resolve(Fixtures.Lazily<Fixtures.Service>.self).make() === first)
    }

    /// The verdict on a cycle is the same from wherever it is entered, and stays so.
    @Test(arguments: [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]])
    func guice970_throwsCycle_whicheverOfItsTypesIsAskedForFirst(order: [Int]) async throws {
        let root = try Fixtures.root { builder in
            for number in 0..<3 {
                try builder.registerSingleton(Int.self, key: number) { container in
                    try container.resolve(Int.self, key: (number + 1) % 3)
                }
            }
        }
        for number in order {
            let error = await Fixtures.onThread { Fixtures.error { try root.resolve(Int.self, key: number) } }
            let path = (0...3).map { "Int[\((number + $0) % 3)]" }.joined(separator: " -> ")
            #expect(error?.code == .cycle)
            #expect(error?.path.description == path)
        }
    }

    @Test func guice970_allowsACycleThroughAProvider_whicheverEndIsAskedForFirst() throws {
        func root() throws -> DependencyContainer<Fixtures.AppRoot> {
            try Fixtures.root { builder in
                try builder.registerSingleton(Fixtures.Lazily<Fixtures.Client>.self) { container in
                    Fixtures.Lazily { try container.resolve(Fixtures.Client.self) }
                }
                try builder.registerSingleton(Fixtures.Client.self) { container in
                    _ = try container.resolve(Fixtures.Lazily<Fixtures.Client>.self)
                    return Fixtures.Client(service: Fixtures.Service())
                }
            }
        }
        let providerFirst = try root()
        let provider = try providerFirst.resolve(Fixtures.Lazily<Fixtures.Client>.self)
        #expect(try provider.make() === providerFirst.resolve(Fixtures.Client.self))
        let clientFirst = try root()
        let client = try clientFirst.resolve(Fixtures.Client.self)
        #expect(try clientFirst.resolve(Fixtures.Lazily<Fixtures.Client>.self).make() === client)
    }

    // MARK: SafeDI

    /// `First` makes a `Second`, which is given the `Third` beside it, which is given the `First`.
    @Test func safeDI183_reportsTheCycle_throughSomethingMadeAndSomethingGiven() throws {
        let builder = Root()
        typealias Needed = ModularDependencyContainer.Dependency
        try builder.registerSingleton(First.self, using: Needed(Second.self)) { _ in First() }
        try builder.local.registerInstance(Second.self, using: Needed(Third.self)) { _ in Second() }
        try builder.registerSingleton(Third.self, using: Needed(First.self)) { _ in Third() }
        let report = builder.validate()
        #expect(report.errors.map(\.code) == [.cycle])
        #expect(
            report.errors.map(\.path.description) == [
                "RivalCycleBugTests.First -> RivalCycleBugTests.Second -> RivalCycleBugTests.Third -> "
                    + "RivalCycleBugTests.First"
            ])
    }

    @Test func safeDI183_throwsCycle_throughSomethingMadeAndSomethingGiven() async throws {
        let root = try Fixtures.root { builder in
            try builder.registerSingleton(First.self) { container in
                _ = try container.resolve(Second.self)
                return First()
            }
            try builder.local.registerInstance(Second.self) { container in
                _ = try container.resolve(Third.self)
                return Second()
            }
            try builder.registerSingleton(Third.self) { container in
                _ = try container.resolve(First.self)
                return Third()
            }
        }
        let error = await error(First.self, from: root)
        #expect(error?.code == .cycle)
        #expect(
            error?.path.description
                == "RivalCycleBugTests.First -> RivalCycleBugTests.Second -> RivalCycleBugTests.Third -> "
                + "RivalCycleBugTests.First")
    }
}
