// SPDX-License-Identifier: Apache-2.0

import Clocks
import Coordination
import DeviceModules
public import ModularDependencyContainer
import Scheduling
import Storage

/// What the routines of one device need, and the provider that runs them.
@DependencyRequirements(
    [
        Requirement((any ChangeRepository).self),
        Requirement(DeviceBook.self),
        Requirement(DeviceStateEmitter.self),
        Requirement((any NightClock).self),
        Requirement(WakeSignal.self),
        Requirement(ZoneBook.self),
    ],
    mainActor: [Requirement(IntentIntake.self)],
    mainActorProvides: [Requirement(RoutineStateProvider.self)])
public struct RoutineDependencies: DependencyRequirements {
    /// Registers the provider, and contributes it to the features of the device.
    public static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
        try builder.mainActor.registerSingleton(
            RoutineStateProvider.self, from: RoutineStateProvider.init(book:zones:store:clock:signal:intake:emitter:))
        try builder.mainActor.contribute(
            (any NightFeature).self, using: IsolatedDependency(RoutineStateProvider.self)
        ) { $0 }
    }
}
