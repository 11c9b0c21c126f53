// SPDX-License-Identifier: Apache-2.0

import Clocks
import GATT

/// Notes when a command reaches a device, before the device does anything with it.
final class WatchedPeripheral: PeripheralDevice {
    let watch = WriteWatch()
    let services: [ServiceDefinition]
    private let device: any PeripheralDevice
    private let clock: any NightClock

    init(_ device: any PeripheralDevice, clock: any NightClock) {
        self.device = device
        self.clock = clock
        services = device.services
    }

    func advertisingContent() async -> AdvertisingContent? { await device.advertisingContent() }

    func connected(_ central: any ConnectedCentral) async -> Bool { await device.connected(central) }

    func disconnected(_ central: any ConnectedCentral) async { await device.disconnected(central) }

    func value(of characteristic: BluetoothUUID) async -> [UInt8]? { await device.value(of: characteristic) }

    func write(_ value: [UInt8], to characteristic: BluetoothUUID, by central: any ConnectedCentral) async {
        watch.written(value, at: clock.now().monotonic)
        await device.write(value, to: characteristic, by: central)
    }
}
