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

/// One device: its device modules, its features as children, and the controller that runs them.
@DependencyRequirements(
    [
        Requirement(DeviceConnectionStateFactory.self),
        Requirement(ProductCatalogue.self),
        Requirement((any NightClock).self),
        Requirement((any NightStore).self),
        Requirement(ZoneBook.self),
        Requirement(Logger.self),
    ],
    mainActor: [Requirement(NightCoordinator.self)],
    inputs: [
        InputRequirement(MacAddress.self), InputRequirement(HardwareProduct.self), InputRequirement(DeviceBook.self),
    ],
    children: [RoutineDependencies.self, AlarmDependencies.self, BedtimeDependencies.self])
struct DeviceDependencies: DependencyRequirements {
    /// Registers the device modules, one of each per device.
    static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
        try builder.registerSingleton(
            (any ProductCodec).self, using: Dependency(ProductCatalogue.self), Dependency(input: HardwareProduct.self)
        ) { catalogue, product in
            guard let codec = catalogue.codec(for: product) else { throw UnsupportedProduct(product: product) }
            return codec
        }
        try builder.registerSingleton(WakeSignal.self) { WakeSignal() }
        try builder.registerSingleton(
            DeviceStateEmitter.self, using: Dependency(DeviceConnectionStateFactory.self),
            Dependency((any NightClock).self)
        ) { factory, clock in factory.makeEmitter(clock: clock) }
        try builder.registerSingleton(
            DeviceConnection.self, using: Dependency(DeviceConnectionStateFactory.self),
            Dependency(input: MacAddress.self), Dependency((any ProductCodec).self),
            Dependency(DeviceStateEmitter.self), teardown: { await $0.close() }
        ) { factory, address, codec, emitter in
            factory.makeConnection(address: address, codec: codec, emitter: emitter)
        }
        try builder.registerSingleton(
            IoTActionSender.self, using: Dependency(DeviceConnectionStateFactory.self),
            Dependency(DeviceConnection.self), Dependency(input: MacAddress.self), Dependency((any ProductCodec).self),
            Dependency(DeviceStateEmitter.self)
        ) { factory, connection, address, codec, emitter in
            factory.makeActionSender(connection: connection, address: address, codec: codec, emitter: emitter)
        }
        // The features live as long as the device.
        try builder.mainActor.registerSingleton(RoutineDependencies.self) {
            try $0.buildChild(RoutineDependencies.self)
        }
        try builder.mainActor.registerSingleton(AlarmDependencies.self) { try $0.buildChild(AlarmDependencies.self) }
        try builder.mainActor.registerSingleton(BedtimeDependencies.self) {
            try $0.buildChild(BedtimeDependencies.self)
        }
        try builder.mainActor.registerSingleton(DeviceController.self) { container in
            let dependencies = Self(container)
            // What is registered here may throw, and an accessor could not say so.
            return DeviceController(
                address: dependencies.macAddress, codec: try container.resolve((any ProductCodec).self),
                emitter: try container.resolve(DeviceStateEmitter.self),
                connection: try container.resolve(DeviceConnection.self),
                sender: try container.resolve(IoTActionSender.self), coordinator: dependencies.nightCoordinator,
                routines: try container.resolveMainActor(RoutineDependencies.self).stateProvider(),
                alarms: try container.resolveMainActor(AlarmDependencies.self).stateProvider(),
                bedtimes: try container.resolveMainActor(BedtimeDependencies.self).stateProvider(),
                store: dependencies.nightStore, zones: dependencies.zoneBook, clock: dependencies.nightClock,
                signal: try container.resolve(WakeSignal.self), logger: dependencies.logger)
        }
    }
}
