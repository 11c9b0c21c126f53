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

/// Which of the two clocks a dependency wants.
enum ClockKey: Hashable, Sendable {
    /// Real time, in which radios live, even when the night runs faster.
    case radio
}

/// When the newest line of the log was written, which a right clock does not precede.
struct LogEnd: Sendable {
    /// The time of the line; nil where there is none.
    let newest: Instant?

    init(of store: any NightStore) async throws {
        // Ten, because the newest may be unreadable.
        newest = try await store.entries(since: nil, device: nil, limit: 10).last?.at
    }
}

extension AppRoot {
    /// The container of everything that lives as long as the process, after a check of every module below it.
    ///
    /// Throws what the store threw, and a `DependencyError` when the parts do not fit.
    static func container(_ configuration: HouseholdConfiguration) async throws -> DependencyContainer<AppRoot> {
        let builder = DependencyBuilder<AppRoot>()
        try register(in: builder, configuration: configuration)
        return try await builder.freeze(validating: HouseholdDependencies.self)
    }

    /// Registers everything that lives as long as the process.
    static func register(in builder: DependencyBuilder<AppRoot>, configuration: HouseholdConfiguration) throws {
        try registerHost(in: builder, configuration: configuration)
        try builder.registerSingleton(
            EventSource.self, keys: [1: ClockKey.radio], from: EventSource.init(clock:radioClock:))
        // The store as a household uses it, which answers in time and tells what is logged.
        try builder.decorate(
            (any NightStore).self, using: Dependency(EventSource.self), Dependency((any NightClock).self),
            Dependency((any NightClock).self, key: ClockKey.radio), Dependency(Logger.self),
            teardown: { await $0.close() }
        ) { store, events, clock, radioClock, logger in
            HouseholdStore(
                store, for: events, clock: radioClock, nightClock: clock, patience: configuration.storePatience,
                logger: logger)
        }
        // Those who only write get no more than that.
        try builder.registerSingleton((any ChangeRepository).self, using: Dependency((any NightStore).self)) { $0 }
        try builder.registerSingleton(HouseholdStore.self, using: Dependency((any NightStore).self)) { store in
            try outermost(store)
        }
        try builder.registerAsyncSingleton(LogEnd.self, using: Dependency((any NightStore).self)) { store in
            try await LogEnd(of: store)
        }
        // The transport of everybody, which records on request.
        try builder.decorate(
            (any CentralTransport).self, using: Dependency((any NightClock).self, key: ClockKey.radio),
            teardown: { await $0.close() }
        ) { transport, clock in RecordingTransport(transport, clock: clock) }
        try builder.registerSingleton(RecordingTransport.self, using: Dependency((any CentralTransport).self)) {
            try outermost($0)
        }
        try builder.registerSingleton(
            DeviceConnectionStateFactory.self, using: Dependency((any CentralTransport).self),
            Dependency((any NightClock).self, key: ClockKey.radio), Dependency(Logger.self)
        ) { transport, clock, logger in
            DeviceConnectionStateFactory(
                transport: transport, clock: clock, policy: configuration.policy, logger: logger,
                jitter: configuration.jitter)
        }
        try builder.mainActor.registerSingleton(NightCoordinator.self, from: NightCoordinator.init(clock:))
    }

    /// What the host gives.
    private static func registerHost(
        in builder: DependencyBuilder<AppRoot>, configuration: HouseholdConfiguration
    ) throws {
        try builder.registerSingleton(HouseholdConfiguration.self) { configuration }
        try builder.registerSingleton((any NightClock).self) { configuration.nightClock }
        try builder.registerSingleton((any NightClock).self, key: ClockKey.radio) { configuration.radioClock }
        try builder.registerSingleton((any NightStore).self) { configuration.store }
        try builder.registerSingleton((any CentralTransport).self) { configuration.transport }
        try builder.registerSingleton(ZoneBook.self) { configuration.zones }
        try builder.registerSingleton(ProductCatalogue.self) { configuration.products }
        try builder.registerSingleton(Logger.self) { configuration.logger }
    }

    /// What a decorator of this module made, by its own type.
    private static func outermost<Decorator>(_ value: Any) throws -> Decorator {
        guard let decorator = value as? Decorator else { throw ReplacedDecorator(wanted: "\(Decorator.self)") }
        return decorator
    }
}

/// Something else stands where a decorator of the root should be the outermost.
private struct ReplacedDecorator: Error, CustomStringConvertible {
    let wanted: String

    var description: String { "a \(wanted) must be the outermost, and is not" }
}
