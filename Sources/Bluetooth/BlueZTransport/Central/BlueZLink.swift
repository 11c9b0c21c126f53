// SPDX-License-Identifier: Apache-2.0

import Clocks
import DBus
import GATT
import SleepModel

/// A connection to one device, which bluetoothd holds for this process.
@BusActor
final class BlueZLink: PeripheralConnection {
    /// How long a device may take to answer a request: the attribute protocol gives it 30 seconds.
    private static let requestDeadline = Duration.seconds(35)
    /// How long bluetoothd may take to end a connection; it first waits two seconds for other users.
    private static let releaseDeadline = Duration.seconds(6)

    private let client: BlueZClient
    nonisolated private let device: BlueZDevice
    private let characteristics: [BluetoothUUID: ObjectPath]
    /// bluetoothd refuses a second request for the same characteristic while the first has no answer.
    let queues: [BluetoothUUID: SerialQueue]
    private var streams: [ObjectPath: AsyncStream<[UInt8]>.Continuation] = [:]
    private var observer: Int?
    /// Whether the connection cannot be used any more.
    private(set) var hasEnded = false
    /// Whether the link is down; this comes some time after the end if this side ends the connection.
    private var isDown = false
    private var waiting: [OneShot<Void>] = []
    /// The requests under way; they end with the connection, because bluetoothd does not answer all of them.
    private var requests: [OneShot<Void>] = []

    init(_ client: BlueZClient, device: BlueZDevice, characteristics: [BluetoothUUID: ObjectPath]) {
        self.client = client
        self.device = device
        self.characteristics = characteristics
        queues = characteristics.mapValues { _ in SerialQueue() }
    }

    nonisolated var addressKind: AddressKind? { device.addressKind }

    /// Begins to watch the connection; throws `disconnected` if it has ended already.
    func start() throws(GATTError) {
        observer = client.mirror.addObserver { [weak self] change in self?.take(change) }
        take(.replaced)
        guard !hasEnded else { throw .disconnection }
    }

    func read(_ characteristic: BluetoothUUID) async throws(GATTError) -> [UInt8] {
        let arguments = try await ask(characteristic, "ReadValue", [.properties([:])])
        guard let value = arguments.first?.bytes else {
            throw GATTError(.protocolViolation, "The Bluetooth service gave no value.", advice: BlueZFailure.tryAgain)
        }
        return value
    }

    func write(_ value: [UInt8], to characteristic: BluetoothUUID, acknowledged: Bool) async throws(GATTError) {
        let kind = BusValue.string(acknowledged ? "request" : "command")
        _ = try await ask(characteristic, "WriteValue", [.bytes(value), .properties(["type": kind])])
    }

    /// A second stream of the same characteristic takes the place of the first, which ends.
    func notifications(of characteristic: BluetoothUUID) async throws(GATTError) -> AsyncStream<[UInt8]> {
        let path = try path(of: characteristic)
        let (stream, continuation) = AsyncStream.makeStream(of: [UInt8].self, bufferingPolicy: .bufferingNewest(64))
        // Set before the request, so that the first notification is not lost.
        streams.updateValue(continuation, forKey: path)?.finish()
        do {
            _ = try await ask(characteristic, "StartNotify", [])
        } catch {
            continuation.finish()
            throw error
        }
        return stream
    }

    /// Ends the connection and waits until the link is down, for six seconds at most; a cancelled task does not wait.
    func disconnect() async {
        release()
        guard !isDown else { return }
        try? await client.gattDeadline(Self.releaseDeadline) { () throws(GATTError) in try await self.watchRelease() }
        // If bluetoothd has not done it by now, the caller does not wait any longer.
        if !Task.isCancelled { goDown() }
    }

    /// Returns early when the task is cancelled.
    func waitUntilDisconnected() async {
        guard !isDown else { return }
        let end = OneShot<Void>()
        waiting.append(end)
        defer { waiting.removeAll { $0 === end } }
        await end.valueUnlessCancelled()
    }

    /// Ends the connection without waiting for anything.
    func release() {
        guard !hasEnded else { return }
        end()
        client.devices.disconnect(device.path) { [weak self] answer in
            // There is no connection left to end.
            if case .failure = answer { self?.goDown() }
        }
    }

    // MARK: -

    private func path(of characteristic: BluetoothUUID) throws(GATTError) -> ObjectPath {
        guard !Task.isCancelled else { throw .cancellation }
        guard !hasEnded else { throw .disconnection }
        guard let path = characteristics[characteristic] else {
            throw GATTError(
                .noSuchCharacteristic, "\(device.address) has no characteristic \(characteristic).",
                advice: "Check that it is a Hatch Rest.")
        }
        return path
    }

    private func ask(
        _ characteristic: BluetoothUUID, _ member: String, _ arguments: [BusValue]
    ) async throws(GATTError) -> [BusValue] {
        let path = try path(of: characteristic)
        do {
            return try await (queues[characteristic] ?? SerialQueue()).run { [self] in
                try await self.request(path, member, arguments)
            }
        } catch let error as GATTError {
            throw error
        } catch {
            throw .cancellation
        }
    }

    private func request(
        _ path: ObjectPath, _ member: String, _ arguments: [BusValue]
    ) async throws(GATTError) -> [BusValue] {
        guard !Task.isCancelled else { throw .cancellation }
        guard !hasEnded else { throw .disconnection }
        client.devices.use(device.path)
        defer { client.devices.use(device.path) }
        switch await answer(to: member, of: path, arguments) {
        case .success(let reply): return reply.arguments
        case .failure where hasEnded: throw .disconnection
        case .failure(let error):
            switch error.name {
            case BusError.cancelled, BusError.timedOut:
                // The request is under way, and its answer would be taken for the answer to the next one.
                release()
                throw GATTError(error, of: device.address)
            case "org.bluez.Error.InProgress" where member == "StartNotify":
                // bluetoothd still has the subscription of an earlier connection.
                return []
            case "org.freedesktop.DBus.Error.UnknownObject": throw .disconnection
            default: throw GATTError(error, of: device.address)
            }
        }
    }

    /// The outcome of a request: its answer, or the end of the connection.
    private func answer(
        to member: String, of path: ObjectPath, _ arguments: [BusValue]
    ) async -> Result<BusReply, BusError> {
        let end = OneShot<Void>()
        requests.append(end)
        defer { requests.removeAll { $0 === end } }
        return await withTaskGroup(of: Result<BusReply, BusError>.self) { [client] group in
            group.addTask {
                await client.calls.result(
                    of: member, at: path, BlueZName.gattCharacteristic, arguments, within: Self.requestDeadline)
            }
            group.addTask {
                await end.valueUnlessCancelled() == nil ? .failure(.cancellation) : .failure(.departure)
            }
            let first = await group.next()
            group.cancelAll()
            return first ?? .failure(.cancellation)
        }
    }

    private func take(_ change: ObjectTree.Change) {
        switch change {
        case .reported(let path, BlueZName.gattCharacteristic, let properties):
            if let value = properties["Value"]?.bytes { streams[path]?.yield(value) }
        case .reported(device.path, BlueZName.device, let properties):
            if properties["Connected"]?.boolean == false { goDown() }
        case .removed(device.path, BlueZName.device): goDown()
        case .replaced:
            if client.tree.device(at: device.path)?.isConnected != true { goDown() }
        case .reported, .removed, .added: break
        }
    }

    /// Waits until the link is down; bluetoothd's answer can come half a second earlier.
    private func watchRelease() async throws(GATTError) {
        while !isDown {
            try? await client.gattDeadline(.milliseconds(300)) { () throws(GATTError) in
                await self.waitUntilDisconnected()
            }
            guard !Task.isCancelled else { throw .cancellation }
            do throws(BusError) {
                try await client.refresh(BlueZName.device, at: device.path)
            } catch {
                // There is no connection left to end.
                if error.name != BusError.cancelled { goDown() }
            }
        }
    }

    private func end() {
        hasEnded = true
        let ended = streams
        streams = [:]
        for stream in ended.values { stream.finish() }
        for request in requests { request.set() }
    }

    private func goDown() {
        end()
        isDown = true
        client.devices.connectionEnded(device.path)
        if let observer { client.mirror.removeObserver(observer) }
        observer = nil
        let waiting = waiting
        self.waiting = []
        for end in waiting { end.set() }
    }
}
