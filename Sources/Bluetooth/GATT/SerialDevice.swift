// SPDX-License-Identifier: Apache-2.0

import Clocks

/// Passes calls on to a device one at a time, first come, first served, even those of cancelled tasks.
public final class SerialDevice: PeripheralDevice {
    private let device: any PeripheralDevice
    private let queue = SerialQueue()

    /// Makes calls to `device`.
    public init(_ device: any PeripheralDevice) {
        self.device = device
    }

    /// What it offers.
    public var services: [ServiceDefinition] { device.services }

    /// What it advertises at present.
    public func advertisingContent() async -> AdvertisingContent? {
        await queue.runEvenIfCancelled { await device.advertisingContent() }
    }

    /// A central has connected.
    public func connected(_ central: any ConnectedCentral) async -> Bool {
        await queue.runEvenIfCancelled { await device.connected(central) }
    }

    /// The connection of a central has ended.
    public func disconnected(_ central: any ConnectedCentral) async {
        await queue.runEvenIfCancelled { await device.disconnected(central) }
    }

    /// The value of a characteristic at present.
    public func value(of characteristic: BluetoothUUID) async -> [UInt8]? {
        await queue.runEvenIfCancelled { await device.value(of: characteristic) }
    }

    /// A central wrote a characteristic.
    public func write(_ value: [UInt8], to characteristic: BluetoothUUID, by central: any ConnectedCentral) async {
        await queue.runEvenIfCancelled { await device.write(value, to: characteristic, by: central) }
    }
}
