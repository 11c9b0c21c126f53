// SPDX-License-Identifier: Apache-2.0

import Clocks
import DBus
import SleepModel

/// The devices that bluetoothd holds connected, or tries to, for this process.
@BusActor
final class HeldDevices {
    private let mirror: BlueZMirror
    private let calls: BlueZCalls
    private let clock: any NightClock
    /// When each was used last, as a boot time.
    private var held: [ObjectPath: Duration] = [:]

    nonisolated init(_ mirror: BlueZMirror, _ calls: BlueZCalls, clock: any NightClock) {
        self.mirror = mirror
        self.calls = calls
        self.clock = clock
    }

    /// Notes that a device is being used, or has been.
    func use(_ device: ObjectPath) {
        if held[device] != nil { held[device] = clock.now().boot }
    }

    /// Has bluetoothd connect to a device; it holds the connection until `disconnect`, even after this process has ended.
    func connect(_ device: ObjectPath, within deadline: Duration) async throws(BusError) {
        held[device] = clock.now().boot
        try await calls.call(device, BlueZName.device, "Connect", within: deadline)
    }

    /// Has bluetoothd disconnect from a device, or give up connecting to it.
    func disconnect(
        _ device: ObjectPath, upon: @escaping @BusActor (Result<BusReply, BusError>) -> Void = { _ in }
    ) {
        held.removeValue(forKey: device)
        calls.post(device, BlueZName.device, "Disconnect", upon: upon)
    }

    /// Has bluetoothd disconnect from every device it holds for us.
    func disconnectAll() {
        for device in held.keys { disconnect(device) }
    }

    /// When this process used a device last, as a boot time; nil for one that bluetoothd does not hold for it.
    func lastUse(of device: ObjectPath) -> Duration? { held[device] }

    /// Has bluetoothd forget a device, and end a connection to it; returns whether it has.
    func remove(_ device: BlueZDevice, of adapter: BlueZAdapter) async -> Bool {
        let answer = await calls.result(
            of: "RemoveDevice", at: adapter.path, BlueZName.adapter, [.objectPath(device.path)],
            within: BlueZCalls.localDeadline)
        switch answer {
        case .success: return true
        case .failure(let error): return error.name == "org.bluez.Error.DoesNotExist"
        }
    }

    /// Has bluetoothd disconnect from a device that this process has not connected to.
    func disconnectStranger(_ address: MacAddress) {
        for device in mirror.tree.adapters.compactMap({ mirror.tree.device(address, of: $0.path) })
        where device.isConnected && held[device.path] == nil { disconnect(device.path) }
    }

    /// A connection has ended, so bluetoothd no longer holds the device.
    func connectionEnded(_ device: ObjectPath) {
        held.removeValue(forKey: device)
    }

    /// Everything known of bluetoothd is lost.
    func forget() {
        held = [:]
    }
}
