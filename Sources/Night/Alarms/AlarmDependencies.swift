// SPDX-License-Identifier: Apache-2.0

import Clocks
import Coordination
public import ModularDependencyContainer
import Scheduling
import SleepModel
import Storage

/// What the alarms of one device need, and the provider that looks after them.
public struct AlarmDependencies: DependencyRequirements {
    /// The container it gives typed access to.
    public let container: DependencyContainer<Self>

    /// Gives typed access to a container of this module.
    public init(_ container: DependencyContainer<Self>) {
        self.container = container
    }

    /// What it needs.
    public static let requirements = [
        Requirement((any NightClock).self),
        Requirement((any NightStore).self),
        Requirement(WakeSignal.self),
        Requirement(ZoneBook.self),
    ]
    /// What it needs on the main actor.
    public static let mainActorRequirements = [Requirement(NightCoordinator.self)]
    /// Whose it is, and what the store holds of it.
    public static let inputRequirements = [InputRequirement(MacAddress.self), InputRequirement(DeviceBook.self)]

    /// The state provider of the device.
    @MainActor
    public func stateProvider() throws -> AlarmStateProvider {
        try container.resolveMainActor(AlarmStateProvider.self)
    }

    var nightClock: any NightClock { container.dependency(0, (any NightClock).self) }
    var nightStore: any NightStore { container.dependency(1, (any NightStore).self) }
    var wakeSignal: WakeSignal { container.dependency(2, WakeSignal.self) }
    var zoneBook: ZoneBook { container.dependency(3, ZoneBook.self) }
    @MainActor var nightCoordinator: NightCoordinator { container.mainActorDependency(0, NightCoordinator.self) }
    var macAddress: MacAddress { container.input(0, MacAddress.self) }
    var deviceBook: DeviceBook { container.input(1, DeviceBook.self) }

    /// Registers the provider, for this module only.
    public static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
        try builder.local.mainActor.registerSingleton(AlarmStateProvider.self) { container in
            let dependencies = Self(container)
            return AlarmStateProvider(
                device: dependencies.macAddress, book: dependencies.deviceBook, zones: dependencies.zoneBook,
                store: dependencies.nightStore, coordinator: dependencies.nightCoordinator,
                clock: dependencies.nightClock, signal: dependencies.wakeSignal)
        }
    }
}
