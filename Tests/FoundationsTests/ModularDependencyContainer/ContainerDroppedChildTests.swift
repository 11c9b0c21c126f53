// SPDX-License-Identifier: Apache-2.0

import ModularDependencyContainer
import Testing

/// Children whose owner lets go of them without shutting them down.
@Suite(.timeLimit(.minutes(1))) struct ContainerDroppedChildTests {
    typealias Fixtures = ContainerFixtures

    /// Says when the last reference to it is gone.
    final class Witness: Sendable {
        let journal: Fixtures.Journal
        init(_ journal: Fixtures.Journal) { self.journal = journal }
        deinit { journal.append("released") }
    }

    private func root(_ journal: Fixtures.Journal) throws -> DependencyContainer<Fixtures.AppRoot> {
        try Fixtures.root { builder in
            try builder.registerScoped(
                Fixtures.Service.self, teardown: { _ in journal.append("torn down") }
            ) { _ in Fixtures.Service() }
            try builder.registerScoped(Witness.self) { _ in Witness(journal) }
        }
    }

    @Test func shutdown_tearsDownADroppedChild_thatCreatedSomethingToTearDown() async throws {
        let journal = Fixtures.Journal()
        let root = try root(journal)
        _ = try await root.buildChild(Fixtures.ServiceDependencies.self).container.resolve(Fixtures.Service.self)
        #expect(journal.entries == [])
        #expect(await root.shutdown().entries.count == 1)
        #expect(journal.entries == ["torn down"])
    }

    @Test func shutdown_tearsDownADroppedGrandchild_whoseParentHasNothingToTearDown() async throws {
        let journal = Fixtures.Journal()
        let root = try root(journal)
        _ = try await root.buildChild(Fixtures.ServiceDependencies.self)
            .container.buildChild(Fixtures.ServiceDependencies.self)
            .container.resolve(Fixtures.Service.self)
        await root.shutdown()
        #expect(journal.entries == ["torn down"])
    }

    @Test func shutdown_tearsDownADroppedChild_builtByTheFactoryOfAScopedInstance() async throws {
        let journal = Fixtures.Journal()
        let root = try Fixtures.root { builder in
            try builder.registerScoped(
                Fixtures.Service.self, teardown: { _ in journal.append("torn down") }
            ) { _ in Fixtures.Service() }
            try builder.registerScoped(Int.self) { container in
                let child = try container.buildChild(Fixtures.ServiceDependencies.self)
                _ = try child.container.resolve(Fixtures.Service.self)
                return 1
            }
        }
        let asking = try await root.buildChild(Fixtures.EmptyDependencies.self)
        _ = try asking.container.resolve(Int.self)
        await asking.container.shutdown()
        #expect(journal.entries == ["torn down"])
    }

    @Test func child_isLetGo_whenItHasNothingToTearDown() async throws {
        let journal = Fixtures.Journal()
        let root = try root(journal)
        _ = try await root.buildChild(Fixtures.EmptyDependencies.self).container.resolve(Witness.self)
        #expect(journal.entries == ["released"])
        #expect(await root.shutdown().entries.isEmpty)
    }

    @Test func child_isKept_untilItIsShutDown() async throws {
        let journal = Fixtures.Journal()
        let root = try root(journal)
        do {
            let child = try await root.buildChild(Fixtures.ServiceDependencies.self)
            _ = try child.container.resolve(Witness.self)
            _ = child.service
        }
        #expect(journal.entries == [])
        do {
            let child = try await root.buildChild(Fixtures.ServiceDependencies.self)
            _ = try child.container.resolve(Witness.self)
            _ = child.service
            await child.container.shutdown()
        }
        #expect(journal.entries == ["torn down", "released"])
        await root.shutdown()
        #expect(journal.entries == ["torn down", "released", "torn down", "released"])
    }

    @Test func children_areAllTornDown_whenManyCameAndWent() async throws {
        let journal = Fixtures.Journal()
        let root = try root(journal)
        for number in 0..<100 {
            let child = try await root.buildChild(Fixtures.ServiceDependencies.self)
            if number.isMultiple(of: 10) { _ = child.service }
        }
        #expect(await root.shutdown().entries.count == 10)
    }
}
