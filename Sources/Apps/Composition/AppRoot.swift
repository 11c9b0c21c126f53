// SPDX-License-Identifier: Apache-2.0

import Clocks
import Coordination
import DeviceModules
import GATT
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
    /// Registers everything that lives as long as the process, and freezes it.
    static func container(_ configuration: NightConfiguration) throws -> DependencyContainer<AppRoot> {
        let builder = DependencyBuilder<AppRoot>()
        try builder.registerSingleton((any NightClock).self) { _ in configuration.nightClock }
        try builder.registerSingleton((any NightClock).self, key: ClockKey.radio) { _ in configuration.radioClock }
        try builder.registerSingleton((any NightStore).self) { _ in configuration.store }
        try builder.registerSingleton((any CentralTransport).self) { _ in configuration.transport }
        try builder.registerSingleton(ZoneBook.self) { _ in configuration.zones }
        try builder.registerSingleton(ProductCatalogue.self) { _ in configuration.products }
        try builder.registerSingleton(Logger.self) { _ in configuration.logger }
        try builder.registerSingleton(WakeSignal.self) { _ in WakeSignal() }
        try builder.registerSingleton(DeviceConnectionStateFactory.self) { container in
            DeviceConnectionStateFactory(
                transport: try container.resolve((any CentralTransport).self),
                clock: try container.resolve((any NightClock).self, key: ClockKey.radio),
                policy: configuration.policy, logger: configuration.logger)
        }
        try builder.mainActor.registerSingleton(NightCoordinator.self) { container in
            NightCoordinator(
                clock: try container.resolve((any NightClock).self), signal: try container.resolve(WakeSignal.self))
        }
        return try builder.freeze()
    }
}
