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
    /// How long to wait for a signal before looking again: bluetoothd sends none if the link is up at once.
    private static let look = Duration.milliseconds(200)
    /// How long bluetoothd takes to end a connection: two seconds for other users, and the time the radio needs.
    private static let releaseTime = Duration.seconds(3)

    let client: BlueZClient
    let adapter: String?

    private var now: Duration { client.clock.now().boot }

    /// Connects, in as many attempts as the budget allows; leaves no connection behind if it fails or is cancelled.
    func connect(to address: MacAddress) async throws(GATTError) -> BlueZLink {
        var attempts = ConnectionAttempts(to: address, at: now)
        var hasMadeRoom = false
        while true {
            let step: ConnectionAttempts.Step
            do throws(GATTError) {
                return try await attempt(address, within: attempts, &hasMadeRoom)
            } catch {
                step = attempts.failed(error, at: now)
            }
            switch step {
            case .pause(let pause): try await wait(pause)
            case .fail(let error): throw error
            }
        }
    }

    /// Waits, up to a fifth longer or shorter, so that several failed attempts do not all repeat at the same time.
    private func wait(_ pause: Duration) async throws(GATTError) {
        do {
            try await client.clock.sleep(for: pause * Double.random(in: 0.8...1.2))
        } catch {
            throw .cancellation
        }
    }

    private func attempt(
        _ address: MacAddress, within attempts: ConnectionAttempts, _ hasMadeRoom: inout Bool
    ) async throws(GATTError) -> BlueZLink {
        let adapter = try await client.adapter(for: address, adapter)
        do {
            let link = try await attempt(address, by: adapter, within: attempts, &hasMadeRoom)
            client.noteAttempt(to: address, by: adapter, nil)
            return link
        } catch {
            client.noteAttempt(to: address, by: adapter, error)
            throw error
        }
    }

    private func attempt(
        _ address: MacAddress, by adapter: BlueZAdapter, within attempts: ConnectionAttempts,
        _ hasMadeRoom: inout Bool
    ) async throws(GATTError) -> BlueZLink {
        let device = try await limited(
            to: attempts.timeLeft(at: now),
            GATTError(.notFound, "\(address) is not heard.", advice: BlueZFailure.comeCloser)
        ) { () throws(GATTError) in try await find(address, on: adapter) }
        if let refusal = device.peripheralAddress?.refusal { throw refusal }
        if device.isConnected { try await outlast(device) }
        do {
            try await establish(device, on: adapter, within: attempts.timeLeft(at: now), &hasMadeRoom)
            let characteristics = try await limited(
                to: attempts.timeLeft(at: now),
                GATTError(
                    .connectionFailed, "\(address) does not say which services it has.",
                    advice: BlueZFailure.comeCloser)
            ) { () throws(GATTError) in try await discover(device) }
            let link = BlueZLink(client, device: device, characteristics: characteristics)
            try link.start()
            return link
        } catch {
            // This also ends an attempt of bluetoothd.
            client.devices.disconnect(device.path)
            throw error
        }
    }

    /// Does something within a time, after which `error` is thrown.
    private func limited<Value: Sendable>(
        to limit: Duration, _ error: GATTError, _ body: @escaping @BusActor () async throws(GATTError) -> Value
    ) async throws(GATTError) -> Value {
        do {
            return try await client.gattDeadline(limit, body)
        } catch let failure where failure.code == .timedOut {
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
        GATTError(.connectionFailed, "The search for \(address) was interrupted.", advice: BlueZFailure.tryAgain)
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

    private func establish(
        _ device: BlueZDevice, on adapter: BlueZAdapter, within limit: Duration, _ hasMadeRoom: inout Bool
    ) async throws(GATTError) {
        do {
            try await client.devices.connect(device.path, within: min(limit, Self.connectDeadline))
        } catch  where error.name == "org.bluez.Error.AlreadyConnected" {
            // Left over from a process that was killed.
        } catch {
            let failure = GATTError(error, of: device.address)
            let room = room(of: adapter, besides: device)
            if failure.code == .noRoom {
                _ = endIdlest(of: room, on: adapter)
                throw Self.fullness(room)
            }
            guard BlueZFailure.mayMeanNoRoom(error), room.mayBeFull else { throw failure }
            // Once for all attempts, as most such failures have another reason.
            if !hasMadeRoom, let idlest = endIdlest(of: room, on: adapter) {
                hasMadeRoom = true
                try await outlast(idlest)
            }
            throw Self.fullness(room, or: failure)
        }
    }

    /// The links of an adapter, whoever has them.
    private func room(of adapter: BlueZAdapter, besides device: BlueZDevice) -> ConnectionRoom {
        let holders = client.tree.connectedDevices(of: adapter.path).filter { $0.path != device.path }
        return ConnectionRoom(
            of: adapter.name,
            links: holders.map {
                ConnectionRoom.Link(to: $0.address, lastUse: client.devices.lastUse(of: $0.path))
            })
    }

    /// Ends the connection of this process that has been idle for longest, and returns whose it is.
    private func endIdlest(of room: ConnectionRoom, on adapter: BlueZAdapter) -> BlueZDevice? {
        guard let idlest = room.idlest(at: now), let device = client.tree.device(idlest, of: adapter.path) else {
            return nil
        }
        client.devices.disconnect(device.path)
        return device
    }

    /// Says that an adapter has no room, or that it may have none.
    private static func fullness(_ room: ConnectionRoom, or failure: GATTError? = nil) -> GATTError {
        let holder = room.links.first?.device
        if let failure {
            let cure = holder.map { " Or disconnect one of them: `bluetoothctl disconnect \($0)`." } ?? ""
            return GATTError(
                failure.code, "\(failure.message.dropLast()), or the \(room.description)",
                advice: (failure.advice ?? "") + cure)
        }
        return GATTError(
            .noRoom, "The \(room.description)",
            advice: holder.map { "Disconnect one of them: `bluetoothctl disconnect \($0)`." }
                ?? "Disconnect one: `bluetoothctl devices Connected` lists them.")
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
        do { try await client.refresh(BlueZName.device, at: device.path) } catch {
            throw GATTError(error, of: device.address)
        }
        // bluetoothd also reports success for some aborted attempts.
        guard let now = client.tree.device(at: device.path), now.isConnected else {
            throw GATTError(
                .connectionFailed, "\(device.address) ended the connection at once.", advice: BlueZFailure.comeCloser)
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
