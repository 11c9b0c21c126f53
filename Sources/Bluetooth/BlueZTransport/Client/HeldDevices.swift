// SPDX-License-Identifier: Apache-2.0

import DBus
import SleepModel

/// The devices that bluetoothd holds connected, or tries to, for this process.
@BusActor
final class HeldDevices {
    private let mirror: BlueZMirror
    private let calls: BlueZCalls
    private var held: Set<ObjectPath> = []

    nonisolated init(_ mirror: BlueZMirror, _ calls: BlueZCalls) {
        self.mirror = mirror
        self.calls = calls
    }

    /// Has bluetoothd connect to a device; it holds the connection until `disconnect`, even after this process has ended.
    func connect(_ device: ObjectPath, within deadline: Duration) async throws(BusError) {
        held.insert(device)
        try await calls.call(device, BlueZName.device, "Connect", within: deadline)
    }

    /// Has bluetoothd disconnect from a device, or give up connecting to it.
    func disconnect(
        _ device: ObjectPath, upon: @escaping @BusActor (Result<BusReply, BusError>) -> Void = { _ in }
    ) {
        held.remove(device)
        calls.post(device, BlueZName.device, "Disconnect", upon: upon)
    }

    /// Has bluetoothd disconnect from every device it holds for us.
    func disconnectAll() {
        for device in held { disconnect(device) }
    }

    /// Has bluetoothd disconnect from a device that this process has not connected to.
    func disconnectStranger(_ address: MacAddress) {
        for device in mirror.tree.adapters.compactMap({ mirror.tree.device(address, of: $0.path) })
        where device.isConnected && !held.contains(device.path) { disconnect(device.path) }
    }

    /// A connection has ended, so bluetoothd no longer holds the device.
    func connectionEnded(_ device: ObjectPath) {
        held.remove(device)
    }

    /// Everything known of bluetoothd is lost.
    func forget() {
        held = []
    }
}
