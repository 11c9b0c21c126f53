// SPDX-License-Identifier: Apache-2.0

import ModularDependencyContainer
import Testing
import Waiting

@Suite(.timeLimit(.minutes(1))) struct ContainerShutdownTests {
    typealias Fixtures = ContainerFixtures

    /// Registers one service that says when it is torn down.
    struct ChildDependencies: DependencyRequirements {
        let container: DependencyContainer<Self>

        init(_ container: DependencyContainer<Self>) {
            self.container = container
        }

        static let inputRequirements = [
            InputRequirement(Fixtures.Journal.self), InputRequirement(String.self),
        ]

        static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
            try builder.registerSingleton(
                Fixtures.Lazily<String>.self,
                teardown: { _ = try $0.make() }
            ) { container in
                let dependencies = Self(container)
                let journal = try dependencies.container.resolveInput(Fixtures.Journal.self)
                let name = try dependencies.container.resolveInput(String.self)
                return Fixtures.Lazily {
                    journal.append(name)
                    return name
                }
            }
        }
    }

    private func child(
        _ name: String, _ journal: Fixtures.Journal, of root: DependencyContainer<Fixtures.AppRoot>
    ) throws -> ChildDependencies {
        let child = try root.buildChild(ChildDependencies.self) {
            $0.provideInput(Fixtures.Journal.self, journal)
            $0.provideInput(String.self, name)
        }
        _ = try child.container.resolve(Fixtures.Lazily<String>.self)
        return child
    }

    @Test func shutdown_tearsDownChildrenFirst_inReverseCreationOrder() async throws {
        let journal = Fixtures.Journal()
        let root = try Fixtures.root { builder in
            for step in 0..<3 {
                try builder.registerSingleton(
                    Fixtures.Service.self, key: step, teardown: { journal.append($0.name) }
                ) { container in
                    if step > 0 { _ = try container.resolve(Fixtures.Service.self, key: step - 1) }
                    return Fixtures.Service("root \(step)")
                }
            }
        }
        _ = try root.resolve(Fixtures.Service.self, key: 2)
        let first = try child("first", journal, of: root)
        let second = try child("second", journal, of: root)
        let report = await root.shutdown()
        #expect(journal.entries == ["second", "first", "root 2", "root 1", "root 0"])
        #expect(report.entries.count == 5)
        #expect(report.entries.first?.module == "ContainerShutdownTests.ChildDependencies")
        #expect(report.failures.isEmpty)
        withExtendedLifetime((first, second)) {}
    }

    @Test func shutdown_tearsDownOnlyWhatWasBuiltHere() async throws {
        let journal = Fixtures.Journal()
        let root = try Fixtures.root { builder in
            try builder.registerSingleton(Fixtures.Service.self, teardown: { journal.append($0.name) }) { _ in
                Fixtures.Service("root")
            }
            try builder.registerSingleton(Int.self, teardown: { journal.append("\($0)") }) { _ in 1 }
        }
        let child = try await root.buildChild(Fixtures.ServiceDependencies.self)
        _ = child.service
        await child.container.shutdown()
        #expect(journal.entries == [])
        #expect(try root.resolve(Fixtures.Service.self).name == "root")
        await root.shutdown()
        #expect(journal.entries == ["root"])
    }

    @Test func shutdown_tearsDownScopedInstances_withTheContainerThatAsked() async throws {
        let journal = Fixtures.Journal()
        let root = try Fixtures.root { builder in
            try builder.registerScoped(Fixtures.Service.self, teardown: { _ in journal.append("scoped") }) { _ in
                Fixtures.Service()
            }
        }
        let child = try await root.buildChild(Fixtures.ServiceDependencies.self)
        _ = child.service
        await child.container.shutdown()
        #expect(journal.entries == ["scoped"])
        await root.shutdown()
        #expect(journal.entries == ["scoped"])
    }

    @MainActor
    @Test func shutdown_tearsDownMainActorInstancesOnTheMainActor_inOrderWithTheOthers() async throws {
        let journal = Fixtures.Journal()
        let root = try Fixtures.root { builder in
            try builder.registerSingleton(Fixtures.Service.self, teardown: { _ in journal.append("service") }) { _ in
                Fixtures.Service()
            }
            try builder.mainActor.registerSingleton(
                Fixtures.Unsendable.self,
                teardown: { unsendable in
                    MainActor.assertIsolated()
                    journal.append("unsendable \(unsendable.count)")
                }
            ) { container in
                _ = try container.resolve(Fixtures.Service.self)
                return Fixtures.Unsendable()
            }
        }
        try root.resolveMainActor(Fixtures.Unsendable.self).count = 4
        await Task.detached { _ = await root.shutdown() }.value
        #expect(journal.entries == ["unsendable 4", "service"])
        #expect(Fixtures.error { try root.resolveMainActor(Fixtures.Unsendable.self) }?.code == .containerClosed)
    }

    @Test func shutdown_reportsATeardownThatThrows_andGoesOn() async throws {
        let journal = Fixtures.Journal()
        let root = try Fixtures.root { builder in
            try builder.registerSingleton(Int.self, teardown: { _ in journal.append("int") }) { _ in 1 }
            try builder.registerSingleton(
                Double.self, key: 2, teardown: { _ in throw Fixtures.Failure(reason: "stuck") }
            ) { _ in 2 }
        }
        _ = try root.resolve(Int.self)
        _ = try root.resolve(Double.self, key: 2)
        let report = await root.shutdown()
        #expect(journal.entries == ["int"])
        #expect(report.entries.map(\.type) == ["Double", "Int"])
        #expect(report.failures.map(\.key) == ["2"])
        #expect(report.failures.first?.failure as? Fixtures.Failure == Fixtures.Failure(reason: "stuck"))
    }

    @Test func everything_throwsContainerClosed_afterShutdown() async throws {
        let root = try Fixtures.root { builder in
            try builder.registerSingleton(Fixtures.Service.self) { _ in Fixtures.Service() }
            builder.provideInput(Int.self, 1)
        }
        let child = try await root.buildChild(Fixtures.ServiceDependencies.self)
        _ = child.service
        await root.shutdown()
        let errors = [
            Fixtures.error { try root.resolve(Fixtures.Service.self) },
            Fixtures.error { try child.container.resolve(Fixtures.Service.self) },
            Fixtures.error { try root.resolveInput(Int.self) },
            Fixtures.error { try root.buildChild(Fixtures.EmptyDependencies.self) },
            Fixtures.error { try child.buildChild(Fixtures.EmptyDependencies.self) },
        ]
        #expect(errors.map { $0?.code } == Array(repeating: .containerClosed, count: 5))
    }

    @Test func shutdown_runsEachTeardownOnce_whenCalledFromSeveralTasks() async throws {
        let journal = Fixtures.Journal()
        let root = try Fixtures.root { builder in
            try builder.registerSingleton(
                Int.self,
                teardown: { _ in
                    await Task.yield()
                    journal.append("torn down")
                }
            ) { _ in 1 }
        }
        _ = try root.resolve(Int.self)
        let counts = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<4 { group.addTask { await root.shutdown().entries.count } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(counts == [1, 1, 1, 1])
        #expect(journal.entries == ["torn down"])
    }

    @Test func shutdown_waitsForARunningFactory_andTearsItsInstanceDown() async throws {
        let journal = Fixtures.Journal()
        let started = Fixtures.Meeting(of: 2)
        let isClosing = Fixtures.Meeting(of: 2)
        let root = try Fixtures.root { builder in
            try builder.registerSingleton(Int.self, teardown: { _ in journal.append("torn down") }) { _ in
                started.arriveAndAwait()
                isClosing.arriveAndAwait()
                journal.append("built")
                return 1
            }
        }
        async let value = Fixtures.onThread { try? root.resolve(Int.self) }
        await Fixtures.onThread { started.arriveAndAwait() }
        async let report = root.shutdown()
        await eventually { Fixtures.error(of: { try root.buildChild(Fixtures.EmptyDependencies.self) }) != nil }
        await Fixtures.onThread { isClosing.arriveAndAwait() }
        #expect(await value == 1)
        #expect(await report.entries.count == 1)
        #expect(journal.entries == ["built", "torn down"])
    }

    @Test func shutdown_releasesInstances_thatHoldTheirOwnContainer() async throws {
        final class Holder: Sendable {
            let journal: Fixtures.Journal
            let container: DependencyContainer<Fixtures.AppRoot>
            init(journal: Fixtures.Journal, container: DependencyContainer<Fixtures.AppRoot>) {
                self.journal = journal
                self.container = container
            }
            deinit { journal.append("released") }
        }
        let journal = Fixtures.Journal()
        let root = try Fixtures.root { builder in
            try builder.registerSingleton(Holder.self) { Holder(journal: journal, container: $0) }
        }
        _ = try root.resolve(Holder.self)
        await root.shutdown()
        #expect(journal.entries == ["released"])
    }
}
