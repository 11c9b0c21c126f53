// SPDX-License-Identifier: Apache-2.0

import Clocks
import Coordination
public import ModularDependencyContainer
import Scheduling
import SleepModel
import Storage

/// What the alarms of one device need, and the provider that runs them.
@DependencyRequirements(
    [
        Requirement((any NightClock).self),
        Requirement((any NightStore).self),
        Requirement(WakeSignal.self),
        Requirement(ZoneBook.self),
    ],
    mainActor: [Requirement(NightCoordinator.self)],
    inputs: [InputRequirement(MacAddress.self), InputRequirement(DeviceBook.self)])
public struct AlarmDependencies: DependencyRequirements {
    /// Registers the provider, for this module only.
    public static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
        try builder.local.mainActor.registerSingleton(
            AlarmStateProvider.self,
            using: Dependency(input: MacAddress.self), Dependency(input: DeviceBook.self), Dependency(ZoneBook.self),
            Dependency((any NightStore).self), IsolatedDependency(NightCoordinator.self),
            Dependency((any NightClock).self), Dependency(WakeSignal.self)
        ) {
            AlarmStateProvider(
                book: $1, zones: $2, store: $3, clock: $5, signal: $6, show: $4.intake(of: $0))
        }
    }

    /// The state provider of the device.
    @MainActor
    public func stateProvider() throws -> AlarmStateProvider {
        try container.resolveMainActor(AlarmStateProvider.self)
    }
}
