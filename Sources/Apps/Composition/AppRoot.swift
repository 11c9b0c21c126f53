// SPDX-License-Identifier: Apache-2.0

import Clocks
import Coordination
import DeviceModules
import GATT
import Household
import Logging
import ModularDependencyContainer
import Scheduling
import Storage

/// Marks the root of the dependency graph.
public enum AppRoot {}

/// Which of the two clocks a dependency wants.
enum ClockKey: Hashable, Sendable {
    /// Real time, in which radios live, even when the night runs faster.
    case radio
}

extension AppRoot {
    /// The container of everything that lives as long as the process, after a check of every module below it.
    static func container(_ configuration: HouseholdConfiguration) throws -> DependencyContainer<AppRoot> {
        let builder = DependencyBuilder<AppRoot>()
        try register(in: builder, configuration: configuration)
        return try builder.freeze(validating: DeviceDependencies.self, inputs: DeviceDependencies.inputRequirements)
    }

    /// Registers everything that lives as long as the process.
    static func register(in builder: DependencyBuilder<AppRoot>, configuration: HouseholdConfiguration) throws {
        try builder.registerSingleton((any NightClock).self) { configuration.nightClock }
        try builder.registerSingleton((any NightClock).self, key: ClockKey.radio) { configuration.radioClock }
        try builder.registerSingleton((any NightStore).self) { configuration.store }
        try builder.registerSingleton((any CentralTransport).self) { configuration.transport }
        try builder.registerSingleton(ZoneBook.self) { configuration.zones }
        try builder.registerSingleton(ProductCatalogue.self) { configuration.products }
        try builder.registerSingleton(Logger.self) { configuration.logger }
        try builder.registerSingleton(
            DeviceConnectionStateFactory.self, using: Dependency((any CentralTransport).self),
            Dependency((any NightClock).self, key: ClockKey.radio), Dependency(Logger.self)
        ) { transport, clock, logger in
            DeviceConnectionStateFactory(
                transport: transport, clock: clock, policy: configuration.policy, logger: logger,
                jitter: configuration.jitter)
        }
        try builder.mainActor.registerSingleton(
            NightCoordinator.self, using: Dependency((any NightClock).self)
        ) { NightCoordinator(clock: $0) }
    }
}
