// SPDX-License-Identifier: Apache-2.0

import Clocks
import DeviceModules
import GATT
import Household
import Logging
import ModularDependencyContainer
import SleepModel

/// The device modules of one device: its connection, its state emitter and its action sender.
///
/// They feed what stands below them: the controller, which runs the device, and its features. A product's room extends them
/// with a module of its own, which is one more child here and contributes a `ProductExtension`.
@DependencyRequirements(
    [
        Requirement(DeviceConnectionStateFactory.self),
        Requirement((any NightClock).self),
        Requirement(ProductCatalogue.self),
        Requirement(Logger.self),
    ],
    inputs: [InputRequirement(MacAddress.self), InputRequirement(HardwareProduct.self)],
    children: [DeviceDependencies.self])
struct DeviceModuleDependencies: DependencyRequirements {
    /// Registers the device modules, one of each per device.
    static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
        try registerModules(in: builder)
    }

    /// Registers the same in a module whose children are those of other products.
    static func registerModules<Module>(in builder: DependencyBuilder<Module>) throws {
        // Everything that this device's modules log is about it.
        try builder.decorate(Logger.self, using: Dependency(input: MacAddress.self)) { logger, address in
            var logger = logger
            logger[metadataKey: "device"] = "\(address)"
            return logger
        }
        try builder.registerSingleton(DeviceKey.self, from: DeviceKey.init(address:product:))
        try builder.registerSingleton(
            (any ProductCodec).self, using: Dependency(all: ProductExtension.self), Dependency(ProductCatalogue.self),
            Dependency(input: HardwareProduct.self)
        ) { extensions, catalogue, product in
            let own = extensions.map(\.codec).first { $0.product == product }
            guard let codec = own ?? catalogue.codec(for: product) else { throw UnsupportedProduct(product: product) }
            return codec
        }
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
    }
}
