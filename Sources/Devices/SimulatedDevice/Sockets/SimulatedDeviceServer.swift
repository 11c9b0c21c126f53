// SPDX-License-Identifier: Apache-2.0

import AttributeProtocol
public import Clocks
public import GATT
import Glibc
import NIOCore
public import SleepModel

/// Offers a device to other processes of the same user, over two unix sockets.
///
/// At the socket path a central connects and both sides send PDUs of the attribute protocol, each preceded by its
/// length as a 16-bit little-endian number, 1 to 517. Closing the socket ends the connection; a central that is turned
/// away is disconnected at once.
///
/// At the same path with `.advertisements` after it whoever connects receives a frame at once and then once a second,
/// as long as the device advertises:
///
///     2 bytes  length of what follows, little-endian, 7 to 69
///     6 bytes  address, in the order it is written
///     1 byte   signal strength in dBm, signed
///     rest     advertising packet and scan response, as length-type-value structures
///
/// A side that sends any other length is disconnected.
public struct SimulatedDeviceServer: PeripheralTransport {
    private let address: MacAddress
    private let path: SocketPath
    private let rssi: Int8
    private let clock: any NightClock

    /// Will offer a device at `socketPath`, under `address` and with a signal strength in dBm.
    ///
    /// The clock is the real one, by which advertisements are sent. Of what the device advertises, as much is sent as
    /// would fit on the air.
    public init(address: MacAddress, socketPath: String, rssi: Int8 = -58, clock: any NightClock) {
        self.address = address
        path = SocketPath(attributes: socketPath)
        self.rssi = rssi
        self.clock = clock
    }

    /// Offers `device` until cancelled; then ends all connections and removes the sockets.
    ///
    /// Sockets that a killed process left behind are replaced. Throws `socket_path_too_long`, `socket_in_use` or
    /// `socket_failed`; returns when cancelled. What the device does by itself is its owner's to run.
    public func serve(_ device: any PeripheralDevice, onReady: @escaping @Sendable () -> Void) async throws {
        try path.validate()
        try await path.clear()
        let device = SerialDevice(device)
        do {
            try await SocketListener.listen(at: path.advertisements) { advertisements in
                try await SocketListener.listen(at: path.attributes) { attributes in
                    onReady()
                    await withTaskGroup(of: Void.self) { group in
                        group.addTask { await receive(advertisements) { await advertise(device, to: $0) } }
                        group.addTask { await receive(attributes) { await connect(device, to: $0) } }
                        await group.next()
                        group.cancelAll()
                    }
                }
            }
        } catch is CancellationError {
            return
        } catch {
            throw failure((error as? IOError).map { String(cString: strerror($0.errnoCode)) + "." } ?? "\(error)")
        }
        if !Task.isCancelled { throw failure("A socket was closed.") }
    }

    private func failure(_ reason: String) -> SimulationError {
        SimulationError(.socketFailed, "The device cannot be offered at \(path.attributes): \(reason)")
    }

    /// Does `body` for whoever connects, and closes its socket after that.
    private func receive(
        _ listener: SocketListener, _ body: @escaping @Sendable (SocketClient) async -> Void
    ) async {
        await withDiscardingTaskGroup { group in
            for await client in listener.clients {
                group.addTask {
                    await body(client)
                    await client.closeSocket()
                }
            }
        }
    }

    /// Passes one central's PDUs to the device until either side ends the connection.
    private func connect(_ device: SerialDevice, to central: SocketClient) async {
        let session = ATTSession(device, central)
        guard await device.connected(session) else { return }
        for await pdu in central.frames { await session.receive(pdu) }
        session.disconnect()
        await device.disconnected(session)
    }

    private func advertise(_ device: SerialDevice, to listener: SocketClient) async {
        await withTaskGroup(of: Void.self) { group in
            // Read only to notice that the listener has gone.
            group.addTask { for await _ in listener.frames {} }
            group.addTask {
                repeat {
                    guard let content = await device.advertisingContent() else { continue }
                    listener.send(AdvertisingFrame(address: address, content: content, rssi: rssi).bytes)
                } while (try? await clock.sleep(for: .seconds(1))) != nil
            }
            await group.next()
            group.cancelAll()
        }
    }
}
