// SPDX-License-Identifier: Apache-2.0

import ControlServices
import Coordination
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
        Requirement(Logger.self),
    ],
    mainActor: [Requirement(NightCoordinator.self)],
    mainActorProvides: [Requirement(RunningHousehold.self)],
    children: [DeviceModuleDependencies.self, ControlDependencies.self],
    childInputs: [
        InputRequirement(MacAddress.self), InputRequirement(HardwareProduct.self), InputRequirement(SessionKind.self),
    ])
struct HouseholdDependencies: DependencyRequirements {
    /// Registers the household and what opens its devices.
    static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
        try builder.registerAsyncSingleton(LogEnd.self, using: Dependency((any NightStore).self)) { store in
            try await LogEnd(of: store)
        }
        try builder.mainActor.registerSingleton((any DeviceControllers).self) { DeviceContainers(Self($0)) }
        try builder.mainActor.registerSingleton(
            RunningHousehold.self, from: RunningHousehold.init(_:devices:coordinator:events:logEnd:))
    }
}
