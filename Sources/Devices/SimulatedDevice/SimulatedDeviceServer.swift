// SPDX-License-Identifier: Apache-2.0

public import Clocks

/// Offers a simulated device to other processes of the same user, over two unix sockets.
///
/// At the socket path a central connects and both sides send PDUs of the attribute protocol, each preceded by its
/// length as a 16-bit little-endian number, 1 to 517. Closing the socket ends the connection; a central that is turned
/// away is disconnected at once.
///
/// At the same path with `.advertisements` after it whoever connects receives a frame at once and then once a second,
/// as long as no central is connected:
///
///     2 bytes  length of what follows, little-endian, 7 to 69
///     6 bytes  address, in the order it is written
///     1 byte   signal strength in dBm, signed
///     rest     advertising packet and scan response, as length-type-value structures
///
/// A side that sends any other length is disconnected.
public struct SimulatedDeviceServer: Sendable {
    private let peripheral: SimulatedPeripheral
    private let path: SocketPath
    private let clock: any NightClock

    /// Will offer `peripheral` at `socketPath`; the clock is the real one, by which advertisements are sent.
    public init(peripheral: SimulatedPeripheral, socketPath: String, clock: any NightClock) {
        self.peripheral = peripheral
        path = SocketPath(attributes: socketPath)
        self.clock = clock
    }

    /// Runs the device and its sockets until cancelled; then ends all connections and removes the sockets.
    ///
    /// Sockets that a killed process left behind are replaced. Throws `socket_path_too_long`, `socket_in_use`,
    /// `socket_failed` or `journal_failed`; returns when cancelled.
    public func run() async throws {
        try path.validate()
        try await path.clear()
        do {
            let advertisements = try await SocketListener(path: path.advertisements)
            defer { path.remove() }
            let attributes = try await SocketListener(path: path.attributes)
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await peripheral.run() }
                group.addTask { await serve(advertisements) { await advertise(to: $0) } }
                group.addTask { await serve(attributes) { await converse(with: $0) } }
                defer { group.cancelAll() }
                try await group.next()
            }
            if !Task.isCancelled { throw failure("A socket was closed.") }
        } catch is CancellationError {
            return
        } catch let error as SimulationError {
            throw error
        } catch {
            throw failure("\(error)")
        }
    }

    private func failure(_ reason: String) -> SimulationError {
        SimulationError(.socketFailed, "The device cannot be offered at \(path.attributes): \(reason)")
    }

    private func serve(
        _ listener: SocketListener, _ handle: @escaping @Sendable (SocketClient) async -> Void
    ) async {
        await withDiscardingTaskGroup { group in
            for await client in listener.clients { group.addTask { await handle(client) } }
        }
    }

    /// Passes one central's PDUs to the device until either side ends the connection.
    private func converse(with central: SocketClient) async {
        let link = ChannelLink(channel: central.channel)
        guard let number = await peripheral.accept(link) else { return link.close() }
        for await frame in central.frames { await peripheral.receive(frame, from: number) }
        await peripheral.disconnected(number)
    }

    private func advertise(to listener: SocketClient) async {
        let link = ChannelLink(channel: listener.channel)
        await withTaskGroup(of: Void.self) { group in
            // Read only to notice that the listener has gone.
            group.addTask { for await _ in listener.frames {} }
            group.addTask {
                repeat {
                    if let frame = await peripheral.advertisingFrame() { link.send(frame.bytes) }
                } while (try? await clock.sleep(for: .seconds(1))) != nil
            }
            await group.next()
            group.cancelAll()
        }
        link.close()
    }
}
