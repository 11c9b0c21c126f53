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

private struct Archive: Sendable {
    let folder: String
}

private struct AlarmSounds: Sendable {
    let clock: any NightClock
    let address: MacAddress
}

@MainActor
private final class NightCoordinator {}

private enum FolderKey: ContextKey {
    static let liveValue = "/var/lib/night"
}

/// The module under test.
@DependencyRequirements(
    [Requirement((any NightClock).self), Requirement(Tracker.self, key: TrackerKey.night)],
    mainActor: [Requirement(NightCoordinator.self)],
    inputs: [InputRequirement(MacAddress.self)])
private struct AlarmDependencies: DependencyRequirements {
    static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
        try builder.registerSingleton(AlarmSounds.self, from: AlarmSounds.init)
        try builder.registerSingleton(Archive.self, using: Dependency(context: FolderKey.self)) { folder in
            Archive(folder: folder)
        }
    }
}

extension AlarmDependencies: MockedDependencies {
    static func registerMocks(in mocks: MockBuilder<Self>) throws {
        try mocks.registerSingleton((any NightClock).self) { StoppedClock() }
        try mocks.registerUnimplemented(Tracker.self, key: TrackerKey.night)
        try mocks.mainActor.registerSingleton(NightCoordinator.self) { NightCoordinator() }
        mocks.provideInput(MacAddress.self, MacAddress(text: "AA"))
        mocks.provideContext(FolderKey.self, "/tmp/night")
    }
}

/// Builds the module under test, and uses what it uses.
@DependencyRequirements([Requirement((any NightClock).self)])
private struct NightDependencies: DependencyRequirements {}

extension NightDependencies: MockedDependencies {
    static func registerMocks(in mocks: MockBuilder<Self>) throws {
        mocks.importMocks(of: AlarmDependencies.self)
    }
}

/// The code of the article about tests runs.
@Suite(.timeLimit(.minutes(1))) struct TestingAModuleArticleTests {
    @Test(.container(AlarmDependencies.self))
    func sounds_useTheAddressOfTheDevice() throws {
        let alarms = try TestContainer.current(AlarmDependencies.self)
        #expect(try alarms.container.resolve(AlarmSounds.self).address == alarms.macAddress)
    }

    @Test func tracker_isTheOneOfTheTest() throws {
        let alarms = try TestContainer.make(AlarmDependencies.self) { overrides in
            try overrides.registerSingleton(Tracker.self, key: TrackerKey.night) { Tracker(name: "quiet") }
        }
        #expect(alarms.nightTracker.name == "quiet")
    }

    @Test func archive_keepsItsFolder() async throws {
        try await withTestContainer(
            AlarmDependencies.self, inputs: .init(macAddress: MacAddress(text: "BB"))
        ) { alarms in
            let archive = try alarms.container.resolve(Archive.self)
            #expect(archive.folder == "/tmp/night")
        }
    }

    @Test func mocks_fitTheModule() throws {
        #expect(try TestContainer.mockReport(of: AlarmDependencies.self).isEmpty)
    }

    @Test func program_isComplete() throws {
        let builder = DependencyBuilder<AppRoot>()
        try builder.registerSingleton((any NightClock).self) { StoppedClock() }
        let report = builder.validate(NightDependencies.self)
        #expect(report.errors.isEmpty, "\(report)")
    }

    @Test func tracker_isNotImplemented() throws {
        let alarms = try TestContainer.make(AlarmDependencies.self)
        let error = ContainerFixtures.error { try alarms.container.resolve(Tracker.self, key: TrackerKey.night) }
        #expect(error?.code == .factoryFailed)
        #expect(error?.underlying is UnimplementedDependencyError)
    }

    @Test func importedMocks_serveTheModuleThatImportsThem() throws {
        let night = try TestContainer.make(NightDependencies.self)
        #expect(night.nightClock.hour == 7)
        #expect(try night.buildChild(AlarmDependencies.self).macAddress == MacAddress(text: "AA"))
    }
}
