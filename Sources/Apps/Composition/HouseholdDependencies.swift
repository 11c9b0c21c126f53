// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import Coordination
import DeviceModules
import GATT
import Household
import Logging
import ModularDependencyContainer
import SleepModel
import Storage

/// The running household: its devices as children, each built when it is paired, and the services of its API.
@DependencyRequirements(
    [
        Requirement(EventSource.self),
        Requirement(HouseholdConfiguration.self),
        Requirement(HouseholdStore.self),
        Requirement((any NightStore).self),
        Requirement((any CentralTransport).self),
        Requirement(LogEnd.self),
        Requirement(Logger.self),
    ],
    mainActor: [Requirement(NightCoordinator.self)],
    mainActorProvides: [Requirement(RunningHousehold.self)],
    children: [DeviceDependencies.self, ControlDependencies.self],
    childInputs: [
        InputRequirement(MacAddress.self), InputRequirement(HardwareProduct.self), InputRequirement(SessionKind.self),
    ])
struct HouseholdDependencies: DependencyRequirements {
    /// Registers the household and what opens its devices.
    static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
        try builder.mainActor.registerSingleton((any DeviceControllers).self) { DeviceContainers(Self($0)) }
        try builder.mainActor.registerSingleton(
            RunningHousehold.self, using: Dependency(HouseholdConfiguration.self), Dependency((any NightStore).self),
            Dependency((any CentralTransport).self), IsolatedDependency((any DeviceControllers).self),
            IsolatedDependency(NightCoordinator.self), Dependency(EventSource.self), Dependency(LogEnd.self)
        ) { given, store, transport, devices, coordinator, events, log in
            var configuration = given
            configuration.store = store
            configuration.transport = transport
            return RunningHousehold(
                configuration, devices: devices, coordinator: coordinator, events: events, newest: log.newest)
        }
    }
}
