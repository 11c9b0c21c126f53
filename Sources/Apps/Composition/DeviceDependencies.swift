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

/// One device: its device modules, the controller that runs it, and its features as children.
///
/// Time passes for the features in the order of the children: alarms come first.
@DependencyRequirements(
    [
        Requirement((any ChangeRepository).self),
        Requirement(DeviceConnectionStateFactory.self),
        Requirement(ProductCatalogue.self),
        Requirement((any NightClock).self),
        Requirement((any NightStore).self),
        Requirement(ZoneBook.self),
        Requirement(Logger.self),
    ],
    mainActor: [Requirement(NightCoordinator.self)],
    mainActorProvides: [Requirement(DeviceController.self)],
    inputs: [InputRequirement(MacAddress.self), InputRequirement(HardwareProduct.self)],
    children: [AlarmDependencies.self, RoutineDependencies.self, BedtimeDependencies.self])
struct DeviceDependencies: DependencyRequirements {
    /// Registers the device modules, one of each per device, and what the features share.
    static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
        // Everything that this device's modules log is about it.
        try builder.decorate(Logger.self, using: Dependency(input: MacAddress.self)) { logger, address in
            var logger = logger
            logger[metadataKey: "device"] = "\(address)"
            return logger
        }
        try builder.registerAsyncSingleton(
            DeviceBook.self, using: Dependency(input: MacAddress.self), Dependency((any NightStore).self),
            Dependency((any NightClock).self)
        ) { address, store, clock in try await DeviceBook.read(address, from: store, at: clock.now().wall) }
        try builder.registerSingleton(DeviceKey.self, from: DeviceKey.init(address:product:))
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
        try builder.mainActor.registerSingleton(IntentIntake.self, from: IntentIntake.init(device:coordinator:))
        try builder.mainActor.registerSingleton(
            DeviceController.self, using: Dependency(DeviceKey.self), Dependency((any ProductCodec).self),
            Dependency(DeviceStateEmitter.self), Dependency(DeviceConnection.self), Dependency(IoTActionSender.self),
            IsolatedDependency(NightCoordinator.self), IsolatedDependency(all: (any NightFeature).self),
            Dependency((any ChangeRepository).self), Dependency(ZoneBook.self), Dependency((any NightClock).self),
            Dependency(WakeSignal.self), Dependency(Logger.self),
            factory: DeviceController.init(
                key:codec:emitter:connection:sender:coordinator:features:store:zones:clock:signal:logger:))
    }
}
