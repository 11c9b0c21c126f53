// SPDX-License-Identifier: Apache-2.0

import ContainerTestSupport
import ModularDependencyContainer
import Testing

private enum AppRoot {}

private enum TrackerKey: Hashable, Sendable { case night, day }

private protocol NightClock: Sendable {
    var hour: Int { get }
}

private struct StoppedClock: NightClock {
    let hour = 7
}

private struct MacAddress: Hashable, Sendable {
    let text: String
}

private struct Tracker: Sendable {
    let name: String
}

private struct Sender: Sendable {
    struct Factory: Sendable {}
}

private struct AlarmSounds: Sendable {
    let clock: any NightClock
    let address: MacAddress
}

private struct Diary: Sendable {
    let title: String
}

private final class Connection: Sendable {
    private let closed = ContainerFixtures.Journal()

    var isClosed: Bool { !closed.entries.isEmpty }

    func close() async {
        closed.append("closed")
    }
}

@MainActor
private final class NightCoordinator {}

@MainActor
private final class AlarmProvider {
    let coordinator: NightCoordinator
    let sounds: AlarmSounds

    init(coordinator: NightCoordinator, sounds: AlarmSounds) {
        self.coordinator = coordinator
        self.sounds = sounds
    }
}

/// The module before it registers anything.
private enum Declared {
    @DependencyRequirements(
        [
            Requirement((any NightClock).self),
            Requirement(Tracker.self, key: TrackerKey.night),
            Requirement(Sender.Factory.self, accessorName: "senderFactory"),
        ],
        mainActor: [Requirement(NightCoordinator.self)],
        provides: [Requirement(AlarmSounds.self)],
        inputs: [InputRequirement(MacAddress.self)])
    struct AlarmDependencies: DependencyRequirements {}
}

/// The same module with what it registers.
@DependencyRequirements(
    [
        Requirement((any NightClock).self),
        Requirement(Tracker.self, key: TrackerKey.night),
        Requirement(Sender.Factory.self, accessorName: "senderFactory"),
    ],
    mainActor: [Requirement(NightCoordinator.self)],
    provides: [Requirement(AlarmSounds.self)],
    inputs: [InputRequirement(MacAddress.self)])
private struct AlarmDependencies: DependencyRequirements {
    static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
        try builder.registerSingleton(AlarmSounds.self, from: AlarmSounds.init(clock:address:))
        try builder.registerSingleton(
            Diary.self, using: Dependency((any NightClock).self), Dependency(Tracker.self, key: TrackerKey.night)
        ) { clock, tracker in
            Diary(title: "\(tracker.name) at \(clock.hour)")
        }
        try builder.local.mainActor.registerSingleton(AlarmProvider.self) { container in
            let dependencies = Self(container)
            return AlarmProvider(coordinator: dependencies.nightCoordinator, sounds: dependencies.alarmSounds)
        }
    }
}

extension AlarmDependencies: MockedDependencies {
    static func registerMocks(in mocks: MockBuilder<Self>) throws {
        try mocks.registerSingleton((any NightClock).self) { StoppedClock() }
        try mocks.registerSingleton(Tracker.self, key: TrackerKey.night) { Tracker(name: "quiet") }
        try mocks.registerUnimplemented(Sender.Factory.self)
        try mocks.mainActor.registerUnimplemented(NightCoordinator.self)
        mocks.provideInput(MacAddress.self, MacAddress(text: "AA"))
    }
}

/// Builds the alarms.
@DependencyRequirements(inputs: [InputRequirement(MacAddress.self)], children: [AlarmDependencies.self])
private struct NightDependencies: DependencyRequirements {
    static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
        try builder.registerSingleton(Connection.self, teardown: { await $0.close() }) { Connection() }
    }
}

/// The code of the article about a feature module runs.
@MainActor
@Suite(.timeLimit(.minutes(1))) struct FeatureModuleArticleTests {
    private let builder = DependencyBuilder<AppRoot>()
    private let address = MacAddress(text: "AA")

    private func registerAll() throws {
        try builder.registerSingleton((any NightClock).self) { StoppedClock() }
        try builder.registerSingleton(Tracker.self, key: TrackerKey.night) { Tracker(name: "night") }
        try builder.registerSingleton(Sender.Factory.self) { Sender.Factory() }
        try builder.mainActor.registerSingleton(NightCoordinator.self) { NightCoordinator() }
    }

    @Test(.container(AlarmDependencies.self))
    func sounds_areThoseOfTheDevice() throws {
        let alarms = try TestContainer.current(AlarmDependencies.self)
        #expect(alarms.alarmSounds.address == alarms.macAddress)
    }

    @Test func module_isCheckedAndBuilt() throws {
        try registerAll()
        let root = try builder.freeze(validating: NightDependencies.self, inputs: [InputRequirement(MacAddress.self)])
        let night = try root.buildChild(NightDependencies.self, inputs: .init(macAddress: address))
        let alarms = try night.buildChild(AlarmDependencies.self, inputs: .init(macAddress: address))
        let provider = try alarms.container.resolveMainActor(AlarmProvider.self)
        #expect(try alarms.container.resolve(Diary.self).title == "night at 7")
        #expect(provider.coordinator === alarms.nightCoordinator)
        #expect(provider.sounds.address == address)
    }

    @Test func module_reportsWhatItPromisesAndDoesNotRegister() throws {
        try registerAll()
        let report = builder.validate(Declared.AlarmDependencies.self, inputs: [InputRequirement(MacAddress.self)])
        #expect(report.errors.map(\.code) == [.missing])
    }

    @Test func connection_isClosedAtShutdown() async throws {
        let night = try await builder.freeze().buildChild(NightDependencies.self, inputs: .init(macAddress: address))
        let connection = try night.container.resolve(Connection.self)
        await night.container.shutdown()
        #expect(connection.isClosed)
    }
}
