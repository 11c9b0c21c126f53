// SPDX-License-Identifier: Apache-2.0

public import Alarms
public import Bedtimes
import Clocks
public import ContainerTestSupport
import Coordination
import DeviceModules
import ModularDependencyContainer
public import Routines
import Scheduling
import SleepModel
import Storage
import Testing

/// Each feature's module alone, on mocks.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct FeatureDependenciesTests {
    private func features(of container: DependencyContainer<some DependencyRequirements>) throws -> [any NightFeature] {
        try container.resolveAllMainActor((any NightFeature).self)
    }

    @Test(.container(AlarmDependencies.self))
    func alarms_contributeTheirProvider() throws {
        let module = try TestContainer.current(AlarmDependencies.self)
        let features = try features(of: module.container)
        #expect(features.map(\.kind) == [.alarm])
        #expect(features.first === module.alarmStateProvider)
    }

    @Test(.container(RoutineDependencies.self))
    func routines_contributeTheirProvider() throws {
        let module = try TestContainer.current(RoutineDependencies.self)
        let features = try features(of: module.container)
        #expect(features.map(\.kind) == [.routine])
        #expect(features.first === module.routineStateProvider)
    }

    @Test(.container(BedtimeDependencies.self))
    func bedtimes_contributeTheirProvider() throws {
        let module = try TestContainer.current(BedtimeDependencies.self)
        let features = try features(of: module.container)
        #expect(features.map(\.kind) == [.bedtime])
        #expect(features.first === module.bedtimeStateProvider)
    }

    @Test(.container(RoutineDependencies.self))
    func routine_fadesFromWhatTheEmitterKnows() async throws {
        let module = try TestContainer.current(RoutineDependencies.self)
        let light = Light(.gradient, brightness: Level(rawValue: 83))
        let state = DeviceState(isOn: true, light: light, sound: SoundID(rawValue: 4), volume: Level(rawValue: 40))
        try module.container.resolve(DeviceStateEmitter.self).observe(state, from: .read)
        let routine = Night.routine(since: "2027-01-15T12:00:00Z", [])
        try await module.routineStateProvider.run(routine, slot: "manual-1")
        #expect(
            module.routineStateProvider.runs.map(\.run.before) == [
                ShownValues(light: light, volume: Level(rawValue: 40))
            ])
    }

    @Test(.container(AlarmDependencies.self))
    func alarm_isSaved_inTheStoreThatTheModuleIsGiven() async throws {
        let module = try TestContainer.current(AlarmDependencies.self)
        let alarm = Night.alarm(since: "2027-01-15T12:00:00Z")
        try await module.alarmStateProvider.save(alarm)
        let store = try module.container.resolve((any ChangeRepository).self) as? InMemoryNightStore
        #expect(try await store?.schedules() == [alarm])
    }
}

/// What every feature needs.
enum FeatureMocks {
    static func register(in mocks: MockBuilder<some DependencyRequirements>) throws {
        try mocks.registerSingleton((any NightClock).self) { Night.clock("2027-01-15T12:00:00Z") }
        try mocks.registerSingleton((any NightStore).self) { InMemoryNightStore() }
        try mocks.registerSingleton((any ChangeRepository).self, using: Dependency((any NightStore).self)) { $0 }
        try mocks.registerSingleton(WakeSignal.self) { WakeSignal() }
        try mocks.registerSingleton(ZoneBook.self) { try Night.zones() }
        try mocks.registerAsyncSingleton(
            DeviceBook.self, using: Dependency((any NightStore).self), Dependency((any NightClock).self)
        ) { store, clock in try await DeviceBook.read(Night.device, from: store, at: clock.now().wall) }
        try mocks.mainActor.registerSingleton(IntentIntake.self, using: Dependency((any NightClock).self)) { clock in
            IntentIntake(device: Night.device, coordinator: NightCoordinator(clock: clock))
        }
    }
}

extension AlarmDependencies: MockedDependencies {
    /// What every feature needs.
    public static func registerMocks(in mocks: MockBuilder<Self>) throws { try FeatureMocks.register(in: mocks) }
}

extension RoutineDependencies: MockedDependencies {
    /// What every feature needs, and what is known of the device.
    public static func registerMocks(in mocks: MockBuilder<Self>) throws {
        try FeatureMocks.register(in: mocks)
        try mocks.registerSingleton(DeviceStateEmitter.self, using: Dependency((any NightClock).self)) { clock in
            DeviceStateEmitter(clock: clock, radioClock: clock)
        }
    }
}

extension BedtimeDependencies: MockedDependencies {
    /// What every feature needs.
    public static func registerMocks(in mocks: MockBuilder<Self>) throws { try FeatureMocks.register(in: mocks) }
}
