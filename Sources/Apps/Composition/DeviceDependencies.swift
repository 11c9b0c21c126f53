// SPDX-License-Identifier: Apache-2.0

import Alarms
import Bedtimes
import Clocks
import Coordination
import DeviceModules
import GATT
import Household
import Logging
import ModularDependencyContainer
import Routines
import Scheduling
import SleepModel
import Storage

/// What runs one device: its controller, and its features as children.
///
/// Time passes for the features in the order of the children: alarms come first.
@DependencyRequirements(
    [
        Requirement((any ChangeRepository).self),
        Requirement(DeviceConnection.self),
        Requirement(DeviceKey.self),
        Requirement(DeviceStateEmitter.self),
        Requirement(IoTActionSender.self),
        Requirement((any NightClock).self),
        Requirement((any NightStore).self),
        Requirement(NoticeDesk.self),
        Requirement((any ProductCodec).self),
        Requirement(ZoneBook.self),
        Requirement(Logger.self),
    ],
    mainActor: [Requirement(NightCoordinator.self)],
    mainActorProvides: [Requirement(DeviceController.self)],
    children: [AlarmDependencies.self, RoutineDependencies.self, BedtimeDependencies.self])
struct DeviceDependencies: DependencyRequirements {
    /// Registers the controller and what the features share.
    static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
        try registerController(in: builder)
    }

    /// Registers the same in a module whose children are other features.
    static func registerController<Module>(in builder: DependencyBuilder<Module>) throws {
        try builder.registerAsyncSingleton(
            DeviceBook.self, using: Dependency(DeviceKey.self), Dependency((any NightStore).self),
            Dependency((any NightClock).self)
        ) { key, store, clock in try await DeviceBook.read(key.address, from: store, at: clock.now().wall) }
        try builder.registerSingleton(WakeSignal.self) { WakeSignal() }
        try builder.mainActor.registerSingleton(
            IntentIntake.self, using: Dependency(DeviceKey.self), IsolatedDependency(NightCoordinator.self)
        ) { IntentIntake(device: $0.address, coordinator: $1) }
        try builder.mainActor.registerSingleton(
            DeviceController.self, using: Dependency(DeviceKey.self), Dependency((any ProductCodec).self),
            Dependency(DeviceStateEmitter.self), Dependency(DeviceConnection.self), Dependency(IoTActionSender.self),
            IsolatedDependency(NightCoordinator.self), IsolatedDependency(all: (any NightFeature).self),
            Dependency((any ChangeRepository).self), Dependency(NoticeDesk.self), Dependency(ZoneBook.self),
            Dependency((any NightClock).self),
            Dependency(WakeSignal.self), Dependency(Logger.self),
            factory: DeviceController.init(
                key:codec:emitter:connection:sender:coordinator:features:store:notices:zones:clock:signal:logger:))
    }
}
