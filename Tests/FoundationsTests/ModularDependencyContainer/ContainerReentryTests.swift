// SPDX-License-Identifier: Apache-2.0

import ModularDependencyContainer
import Testing

/// Factories that come back to themselves on their own thread, though not in their own task.
@Suite(.timeLimit(.minutes(1))) struct ContainerReentryTests {
    typealias Fixtures = ContainerFixtures

    enum Root {}

    @Test
    func resolve_throwsCycle_whenATaskInsideTheFactoryAsksForItself() throws {
        let inner = Fixtures.Late<DependencyError.Code?>()
        let container = Fixtures.Late<DependencyContainer<Root>>()
        let builder = DependencyBuilder<Root>()
        try builder.registerSingleton(Fixtures.Service.self) { _ in
            let root = try container.get()
            // Runs at once, on this thread, in a task of its own.
            Task.immediateDetached {
                inner.set(Fixtures.error { try root.resolve(Fixtures.Service.self) }?.code)
            }
            return Fixtures.Service()
        }
        container.set(try builder.freeze())
        _ = try container.get().resolve(Fixtures.Service.self)
        #expect(try inner.get() == .cycle)
    }

    @Test @MainActor
    func resolveMainActor_throwsCycle_whenATaskInsideTheFactoryAsksForItself() throws {
        let inner = Fixtures.Late<DependencyError.Code?>()
        let container = Fixtures.Late<DependencyContainer<Root>>()
        let builder = DependencyBuilder<Root>()
        try builder.mainActor.registerSingleton(Fixtures.Service.self) { _ in
            let root = try container.get()
            Task.immediateDetached { @MainActor in
                inner.set(Fixtures.error { try root.resolveMainActor(Fixtures.Service.self) }?.code)
            }
            return Fixtures.Service()
        }
        container.set(try builder.freeze())
        _ = try container.get().resolveMainActor(Fixtures.Service.self)
        #expect(try inner.get() == .cycle)
    }

    /// Builds itself as its own child.
    struct Nested: DependencyRequirements {
        let container: DependencyContainer<Self>

        init(_ container: DependencyContainer<Self>) {
            self.container = container
        }
    }

    @Test
    func resolve_isNoCycle_whenAScopedFactoryAsksForTheOneOfAChild() throws {
        let depth = Fixtures.Late<Bool>()
        let builder = DependencyBuilder<Root>()
        try builder.registerScoped(Fixtures.Service.self) { container in
            guard (try? depth.get()) == nil else { return Fixtures.Service("inner") }
            depth.set(true)
            let child = try container.buildChild(Nested.self)
            return Fixtures.Service("outer of \(try child.container.resolve(Fixtures.Service.self).name)")
        }
        #expect(try builder.freeze().resolve(Fixtures.Service.self).name == "outer of inner")
    }
}
