// SPDX-License-Identifier: Apache-2.0

import Dispatch
import ModularDependencyContainer
import Testing

/// Bugs that other containers had with threads, locks and lifetimes; the names carry the library and its issue.
@Suite(.timeLimit(.minutes(2))) struct RivalConcurrencyBugTests {
    typealias Fixtures = ContainerFixtures

    /// Something a test owns for a while, which says when it is gone.
    final class Witness: Sendable {
        let name: String
        private let journal: Fixtures.Journal

        init(_ name: String, _ journal: Fixtures.Journal) {
            self.name = name
            self.journal = journal
        }

        deinit { journal.append(name) }
    }

    struct WitnessDependencies: DependencyRequirements {
        let container: DependencyContainer<Self>

        init(_ container: DependencyContainer<Self>) {
            self.container = container
        }

        static let requirements = [Requirement(Witness.self)]

        var witness: Witness { container.dependency(0, Witness.self) }
    }

    // MARK: Factory

    @Test func factory370_throwsIsolationMismatchAndRunsNoFactory_offTheMainActor() async throws {
        let runs = Fixtures.Journal()
        let root = try Fixtures.root { builder in
            try builder.mainActor.registerSingleton(Fixtures.Coordinator.self) { _ in
                MainActor.assertIsolated()
                runs.append("run")
                return Fixtures.Coordinator(service: Fixtures.Service())
            }
        }
        // The type says nothing of its isolation here, as in the report, so the compiler cannot.
        @Sendable func resolveAnything<Value: Sendable>(_ type: Value.Type) -> DependencyError.Code? {
            Fixtures.error { try root.resolve(type) }?.code
        }
        #expect(await Fixtures.onThread { resolveAnything(Fixtures.Coordinator.self) } == .isolationMismatch)
        #expect(runs.entries == [])
        let isShared = try await Task.detached {
            let first = try await root.resolveMainActor(Fixtures.Coordinator.self)
            let second = try await root.resolveMainActor(Fixtures.Coordinator.self)
            return first === second
        }.value
        #expect(isShared)
        #expect(runs.entries == ["run"])
    }

    @Test func factory385_buildsOneInstance_underConcurrentFirstUse() async throws {
        for _ in 0..<50 {
            let builds = Fixtures.Journal()
            let start = Fixtures.Meeting(of: 8)
            let root = try Fixtures.root {
                try $0.registerSingleton(Fixtures.Service.self) { _ in
                    builds.append("built")
                    var total = 0
                    for number in 0..<20_000 { total &+= number }
                    return Fixtures.Service("\(total)")
                }
            }
            let instances = await withTaskGroup(of: ObjectIdentifier?.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        await Fixtures.onThread {
                            start.arriveAndAwait()
                            return (try? root.resolve(Fixtures.Service.self)).map(ObjectIdentifier.init)
                        }
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(instances.count == 8)
            #expect(Set(instances).count == 1 && !instances.contains(nil))
            #expect(builds.entries == ["built"])
            #expect(start.wasComplete)
        }
    }

    // MARK: swift-dependencies

    /// A factory on a thread waits for the main thread, which resolves something else at that moment.
    @MainActor
    @Test func swiftDependencies76_resolvesOnTheMainThread_whileAFactoryElsewhereWaitsForThatThread() async throws {
        let isBuilding = Fixtures.Meeting(of: 2)
        let root = try Fixtures.root { builder in
            try builder.registerSingleton(String.self) { _ in
                isBuilding.arriveAndAwait()
                let mainThread = DispatchGroup()
                mainThread.enter()
                DispatchQueue.main.async { mainThread.leave() }
                guard mainThread.wait(timeout: .now() + .seconds(20)) == .success else {
                    throw Fixtures.Failure(reason: "the main thread never came")
                }
                return "built with the main thread"
            }
            try builder.registerSingleton(Int.self) { _ in 7 }
        }
        async let slow = Fixtures.onThread { try? root.resolve(String.self) }
        isBuilding.arriveAndAwait()
        // From here on the factory cannot end before this thread is free.
        #expect(try root.resolve(Int.self) == 7)
        #expect(await slow == "built with the main thread")
        #expect(isBuilding.wasComplete)
    }

    /// A factory waits for a pool of threads, all of which resolve other dependencies, some of them for the first time.
    @Test func swiftDependencies273_letsAPoolOfThreadsResolve_whileTheFactoryThatWaitsForThemRuns() async throws {
        let container = Fixtures.Late<DependencyContainer<Fixtures.AppRoot>>()
        let root = try Fixtures.root { builder in
            for number in 0..<4 {
                try builder.registerSingleton(Fixtures.Service.self, key: number) { _ in Fixtures.Service("\(number)") }
            }
            try builder.registerSingleton(String.self) { _ in
                let pool = DispatchGroup()
                let names = Fixtures.Journal()
                for number in 0..<16 {
                    DispatchQueue.global().async(group: pool) {
                        guard let root = try? container.get(),
                            let service = try? root.resolve(Fixtures.Service.self, key: number % 4)
                        else { return }
                        names.append(service.name)
                    }
                }
                guard pool.wait(timeout: .now() + .seconds(20)) == .success else {
                    throw Fixtures.Failure(reason: "the pool never finished")
                }
                return names.entries.sorted().joined()
            }
        }
        container.set(root)
        #expect(await Fixtures.onThread { try? root.resolve(String.self) } == "0000111122223333")
    }

    @Test(arguments: [DependencyScope.singleton, .scoped])
    func swiftDependencies249_keepsWhatAFactoryResolvedFirst_insideAnotherFactory(scope: DependencyScope) throws {
        let builds = Fixtures.Journal()
        @Sendable func service() -> Fixtures.Service {
            builds.append("service")
            return Fixtures.Service()
        }
        @Sendable func client(_ service: Fixtures.Service) -> Fixtures.Client {
            builds.append("client")
            return Fixtures.Client(service: service)
        }
        let root = try Fixtures.root { builder in
            if scope == .singleton {
                try builder.registerSingleton(Fixtures.Service.self) { _ in service() }
                try builder.registerSingleton(Fixtures.Client.self) {
                    client(try $0.resolve(Fixtures.Service.self))
                }
            } else {
                try builder.registerScoped(Fixtures.Service.self) { _ in service() }
                try builder.registerScoped(Fixtures.Client.self) { client(try $0.resolve(Fixtures.Service.self)) }
            }
        }
        let built = try root.resolve(Fixtures.Client.self)
        #expect(try root.resolve(Fixtures.Service.self) === built.service)
        #expect(try root.resolve(Fixtures.Client.self) === built)
        #expect(builds.entries == ["service", "client"])
    }

    @Test func swiftDependencies289_releasesWhatATestReplaced_withTheContainerItReplacedItIn() throws {
        let released = Fixtures.Journal()
        let root = try Fixtures.root { try $0.registerSingleton(Witness.self) { _ in Witness("real", released) } }
        func namesInTest() throws -> [String] {
            let given = Witness("given", released)
            let replaced = try root.makeChild(WitnessDependencies.self, configure: { _ in }) { overriding in
                try overriding.registerSingleton(Witness.self) { _ in given }
            }
            let made = try root.makeChild(WitnessDependencies.self, configure: { _ in }) { overriding in
                try overriding.registerSingleton(Witness.self) { _ in Witness("made", released) }
            }
            return [replaced.witness.name, made.witness.name]
        }
        #expect(try namesInTest() == ["given", "made"])
        #expect(Set(released.entries) == ["given", "made"])
        #expect(try root.buildChild(WitnessDependencies.self).witness.name == "real")
        #expect(released.entries.count == 2)
    }

    // MARK: Swinject

    @Test func swinject547_resolvesAnotherType_whileASlowFactoryRuns() async throws {
        let isBuilding = Fixtures.Meeting(of: 2)
        let mayEnd = Fixtures.Meeting(of: 2)
        let root = try Fixtures.root { builder in
            try builder.registerSingleton(String.self) { _ in
                isBuilding.arriveAndAwait()
                mayEnd.arriveAndAwait()
                return "slow"
            }
            try builder.registerSingleton(Int.self) { _ in 1 }
            try builder.registerScoped(Double.self) { Double(try $0.resolve(Int.self)) }
        }
        async let slow = Fixtures.onThread { try? root.resolve(String.self) }
        let quick = await Fixtures.onThread {
            isBuilding.arriveAndAwait()
            defer { mayEnd.arriveAndAwait() }
            // A first use, a built one, and one from a container below.
            return [
                try? root.resolve(Double.self), try? root.resolve(Double.self),
                try? root.buildChild(Fixtures.EmptyDependencies.self).container.resolve(Double.self),
            ]
        }
        #expect(quick == [1, 1, 1])
        #expect(await slow == "slow")
        #expect(isBuilding.wasComplete && mayEnd.wasComplete)
    }
}
