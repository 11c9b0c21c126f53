// SPDX-License-Identifier: Apache-2.0

import Clocks
import Coordination
public import ModularDependencyContainer
import Scheduling
import Storage

/// What the alarms of one device need, and the provider that runs them.
@DependencyRequirements(
    [
        Requirement((any ChangeRepository).self),
        Requirement(DeviceBook.self),
        Requirement((any NightClock).self),
        Requirement(WakeSignal.self),
        Requirement(ZoneBook.self),
    ],
    mainActor: [Requirement(IntentIntake.self)],
    mainActorProvides: [Requirement(AlarmStateProvider.self)])
public struct AlarmDependencies: DependencyRequirements {
    /// Registers the provider, and contributes it to the features of the device.
    public static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
        try builder.mainActor.registerSingleton(
            AlarmStateProvider.self, from: AlarmStateProvider.init(book:zones:store:clock:signal:intake:))
        try builder.mainActor.contribute(
            (any NightFeature).self, using: IsolatedDependency(AlarmStateProvider.self)
        ) { $0 }
    }
}
