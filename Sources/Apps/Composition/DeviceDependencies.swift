// SPDX-License-Identifier: Apache-2.0

import Alarms
import Bedtimes
import Clocks
import Coordination
import DeviceModules
import GATT
import Logging
public import ModularDependencyContainer
import Routines
import Scheduling
import SleepModel
import Storage

/// The rooms of one device: its three device modules, and what its children need of them.
public struct DeviceDependencies: DependencyRequirements {
    /// The container it gives typed access to.
    public let container: DependencyContainer<Self>

    /// Gives typed access to a container of this module.
    public init(_ container: DependencyContainer<Self>) {
        self.container = container
    }

    /// What it needs.
    public static let requirements = [
        Requirement(DeviceConnectionStateFactory.self),
        Requirement(ProductCatalogue.self),
        Requirement((any NightClock).self),
        Requirement((any NightStore).self),
        Requirement(Logger.self),
    ]
    /// What it needs on the main actor.
    public static let mainActorRequirements = [Requirement(NightCoordinator.self)]
    /// Whose rooms they are, and what the store holds of it.
    public static let inputRequirements = [
        InputRequirement(MacAddress.self), InputRequirement(HardwareProduct.self), InputRequirement(DeviceBook.self),
    ]

    /// The values that make a device's container that device's.
    public struct Inputs: DependencyInputs {
        let macAddress: MacAddress
        let hardwareProduct: HardwareProduct
        let deviceBook: DeviceBook

        /// Hands the values to a builder.
        public func provide<Marker>(to builder: DependencyBuilder<Marker>) {
            builder.provideInput(MacAddress.self, macAddress)
            builder.provideInput(HardwareProduct.self, hardwareProduct)
            builder.provideInput(DeviceBook.self, deviceBook)
        }
    }

    var deviceConnectionStateFactory: DeviceConnectionStateFactory {
        container.dependency(0, DeviceConnectionStateFactory.self)
    }
    var productCatalogue: ProductCatalogue { container.dependency(1, ProductCatalogue.self) }
    var nightClock: any NightClock { container.dependency(2, (any NightClock).self) }
    var nightStore: any NightStore { container.dependency(3, (any NightStore).self) }
    var logger: Logger { container.dependency(4, Logger.self) }
    @MainActor var nightCoordinator: NightCoordinator { container.mainActorDependency(0, NightCoordinator.self) }
    var macAddress: MacAddress { container.input(0, MacAddress.self) }
    var hardwareProduct: HardwareProduct { container.input(1, HardwareProduct.self) }

    /// Registers the device modules, one of each per device.
    public static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
        try builder.registerSingleton((any ProductCodec).self) { container in
            let dependencies = Self(container)
            guard let codec = dependencies.productCatalogue.codec(for: dependencies.hardwareProduct) else {
                throw UnsupportedProduct(product: dependencies.hardwareProduct)
            }
            return codec
        }
        try builder.registerSingleton(DeviceStateEmitter.self) { container in
            DeviceStateEmitter(clock: Self(container).nightClock)
        }
        try builder.registerSingleton(DeviceConnection.self, teardown: { await $0.close() }) { container in
            let dependencies = Self(container)
            return dependencies.deviceConnectionStateFactory.makeConnection(
                address: dependencies.macAddress, codec: try container.resolve((any ProductCodec).self),
                emitter: try container.resolve(DeviceStateEmitter.self))
        }
        try builder.registerSingleton(IoTActionSender.self) { container in
            let dependencies = Self(container)
            return dependencies.deviceConnectionStateFactory.makeActionSender(
                connection: try container.resolve(DeviceConnection.self), address: dependencies.macAddress,
                codec: try container.resolve((any ProductCodec).self),
                emitter: try container.resolve(DeviceStateEmitter.self))
        }
        try builder.mainActor.registerSingleton(DeviceRooms.self) { container in
            let dependencies = Self(container)
            return DeviceRooms(
                address: dependencies.macAddress,
                codec: try container.resolve((any ProductCodec).self),
                emitter: try container.resolve(DeviceStateEmitter.self),
                connection: try container.resolve(DeviceConnection.self),
                sender: try container.resolve(IoTActionSender.self),
                coordinator: dependencies.nightCoordinator,
                routines: try container.buildChild(RoutineDependencies.self).stateProvider(),
                alarms: try container.buildChild(AlarmDependencies.self).stateProvider(),
                bedtimes: try container.buildChild(BedtimeDependencies.self).stateProvider(),
                store: dependencies.nightStore, clock: dependencies.nightClock, logger: dependencies.logger)
        }
    }
}

/// A device was paired with a product that this build has no codec for.
struct UnsupportedProduct: Error, Hashable, CustomStringConvertible {
    let product: HardwareProduct

    var description: String { "This build of Lull cannot control a \(product)." }
}
