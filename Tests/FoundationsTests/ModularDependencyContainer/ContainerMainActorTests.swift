// SPDX-License-Identifier: Apache-2.0

import ModularDependencyContainer
import Testing
import Waiting

@MainActor
@Suite(.timeLimit(.minutes(1))) struct ContainerMainActorTests {
    typealias Fixtures = ContainerFixtures

    private func root() throws -> DependencyContainer<Fixtures.AppRoot> {
        try Fixtures.root { builder in
            try builder.registerSingleton(Fixtures.Service.self) { _ in Fixtures.Service() }
            try builder.mainActor.registerSingleton(Fixtures.Coordinator.self) { container in
                Fixtures.Coordinator(service: try container.resolve(Fixtures.Service.self))
            }
            try builder.mainActor.registerSingleton(Fixtures.Screen.self) { _ in Fixtures.Screen(title: "alarms") }
            try builder.mainActor.registerScoped(Fixtures.Unsendable.self) { _ in Fixtures.Unsendable() }
            try builder.mainActor.registerInstance(Fixtures.Unsendable.self, key: 1) { _ in Fixtures.Unsendable() }
        }
    }

    @Test func resolveMainActor_returnsOneInstanceBuiltFromNonisolatedOnes_forAMainActorSingleton() throws {
        let root = try root()
        let coordinator = try root.resolveMainActor(Fixtures.Coordinator.self)
        #expect(try coordinator === root.resolveMainActor(Fixtures.Coordinator.self))
        #expect(try coordinator.service === root.resolve(Fixtures.Service.self))
    }

    @Test func resolve_usesTheMainActor_forAMarkedType() throws {
        #expect(try root().resolve(Fixtures.Screen.self).title == "alarms")
    }

    @Test func resolveMainActor_keepsValuesThatAreNotSendable() throws {
        let root = try root()
        try root.resolveMainActor(Fixtures.Unsendable.self).count = 3
        #expect(try root.resolveMainActor(Fixtures.Unsendable.self).count == 3)
        #expect(try root.resolveMainActor(Fixtures.Unsendable.self, key: 1).count == 0)
    }

    @Test func resolve_throwsIsolationMismatch_forAnUnmarkedMainActorType() throws {
        let root = try root()
        let error = Fixtures.error { try root.resolve(Fixtures.Coordinator.self) }
        #expect(error?.code == .isolationMismatch)
        #expect(error?.path.description == "ContainerFixtures.Coordinator")
    }

    @Test func resolveMainActor_throwsIsolationMismatch_forANonisolatedType() throws {
        let root = try root()
        #expect(Fixtures.error { try root.resolveMainActor(Fixtures.Service.self) }?.code == .isolationMismatch)
    }

    @Test func buildChild_throwsIsolationMismatch_whenListedWithTheOtherIsolation() throws {
        struct Wrong: DependencyRequirements {
            let container: DependencyContainer<Self>
            init(_ container: DependencyContainer<Self>) { self.container = container }
            static let requirements = [Requirement(Fixtures.Coordinator.self)]
            static let mainActorRequirements = [Requirement(Fixtures.Service.self)]
        }
        let root = try root()
        let error = Fixtures.error { try root.buildChild(Wrong.self) }
        #expect(error?.diagnostics.map(\.code) == [.isolationMismatch, .isolationMismatch])
        #expect(error?.diagnostics.flatMap(\.nearMisses).count == 2)
    }

    @Test func resolveMainActor_throwsCycleWithItsPath_whenAFactoryNeedsItself() throws {
        let root = try Fixtures.root { builder in
            try builder.mainActor.registerSingleton(Int.self) { Int(try $0.resolveMainActor(Double.self)) }
            try builder.mainActor.registerSingleton(Double.self) { Double(try $0.resolveMainActor(Int.self)) }
        }
        let error = Fixtures.error { try root.resolveMainActor(Int.self) }
        #expect(error?.code == .cycle)
        #expect(error?.path.description == "Int -> Double -> Int")
    }

    @Test func resolveMainActor_runsTheFactoryAgain_afterItThrew() throws {
        let journal = Fixtures.Journal()
        let root = try Fixtures.root { builder in
            try builder.mainActor.registerSingleton(Int.self) { _ in
                journal.append("run")
                guard journal.entries.count > 1 else { throw Fixtures.Failure(reason: "first") }
                return 7
            }
        }
        #expect(Fixtures.error { try root.resolveMainActor(Int.self) }?.code == .factoryFailed)
        #expect(try root.resolveMainActor(Int.self) == 7)
    }

    @Test func release_happensOnTheMainActor_whenTheContainerIsDroppedElsewhere() async throws {
        final class Witness {
            let journal: Fixtures.Journal
            init(journal: Fixtures.Journal) { self.journal = journal }
            deinit {
                MainActor.assertIsolated()
                journal.append("released")
            }
        }
        let journal = Fixtures.Journal()
        try await Task.detached {
            let root = try Fixtures.root { builder in
                try builder.mainActor.registerSingleton(Witness.self) { _ in Witness(journal: journal) }
            }
            try await MainActor.run { _ = try root.resolveMainActor(Witness.self) }
        }.value
        await eventually { !journal.entries.isEmpty }
        #expect(journal.entries == ["released"])
    }
}
