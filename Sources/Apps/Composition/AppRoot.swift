// SPDX-License-Identifier: Apache-2.0

import Captures
import CivilTime
import Clocks
import Coordination
import DeviceModules
import GATT
import Household
import Logging
import ModularDependencyContainer
import Scheduling
import SleepModel
import Storage

/// Marks the root of the dependency graph: what lives as long as the process.
public enum AppRoot {}

extension AppRoot {
    /// The container of everything that lives as long as the process, after a check of every module below it.
    ///
    /// Builds nothing of it yet. Throws a `DependencyError` when the parts do not fit.
    static func container(_ context: HouseholdContext) throws -> DependencyContainer<AppRoot> {
        let builder = DependencyBuilder<AppRoot>(context: context.values)
        try register(in: builder)
        return try builder.freeze(validating: HouseholdDependencies.self, CaptureDependencies.self)
    }

    /// Registers everything that lives as long as the process.
    static func register(in builder: DependencyBuilder<AppRoot>) throws {
        try registerWorld(in: builder)
        try registerStore(in: builder)
        try registerRadio(in: builder)
        try builder.registerSingleton(
            EventSource.self, keys: [1: ClockKey.radio], from: EventSource.init(clock:radioClock:))
        try builder.mainActor.registerSingleton(NightCoordinator.self, from: NightCoordinator.init(clock:))
        try builder.registerSingleton(
            HouseholdConfiguration.self, using: Dependency((any NightStore).self), Dependency(NoticeDesk.self),
            Dependency(context: World.NoticeRunner.self), Dependency(context: World.Life.self),
            Dependency((any CentralTransport).self),
            Dependency((any NightClock).self),
            Dependency((any NightClock).self, key: ClockKey.radio), Dependency(ZoneBook.self),
            Dependency(context: World.ZonePoll.self), Dependency(context: World.DoubtsClock.self),
            Dependency(ProductCatalogue.self), Dependency(Logger.self),
            factory: HouseholdConfiguration.init(
                store:notices:noticeCommand:signOfLife:transport:nightClock:radioClock:zones:zonePoll:doubtsClock:
                products:logger:)
        )
    }

    /// What many need of the world.
    private static func registerWorld(in builder: DependencyBuilder<AppRoot>) throws {
        try builder.registerSingleton((any NightClock).self, using: Dependency(context: World.Time.self)) { $0 }
        try builder.registerSingleton(
            (any NightClock).self, key: ClockKey.radio, using: Dependency(context: World.RadioTime.self),
            Dependency((any NightClock).self)
        ) { $0 ?? $1 }
        try builder.registerSingleton(ZoneBook.self, using: Dependency(context: World.Zones.self)) { $0 }
        try builder.registerSingleton(ProductCatalogue.self, using: Dependency(context: World.Products.self)) { $0 }
        try builder.registerSingleton(Logger.self, using: Dependency(context: World.Log.self)) { $0 }
    }

    /// The store as a household uses it, which answers in time and tells what is logged.
    private static func registerStore(in builder: DependencyBuilder<AppRoot>) throws {
        try builder.registerSingleton(NoticeDesk.self, from: NoticeDesk.init(events:zones:logger:))
        try builder.registerSingleton(
            HouseholdStore.self, using: Dependency(context: World.Store.self), Dependency(EventSource.self),
            Dependency(NoticeDesk.self), Dependency((any NightClock).self, key: ClockKey.radio),
            Dependency((any NightClock).self), Dependency(context: World.StorePatience.self), Dependency(Logger.self),
            teardown: { await $0.close() },
            factory: HouseholdStore.init(_:for:notices:clock:nightClock:patience:logger:))
        try builder.registerSingleton((any NightStore).self, using: Dependency(HouseholdStore.self)) { $0 }
        // Those who only write get no more than that.
        try builder.registerSingleton((any ChangeRepository).self, using: Dependency(HouseholdStore.self)) { $0 }
    }

    /// The transport of everybody, which records on request.
    private static func registerRadio(in builder: DependencyBuilder<AppRoot>) throws {
        try builder.registerSingleton(
            (any CentralTransport).self, using: Dependency(context: World.Transport.self)
        ) { $0 }
        try builder.registerSingleton(RecordingDesk.self, keys: [0: ClockKey.radio], from: RecordingDesk.init(clock:))
        try builder.decorate(
            (any CentralTransport).self, using: Dependency(RecordingDesk.self), teardown: { await $0.close() }
        ) { transport, desk in RecordingTransport(transport, at: desk) }
        try builder.registerFactory(
            RunningRecording.self, given: MacAddress.self, using: Dependency(RecordingDesk.self)
        ) { address, desk in try RunningRecording(of: address, at: desk, limit: recordingLimit) }
        try builder.registerSingleton(
            DeviceConnectionStateFactory.self, using: Dependency((any CentralTransport).self),
            Dependency((any NightClock).self, key: ClockKey.radio), Dependency(context: World.Policy.self),
            Dependency(Logger.self), Dependency(context: World.Jitter.self)
        ) { transport, clock, policy, logger, jitter in
            DeviceConnectionStateFactory(
                transport: transport, clock: clock, policy: policy, logger: logger, jitter: jitter)
        }
    }

    /// How many bytes a recording holds at most: an hour of a busy device.
    private static let recordingLimit = 4 * 1024 * 1024
}
