// SPDX-License-Identifier: Apache-2.0

public import Clocks
import DBus
public import GATT

/// The peripheral role over this host's Bluetooth service: a device offered to whoever is in range of an adapter.
///
/// The flags and the manufacturer data fill the 31 bytes of an advertisement, and the name goes into the scan response. So
/// listed services and service data are left out. The address is the adapter's. The device is registered again whenever
/// bluetoothd or the adapter comes back.
public struct BlueZPeripheral: PeripheralTransport {
    private let bus: BusConnection.Address
    private let adapter: String
    private let clock: any NightClock

    /// Uses the adapter with a name such as `hci1` or an address; the clock is the real one.
    public init(adapter: String, clock: any NightClock) {
        self.init(.system, adapter: adapter, clock: clock)
    }

    init(_ bus: BusConnection.Address, adapter: String, clock: any NightClock) {
        self.bus = bus
        self.adapter = adapter
        self.clock = clock
    }

    /// Advertises and serves `device` until cancelled.
    ///
    /// Throws `transport_unavailable` when there is no such adapter to begin with, or the bus is lost.
    public func serve(_ device: any PeripheralDevice, onReady: @escaping @Sendable () -> Void) async throws {
        let client = BlueZClient(bus, clock: clock)
        do {
            try await PeripheralSession(
                client, adapter: adapter, device: SerialDevice(device), onReady: onReady
            ).run()
        } catch {
            await client.finish()
            // In a cancelled task, the error comes from the cancellation.
            guard Task.isCancelled else { throw error }
        }
        await client.finish()
    }
}
