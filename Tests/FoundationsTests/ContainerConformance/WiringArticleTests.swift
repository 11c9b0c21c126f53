// SPDX-License-Identifier: Apache-2.0

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

private struct AlarmSounds: Sendable {
    let clock: any NightClock
    let address: MacAddress
}

private struct Diary: Sendable {
    let clock: any NightClock
    let tracker: Tracker
}

private struct Report: Sendable {
    let title: String
}

private struct Recording: Sendable {
    let address: MacAddress
    let clock: any NightClock
}

private struct Settings: Sendable {
    let address: MacAddress

    static func read(for address: MacAddress) async throws -> Settings {
        await Task.yield()
        return Settings(address: address)
    }
}

private struct Archive: Sendable {
    let folder: String
}

private struct ReminderProvider: Sendable {
    let reminders: ReminderDependencies
}

@MainActor
private final class NightCoordinator {}

@MainActor
private protocol NightFeature: AnyObject {}

@MainActor
private final class AlarmProvider: NightFeature {
    let coordinator: NightCoordinator
    let sounds: AlarmSounds

    init(coordinator: NightCoordinator, sounds: AlarmSounds) {
        self.coordinator = coordinator
        self.sounds = sounds
    }
}

@MainActor
private final class NightController {
    let features: [any NightFeature]

    init(features: [any NightFeature]) {
        self.features = features
    }
}

private enum FolderKey: ContextKey {
    static let liveValue = "/var/lib/night"
    static let previewValue = "demonstration"
}

@DependencyRequirements([Requirement(Tracker.self, key: TrackerKey.night)])
private struct ReminderDependencies: DependencyRequirements {}

/// Everything that the article registers, in one module.
@DependencyRequirements(
    [
        Requirement((any NightClock).self),
        Requirement(Factory<MacAddress, Recording>.self, accessorName: "makeRecording"),
    ],
    mainActor: [Requirement(NightCoordinator.self)],
    inputs: [InputRequirement(MacAddress.self)])
private struct AlarmDependencies: DependencyRequirements {
    static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
        try builder.registerSingleton(AlarmSounds.self, from: AlarmSounds.init)
        try builder.registerSingleton(Diary.self, keys: [1: TrackerKey.night], from: Diary.init(clock:tracker:))

        try builder.registerSingleton(
            Report.self, using: Dependency((any NightClock).self), Dependency(Tracker.self, key: TrackerKey.night)
        ) { clock, tracker in
            Report(title: "\(tracker.name) at \(clock.hour)")
        }

        try builder.mainActor.registerSingleton(AlarmProvider.self) { container in
            let dependencies = Self(container)
            return AlarmProvider(
                coordinator: dependencies.nightCoordinator, sounds: try container.resolve(AlarmSounds.self))
        }

        try builder.decorate(Tracker.self, key: TrackerKey.night, using: Dependency((any NightClock).self)) {
            tracker, clock in
            Tracker(name: "\(tracker.name) since \(clock.hour)")
        }

        try builder.mainActor.contribute((any NightFeature).self, using: IsolatedDependency(AlarmProvider.self)) { $0 }

        try builder.registerSingleton(
            ReminderProvider.self, using: Dependency(child: ReminderDependencies.self)
        ) { reminders in
            ReminderProvider(reminders: reminders)
        }

        try builder.registerFactory(
            Recording.self, given: MacAddress.self, using: Dependency((any NightClock).self)
        ) { address, clock in
            Recording(address: address, clock: clock)
        }

        try builder.registerSingleton(Archive.self, using: Dependency(context: FolderKey.self)) { folder in
            Archive(folder: folder)
        }
    }
}

/// Reads before anybody gets it.
@DependencyRequirements(inputs: [InputRequirement(MacAddress.self)])
private struct SettingsDependencies: DependencyRequirements {
    static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
        try builder.registerAsyncSingleton(
            Settings.self, using: Dependency(input: MacAddress.self)
        ) { address in
            try await Settings.read(for: address)
        }
    }
}

/// Collects what its child contributes.
@DependencyRequirements(
    mainActorProvides: [Requirement(NightController.self)], inputs: [InputRequirement(MacAddress.self)],
    children: [AlarmDependencies.self])
private struct NightDependencies: DependencyRequirements {
    static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
        try builder.mainActor.registerSingleton(
            NightController.self, using: IsolatedDependency(all: (any NightFeature).self)
        ) { features in
            NightController(features: features)
        }
    }
}

/// The code of the article about wiring runs.
@MainActor
@Suite(.timeLimit(.minutes(1))) struct WiringArticleTests {
    private let address = MacAddress(text: "AA")

    private func builder(_ context: DependencyContext = DependencyContext(.live)) throws -> DependencyBuilder<AppRoot> {
        let builder = DependencyBuilder<AppRoot>(context: context)
        try builder.registerSingleton((any NightClock).self) { StoppedClock() }
        try builder.registerSingleton(Tracker.self, key: TrackerKey.night) { Tracker(name: "night") }
        try builder.mainActor.registerSingleton(NightCoordinator.self) { NightCoordinator() }
        return builder
    }

    @Test func registrations_areComplete() throws {
        let report = try builder().validate(
            NightDependencies.self, SettingsDependencies.self, inputs: [InputRequirement(MacAddress.self)])
        #expect(report.errors.map(\.description) == [])
    }

    @Test func registrations_giveWhatTheArticleSays() throws {
        let root = try builder().freeze()
        let module = try root.buildChild(AlarmDependencies.self, inputs: .init(macAddress: address))
        let container = module.container
        #expect(try container.resolve(AlarmSounds.self).address == address)
        #expect(try container.resolve(Diary.self).tracker.name == "night since 7")
        #expect(try container.resolve(Report.self).title == "night since 7 at 7")
        #expect(try root.resolve(Tracker.self, key: TrackerKey.night).name == "night")
        #expect(try container.resolve(ReminderProvider.self).reminders.nightTracker.name == "night since 7")
        #expect(try container.resolve(Archive.self).folder == "/var/lib/night")
        #expect(try container.resolveMainActor(AlarmProvider.self).coordinator === module.nightCoordinator)
        #expect(try module.makeRecording(address).address == address)
    }

    @Test func asynchronousSingleton_isReady_whenTheModuleIsBuilt() async throws {
        let root = try await builder().freeze()
        let module = try await root.buildChild(SettingsDependencies.self, inputs: .init(macAddress: address))
        #expect(try module.container.resolve(Settings.self).address == address)
    }

    @Test func contributions_reachTheModuleThatListsTheChild() throws {
        let root = try builder().freeze()
        let night = try root.buildChild(NightDependencies.self, inputs: .init(macAddress: address))
        let alarms = try night.container.child(AlarmDependencies.self)
        let features = night.nightController.features
        #expect(features.count == 1)
        #expect(try features.first === alarms.container.resolveMainActor(AlarmProvider.self))
    }

    @Test func context_isThatOfTheRoot_unlessAModuleIsBuiltWithAnother() throws {
        let root = try builder(DependencyContext(.preview)).freeze()
        let shown = try root.buildChild(AlarmDependencies.self, inputs: .init(macAddress: address))
        let alarms = try root.buildChild(
            AlarmDependencies.self, inputs: .init(macAddress: address),
            overriding: [ContextOverride(FolderKey.self, "elsewhere")])
        #expect(try shown.container.resolve(Archive.self).folder == "demonstration")
        #expect(try alarms.container.resolve(Archive.self).folder == "elsewhere")
    }
}
