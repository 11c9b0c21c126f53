// SPDX-License-Identifier: Apache-2.0

import Clocks
import DBus
import GATT
import SleepModel

/// Makes one connection: finds the device, has bluetoothd connect to it, and checks that it is connected.
@BusActor
struct BlueZConnector {
    /// How long bluetoothd may try to connect; the kernel stops after 20 seconds.
    private static let connectDeadline = Duration.seconds(25)
    /// How long the services may take to be discovered.
    private static let discoveryDeadline = Duration.seconds(30)
    /// How long to wait for a signal before looking again: bluetoothd sends none if the link is up at once.
    private static let look = Duration.milliseconds(200)
    /// How long bluetoothd takes to end a connection: two seconds for other users, and the time the radio needs.
    private static let releaseTime = Duration.seconds(3)
    /// Pauses before the attempts (source: Bluetooth-Devices/bleak-retry-connector, whose first is 0.25 s).
    private static let pauses: [Duration] = [.zero, .milliseconds(250), .seconds(1), .seconds(4)]

    let client: BlueZClient
    let adapter: String?

    /// Connects, in several attempts if needed; leaves no connection behind if it fails or is cancelled.
    func connect(to address: MacAddress) async throws(GATTError) -> BlueZLink {
        var failure = GATTError(.connectionFailed, "\(address) cannot be reached.", advice: GATTError.comeCloser)
        for pause in Self.pauses {
            try await wait(pause)
            do {
                return try await attempt(address)
            } catch  where error.isTransient {
                failure = error
            }
        }
        throw GATTError(
            .connectionFailed, "Lull cannot connect to \(address): \(failure.message)", advice: GATTError.comeCloser)
    }

    /// Waits, up to a fifth longer or shorter, so that several failed attempts do not all repeat at the same time.
    private func wait(_ pause: Duration) async throws(GATTError) {
        guard pause > .zero else { return }
        do {
            try await client.clock.sleep(for: pause * Double.random(in: 0.8...1.2))
        } catch {
            throw .cancellation
        }
    }

    private func attempt(_ address: MacAddress) async throws(GATTError) -> BlueZLink {
        let adapter = try await client.adapter(adapter)
        let device = try await find(address, on: adapter)
        if device.isConnected { try await outlast(device) }
        do {
            try await establish(device)
            let characteristics = try await client.gattDeadline(Self.discoveryDeadline) { () throws(GATTError) in
                try await discover(device)
            }
            let link = BlueZLink(client, device: device, characteristics: characteristics)
            try link.start()
            return link
        } catch {
            // This also ends an attempt of bluetoothd.
            client.devices.disconnect(device.path)
            throw error
        }
    }

    /// The device as bluetoothd knows it; searches for it if bluetoothd has forgotten it.
    private func find(_ address: MacAddress, on adapter: BlueZAdapter) async throws(GATTError) -> BlueZDevice {
        if let device = client.tree.device(address, of: adapter.path) { return device }
        let listener = client.mirror.makeIdentifier()
        do throws(GATTError) {
            try await client.startDiscovery(listener, on: adapter)
            let found = try await client.searching { [client] () throws(GATTError) in
                try await client.wait { client -> Result<BlueZDevice, GATTError>? in
                    if let device = client.tree.device(address, of: adapter.path) { return .success(device) }
                    return client.discovery.isRunning(on: adapter) ? nil : .failure(Self.interruption(address))
                }
            }
            let device = try found.get()
            client.discovery.stop(listener)
            return device
        } catch {
            client.discovery.stop(listener)
            throw error
        }
    }

    private static func interruption(_ address: MacAddress) -> GATTError {
        GATTError(.connectionFailed, "The search for \(address) was interrupted.", advice: GATTError.tryAgain)
    }

    /// Waits a moment for a connection of another process to end.
    ///
    /// One that stays is left over from a killed process, and this process takes it over.
    private func outlast(_ device: BlueZDevice) async throws(GATTError) {
        do {
            try await client.gattDeadline(Self.releaseTime) { () throws(GATTError) in
                try await client.wait { $0.tree.device(at: device.path)?.isConnected == true ? nil : true }
            }
        } catch  where error.code == .timedOut {
            // This process takes it over.
        }
    }

    private func establish(_ device: BlueZDevice) async throws(GATTError) {
        do {
            try await client.devices.connect(device.path, within: Self.connectDeadline)
        } catch  where error.name == "org.bluez.Error.AlreadyConnected" {
            // Left over from a process that was killed.
        } catch  where error.message.contains("connection-limit") {
            throw GATTError(
                .unavailable, "The Bluetooth adapter has no room for another connection.",
                advice: "Disconnect another device: `bluetoothctl devices Connected`.")
        } catch {
            throw GATTError(error)
        }
    }

    /// Waits until the device is connected and its services are known, and reads what they are.
    private func discover(_ device: BlueZDevice) async throws(GATTError) -> [BluetoothUUID: ObjectPath] {
        while true {
            let now = try await look(at: device)
            if now.areServicesResolved {
                // This signal may come before the signals that list the services one by one.
                let objects: ObjectTree
                do { objects = try await client.refreshAll() } catch { throw GATTError(error) }
                let characteristics = objects.characteristics(of: device.path)
                if !characteristics.isEmpty { return characteristics }
            }
            try await waitForNews(of: now)
        }
    }

    /// The device as it is now; throws if it is not connected.
    private func look(at device: BlueZDevice) async throws(GATTError) -> BlueZDevice {
        do { try await client.refresh(BlueZName.device, at: device.path) } catch { throw GATTError(error) }
        // bluetoothd also reports success for some aborted attempts.
        guard let now = client.tree.device(at: device.path), now.isConnected else {
            throw GATTError(
                .connectionFailed, "\(device.address) ended the connection at once.", advice: GATTError.comeCloser)
        }
        return now
    }

    /// Waits a moment for the device to change from `before`.
    private func waitForNews(of before: BlueZDevice) async throws(GATTError) {
        do {
            try await client.gattDeadline(Self.look) { () throws(GATTError) in
                try await client.wait { client in
                    guard let now = client.tree.device(at: before.path), now.isConnected else { return true }
                    guard before.areServicesResolved else { return now.areServicesResolved ? true : nil }
                    return client.tree.characteristics(of: before.path).isEmpty ? nil : true
                }
            }
        } catch  where error.code == .timedOut {
            // The caller looks again.
        }
    }
}

extension GATTError {
    /// Whether the same may succeed a moment later.
    fileprivate var isTransient: Bool {
        [.connectionFailed, .notFound, .disconnected].contains(code)
    }
}
