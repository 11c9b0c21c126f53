// SPDX-License-Identifier: Apache-2.0

import ModularDependencyContainer
import Testing

/// New instances whose factories declare their needs, which run without a frame of their own.
@Suite(.timeLimit(.minutes(1)))
struct ContainerInstancePathTests {
    private typealias Fixtures = ContainerFixtures

    final class Inner: Sendable {
        let service: ContainerFixtures.Service
        init(service: ContainerFixtures.Service) { self.service = service }
    }
    struct Outer: Sendable { let inner: Inner }
    final class Page: Sendable {
        let outer: Outer
        init(outer: Outer) { self.outer = outer }
    }

    enum Failing: CaseIterable { case service, inner, outer }

    /// A scoped page needs a new outer instance, that a new inner one, and that a singleton.
    private func root(failing: Failing?) throws -> DependencyContainer<Fixtures.AppRoot> {
        try Fixtures.root { builder in
            try builder.registerSingleton(Fixtures.Service.self) { _ in
                if failing == .service { throw Fixtures.Failure(reason: "service") }
                return Fixtures.Service()
            }
            try builder.registerInstance(Inner.self, using: Dependency(Fixtures.Service.self)) { service in
                if failing == .inner { throw Fixtures.Failure(reason: "inner") }
                return Inner(service: service)
            }
            try builder.registerInstance(Outer.self, using: Dependency(Inner.self)) { inner in
                if failing == .outer { throw Fixtures.Failure(reason: "outer") }
                return Outer(inner: inner)
            }
            try builder.registerScoped(Page.self, using: Dependency(Outer.self)) { Page(outer: $0) }
        }
    }

    @Test(arguments: [
        (Failing.service, ["Page", "Outer", "Inner", "ContainerFixtures.Service"]),
        (.inner, ["Page", "Outer", "Inner"]),
        (.outer, ["Page", "Outer"]),
    ])
    func failure_hasEachInstanceInItsPath_belowAScopedFactory(failing: Failing, types: [String]) throws {
        let root = try root(failing: failing)
        let error = Fixtures.error { try root.resolve(Page.self) }
        #expect(error?.code == .factoryFailed)
        #expect((error?.underlying as? Fixtures.Failure)?.reason == "\(failing)")
        #expect(error?.path.frames.map(\.type).map(shortened) == types)
    }

    @Test(arguments: [
        (Failing.service, ["Outer", "Inner", "ContainerFixtures.Service"]), (.inner, ["Outer", "Inner"]),
        (.outer, ["Outer"]),
    ])
    func failure_hasEachInstanceInItsPath_whenNoFactoryAsks(failing: Failing, types: [String]) throws {
        let root = try root(failing: failing)
        let error = Fixtures.error { try root.resolve(Outer.self) }
        #expect(error?.path.frames.map(\.type).map(shortened) == types)
    }

    @Test func instance_isNewAndKeepsTheSingleton_eachTime() throws {
        let root = try root(failing: nil)
        let (first, second) = (try root.resolve(Outer.self), try root.resolve(Outer.self))
        #expect(first.inner !== second.inner)
        #expect(first.inner.service === second.inner.service)
    }

    @Test func resolve_throwsCycle_throughASingletonThatLooksTheInstanceUp() throws {
        let root = try Fixtures.root { builder in
            try builder.registerInstance(Inner.self, using: Dependency(Fixtures.Service.self)) { Inner(service: $0) }
            try builder.registerSingleton(Fixtures.Service.self) { try $0.resolve(Inner.self).service }
        }
        let error = Fixtures.error { try root.resolve(Inner.self) }
        #expect(error?.code == .cycle)
        #expect(
            error?.path.frames.map(\.type).map(shortened)
                == ["Inner", "ContainerFixtures.Service", "Inner", "ContainerFixtures.Service"])
    }

    @Test func freeze_throwsCycle_forInstancesThatDeclareEachOther() throws {
        let error = Fixtures.error {
            try Fixtures.root { builder in
                try builder.registerInstance(Inner.self, using: Dependency(Outer.self)) { $0.inner }
                try builder.registerInstance(Outer.self, using: Dependency(Inner.self)) { Outer(inner: $0) }
            }
        }
        #expect(error?.code == .cycle)
        #expect(error?.path.frames.map(\.type).map(shortened) == ["Inner", "Outer", "Inner"])
    }

    @Test func resolve_throwsClosed_withTheInstanceInItsPath() async throws {
        let root = try root(failing: nil)
        _ = await root.shutdown()
        let error = Fixtures.error { try root.resolve(Outer.self) }
        #expect(error?.code == .containerClosed)
        #expect(error?.path.frames.map(\.type).map(shortened) == ["Outer"])
    }

    /// A type's name without that of this suite.
    private func shortened(_ name: String) -> String {
        name.replacing("\(Self.self).", with: "")
    }
}
