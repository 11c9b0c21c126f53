// SPDX-License-Identifier: Apache-2.0

import ModularDependencyContainer
import Synchronization
import Testing

/// Singletons whose factories wait.
@MainActor
@Suite(.timeLimit(.minutes(1))) struct ContainerAsyncTests {
    typealias Fixtures = ContainerFixtures
    typealias Service = Fixtures.Service

    /// Reads a service before anybody gets the module.
    struct BookDependencies: DependencyRequirements {
        let container: DependencyContainer<Self>
        init(_ container: DependencyContainer<Self>) { self.container = container }
        static let requirements = [Requirement(Fixtures.Journal.self)]
        static let inputRequirements = [InputRequirement(Fixtures.Address.self)]
        static let children: [any DependencyRequirements.Type] = [Fixtures.ServiceDependencies.self]
        static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
            try builder.registerAsyncSingleton(
                Service.self, using: Dependency(Fixtures.Journal.self), Dependency(input: Fixtures.Address.self),
                fileID: "A/Book.swift", line: 1
            ) { journal, address in
                journal.append("began")
                await Task.yield()
                guard address.text != "nowhere" else { throw Fixtures.Failure(reason: "no book") }
                journal.append("read")
                return Service(address.text)
            }
        }
    }

    private let journal = Fixtures.Journal()

    private func root() throws -> DependencyContainer<Fixtures.AppRoot> {
        try Fixtures.root { builder in try builder.registerSingleton(Fixtures.Journal.self) { [journal] in journal } }
    }

    private func book(of address: String) async throws -> BookDependencies {
        try await root().buildChild(BookDependencies.self) { builder in
            builder.provideInput(Fixtures.Address.self, Fixtures.Address(text: address))
        }
    }

    @Test func buildChild_waitsForWhatTheChildReads() async throws {
        let module = try await book(of: "here")
        #expect(journal.entries == ["began", "read"])
        #expect(try module.container.resolve(Service.self).name == "here")
        #expect(try await module.buildChild(Fixtures.ServiceDependencies.self).service.name == "here")
        #expect(journal.entries == ["began", "read"])
    }

    @Test func buildChild_throwsNeedsAwait_withoutAwait() throws {
        let root = try root()
        let error = Fixtures.error {
            try root.buildChild(BookDependencies.self) { builder in
                builder.provideInput(Fixtures.Address.self, Fixtures.Address(text: "here"))
            }
        }
        #expect(error?.code == .needsAwait)
        #expect(
            error?.message
                == "ContainerAsyncTests.BookDependencies has an asynchronous singleton, ContainerFixtures.Service "
                + "at A/Book.swift:1; build it with try await.")
        #expect(journal.entries == [])
    }

    @Test func buildChild_throwsWhatAFactoryThrows_andTearsDownWhatWasBuilt() async throws {
        struct TwoDependencies: DependencyRequirements {
            let container: DependencyContainer<Self>
            init(_ container: DependencyContainer<Self>) { self.container = container }
            static let requirements = [Requirement(Fixtures.Journal.self)]
            static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
                try builder.registerAsyncSingleton(
                    Service.self, using: Dependency(Fixtures.Journal.self),
                    teardown: { _ in }
                ) { journal in
                    journal.append("first built")
                    return Service()
                }
                try builder.registerAsyncSingleton(
                    Int.self, using: Dependency(Service.self), fileID: "A/Two.swift", line: 2
                ) { _ in
                    await Task.yield()
                    throw Fixtures.Failure(reason: "second")
                }
            }
        }
        let root = try root()
        let error = await Fixtures.errorOfAsync { _ = try await root.buildChild(TwoDependencies.self) }
        #expect(error?.code == .factoryFailed)
        #expect(error?.underlying as? Fixtures.Failure == Fixtures.Failure(reason: "second"))
        #expect(error?.path.frames.map(\.source?.description) == ["A/Two.swift:2"])
        #expect(journal.entries == ["first built"])
        // A child that was shut down is gone from the tree.
        #expect(root.graph().modules.map(\.name) == ["ContainerFixtures.AppRoot"])
    }

    @Test func asynchronousSingletons_areBuiltAfterThoseTheyLeadTo() async throws {
        let builder = DependencyBuilder<Fixtures.AppRoot>()
        try builder.registerAsyncSingleton(String.self, using: Dependency(Fixtures.Client.self)) {
            await Task.yield()
            return "text of \($0.service.name)"
        }
        // Not asynchronous itself, but made from something that is.
        try builder.registerSingleton(Fixtures.Client.self, from: Fixtures.Client.init)
        try builder.registerAsyncSingleton(Service.self) { Service("late") }
        let root = try await builder.freeze()
        #expect(try root.resolve(String.self) == "text of late")
    }

    @Test func asynchronousSingleton_isNotReady_forAFactoryThatDoesNotDeclareIt() async throws {
        let builder = DependencyBuilder<Fixtures.AppRoot>()
        try builder.registerAsyncSingleton(String.self, fileID: "A/Root.swift", line: 1) { container in
            try container.resolve(Service.self).name
        }
        try builder.registerAsyncSingleton(Service.self, fileID: "A/Root.swift", line: 2) { Service("late") }
        let error = await Fixtures.errorOfAsync { _ = try await builder.freeze() }
        #expect(error?.code == .notReady)
        #expect(
            error?.message
                == "ContainerFixtures.Service is an asynchronous singleton of ContainerFixtures.AppRoot and is "
                + "not built yet; declare with using that you need it.")
        #expect(error?.path.frames.map(\.source?.description) == ["A/Root.swift:1", "A/Root.swift:2"])
    }

    @Test func asynchronousSingleton_isBuilt_howeverEarlySomebodyAsksForIt() async throws {
        for _ in 0..<50 {
            let (asked, asking) = AsyncStream.makeStream(of: Void.self)
            let askers = AskerBox()
            let builder = DependencyBuilder<Fixtures.AppRoot>()
            try builder.registerAsyncSingleton(Int.self) { container in
                askers.start {
                    while (try? container.resolve(Service.self)) == nil, !Task.isCancelled { asking.yield() }
                }
                for await _ in asked { break }
                return 1
            }
            try builder.registerAsyncSingleton(Service.self) {
                await Task.yield()
                return Service("late")
            }
            let root = try await builder.freeze()
            #expect(try root.resolve(Service.self).name == "late")
            await askers.end()
        }
    }

    /// A task that a factory starts.
    final class AskerBox: Sendable {
        private let task = Mutex<Task<Void, Never>?>(nil)

        func start(_ work: @escaping @Sendable () -> Void) {
            task.withLock { $0 = Task.detached { work() } }
        }

        func end() async {
            let task = task.withLock { $0 }
            task?.cancel()
            await task?.value
        }
    }

    @Test func keptChild_throwsNeedsAwait_whenItHasAsynchronousSingletons() throws {
        let root = try root()
        struct WaitingDependencies: DependencyRequirements {
            let container: DependencyContainer<Self>
            init(_ container: DependencyContainer<Self>) { self.container = container }
            static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
                try builder.registerAsyncSingleton(Service.self) { Service() }
            }
        }
        #expect(Fixtures.error { try root.child(WaitingDependencies.self) }?.code == .needsAwait)
    }

    @Test func asynchronousCycle_isFoundBeforeAnythingIsBuilt() async throws {
        let builder = DependencyBuilder<Fixtures.AppRoot>()
        try builder.registerAsyncSingleton(Service.self, using: Dependency(Fixtures.Client.self)) { _ in Service() }
        try builder.registerSingleton(Fixtures.Client.self, from: Fixtures.Client.init)
        #expect(await Fixtures.errorOfAsync { _ = try await builder.freeze() }?.code == .cycle)
    }

    @Test func freeze_validatesTheTree_beforeItWaits() async throws {
        let journal = journal
        let builder = DependencyBuilder<Fixtures.AppRoot>()
        try builder.registerAsyncSingleton(Int.self) {
            journal.append("built")
            return 1
        }
        let error = await Fixtures.errorOfAsync {
            _ = try await builder.freeze(validating: Fixtures.ServiceDependencies.self)
        }
        #expect(error?.code == .missing)
        #expect(journal.entries == [])
    }

    @Test func asynchronousSingleton_isTornDown_afterWhatWasMadeFromIt() async throws {
        let journal = journal
        let builder = DependencyBuilder<Fixtures.AppRoot>()
        try builder.registerAsyncSingleton(Service.self, teardown: { _ in journal.append("service") }) { Service() }
        try builder.registerSingleton(
            Fixtures.Client.self, using: Dependency(Service.self), teardown: { _ in journal.append("client") }
        ) { Fixtures.Client(service: $0) }
        let root = try await builder.freeze()
        _ = try root.resolve(Fixtures.Client.self)
        await root.shutdown()
        #expect(journal.entries == ["client", "service"])
    }

    @Test func cancellation_ofTheCaller_cancelsTheFactory() async throws {
        let builder = DependencyBuilder<Fixtures.AppRoot>()
        try builder.registerAsyncSingleton(Int.self) {
            for await _ in AsyncStream<Never>.makeStream().stream {}
            try Task.checkCancellation()
            return 1
        }
        let building = Task { @MainActor in await Fixtures.errorOfAsync { _ = try await builder.freeze() } }
        building.cancel()
        let error = await building.value
        #expect(error?.code == .factoryFailed)
        #expect(error?.underlying is CancellationError)
    }

    @Test func decorator_ofAnAsynchronousSingleton_isMadeWhenItIsAskedFor() async throws {
        let builder = DependencyBuilder<Fixtures.AppRoot>()
        try builder.registerAsyncSingleton(Service.self) { Service("late") }
        try builder.decorate(Service.self) { inner, _ in Service("decorated " + inner.name) }
        #expect(try await builder.freeze().resolve(Service.self).name == "decorated late")
    }
}
