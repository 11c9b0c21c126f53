// SPDX-License-Identifier: Apache-2.0

import CBluetooth
public import Clocks
public import GATT
import Glibc
import SleepModel

/// The peripheral role over the kernel's own sockets, without bluetoothd: what is advertised is exact to the byte.
///
/// It needs `CAP_NET_ADMIN`, and an adapter that bluetoothd does not use: the kernel has one channel of the attribute
/// protocol for each adapter.
public struct L2CAPPeripheral: PeripheralTransport {
    private let radio: any BluetoothRadio
    private let clock: any NightClock
    private let adapter: String
    /// How often the device is asked what it advertises.
    private let lookInterval: Duration

    /// Will offer a device by the adapter with a name such as `hci1` or an address; the clock is the real one.
    public init(adapter: String, clock: any NightClock) {
        self.init(KernelRadio(), adapter: adapter, clock: clock)
    }

    init(
        _ radio: any BluetoothRadio, adapter: String, clock: any NightClock, lookInterval: Duration = .seconds(1)
    ) {
        self.radio = radio
        self.adapter = adapter
        self.clock = clock
        self.lookInterval = lookInterval
    }

    /// Offers `device` until cancelled; then ends all connections and leaves the air.
    ///
    /// Throws `transport_unavailable` when there is no such adapter, it is off, or this process may not.
    public func serve(_ device: any PeripheralDevice, onReady: @escaping @Sendable () -> Void) async throws {
        do {
            try await offer(SerialDevice(device), onReady)
        } catch is CancellationError {
            return
        } catch let error as GATTError where error.code == .cancelled {
            return
        }
    }

    private func offer(_ device: SerialDevice, _ onReady: @escaping @Sendable () -> Void) async throws {
        let management = try ManagementClient(radio, clock: clock)
        let adapter = try await management.adapter(adapter)
        let listener: Int32
        do {
            listener = try radio.openListener(by: adapter)
        } catch {
            throw error.errorOfSocket(adapter.name)
        }
        defer { close(listener) }
        defer { management.post(.stopAdvertising(adapter.number)) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await advertise(device, by: adapter, management, onReady) }
            group.addTask { try await receive(device, by: adapter, listener) }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    private func advertise(
        _ device: SerialDevice, by adapter: AdapterInformation, _ management: ManagementClient,
        _ onReady: @Sendable () -> Void
    ) async throws {
        var shown: AdvertisingPackets?
        var isFirst = true
        while true {
            let wanted = await device.advertisingContent().map(AdvertisingPackets.init)
            if let wanted, wanted != shown {
                _ = try await management.reply(to: .startAdvertising(wanted, adapter.number))
            } else if wanted == nil, shown != nil {
                _ = try await management.reply(to: .stopAdvertising(adapter.number))
            }
            shown = wanted
            if isFirst, wanted != nil {
                isFirst = false
                onReady()
            }
            try await clock.sleep(for: lookInterval)
        }
    }

    private func receive(_ device: SerialDevice, by adapter: AdapterInformation, _ listener: Int32) async throws {
        try await withThrowingDiscardingTaskGroup { group in
            while true {
                await Readiness.readable(listener)
                try Task.checkCancellation()
                let descriptor = lull_accept(listener)
                if descriptor >= 0 {
                    group.addTask { await ServedCentral.serve(descriptor, by: device) }
                } else if ![EAGAIN, EINTR, ECONNABORTED].contains(errno) {
                    throw LinkFailure(number: errno).errorOfSocket(adapter.name)
                }
            }
        }
    }
}
