// SPDX-License-Identifier: Apache-2.0

import ModularDependencyContainer
import Testing

private enum AppRoot {}

private typealias Journal = ContainerFixtures.Journal

private struct MacAddress: Hashable, Sendable {
    let text: String
}

private struct Connection: Sendable {
    let journal: Journal

    func close() async {
        journal.append("connection closed")
    }
}

private struct Settings: Sendable {
    let journal: Journal

    static func read(from journal: Journal) async throws -> Settings {
        await Task.yield()
        journal.append("settings read")
        return Settings(journal: journal)
    }

    func save() async {
        journal.append("settings saved")
    }
}

private enum LampTask: Hashable, Sendable { case watch }

/// Watches until its task is cancelled.
private func watch(_ address: MacAddress, _ journal: Journal) async {
    let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
    for await _ in stream {}
    withExtendedLifetime(continuation) {}
    journal.append("watched \(address.text)")
}

/// A module whose instances have to be ended.
@DependencyRequirements([Requirement(Journal.self)])
private struct LampDependencies: DependencyRequirements {
    static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
        try builder.registerSingleton(
            Connection.self, using: Dependency(Journal.self), teardown: { connection in await connection.close() }
        ) { journal in
            Connection(journal: journal)
        }

        try builder.registerAsyncSingleton(
            Settings.self, using: Dependency(Journal.self), teardown: { settings in await settings.save() }
        ) { journal in
            try await Settings.read(from: journal)
        }

        try builder.registerSingleton(
            LifecycleTasks<LampTask>.self, using: Dependency(Connection.self),
            teardown: { tasks in await tasks.shutdown() }
        ) { _ in
            LifecycleTasks()
        }
    }
}

/// The code of the article about the life of an instance runs.
@Suite(.timeLimit(.minutes(1))) struct LifecycleArticleTests {
    private let journal = Journal()

    private func root() throws -> DependencyContainer<AppRoot> {
        let builder = DependencyBuilder<AppRoot>()
        try builder.registerSingleton(Journal.self) { [journal] in journal }
        return try builder.freeze()
    }

    @Test func module_isReady_andEndsInTheOppositeOrder() async throws {
        let root = try root()
        let lamp = try await root.buildChild(LampDependencies.self)
        #expect(journal.entries == ["settings read"])
        _ = try lamp.container.resolve(Connection.self)
        await lamp.container.shutdown()
        #expect(journal.entries == ["settings read", "connection closed", "settings saved"])
        #expect(try root.resolve(Journal.self) === journal)
    }

    @Test func root_reportsWhatItEnded() async throws {
        let root = try root()
        let lamp = try await root.buildChild(LampDependencies.self)
        let report = await root.shutdown(deadline: .seconds(5))
        for entry in report.failures + report.timedOut { print(entry) }
        #expect(report.entries.map(\.type).map { $0.hasSuffix("Settings") } == [true])
        #expect(report.failures.isEmpty && report.timedOut.isEmpty)
        withExtendedLifetime(lamp) {}
    }

    @Test func droppedModule_endsWithItsParent_ifItHasATeardown() async throws {
        let root = try root()
        _ = try await root.buildChild(LampDependencies.self)
        #expect(journal.entries == ["settings read"])
        await root.shutdown()
        #expect(journal.entries == ["settings read", "settings saved"])
    }

    @Test func tasks_followTheirValue_untilTheModuleEnds() async throws {
        let lamp = try await root().buildChild(LampDependencies.self)
        let (first, second) = (MacAddress(text: "AA"), MacAddress(text: "BB"))
        let journal = journal
        let tasks = try lamp.container.resolve(LifecycleTasks<LampTask>.self)
        var outcomes: [LifecycleTaskOutcome] = []
        for address in [first, first, second] {
            let outcome = await tasks.run(.watch, value: address) { address in
                await watch(address, journal)
            }
            outcomes.append(outcome)
        }
        await lamp.container.shutdown()
        #expect(outcomes == [.started, .unchanged, .started])
        #expect(
            journal.entries == ["settings read", "watched AA", "watched BB", "connection closed", "settings saved"])
    }
}
