// SPDX-License-Identifier: Apache-2.0

public import Clocks
public import GATT
import NIOCore
import NIOPosix
public import SleepModel
import Synchronization

/// The central role towards simulated devices, behind sockets or in the same process.
///
/// Nothing runs unless somebody consumes advertisements, connects, or holds a connection. A device in the same process
/// is to be run by its owner, see `SimulatedPeripheral.run()`.
public final class SimulatedTransport: CentralTransport {
    private enum Devices {
        case sockets([SocketPath])
        case peripherals([SimulatedPeripheral])
    }

    private enum Route {
        case socket(SocketPath)
        case peripheral(SimulatedPeripheral)
    }

    private let devices: Devices
    private let clock: any NightClock
    /// The address each socket advertised last.
    private let addresses = Mutex<[SocketPath: MacAddress]>([:])

    /// Reaches devices behind sockets, see `SimulatedDeviceServer`; they may appear and disappear at any time.
    ///
    /// The clock is the real one, by which sockets that are not there are tried again.
    public init(socketPaths: [String], clock: any NightClock) {
        devices = .sockets(socketPaths.map(SocketPath.init(attributes:)))
        self.clock = clock
    }

    /// Reaches devices of this process; the clock is the one they advertise by.
    public init(peripherals: [SimulatedPeripheral], clock: any NightClock) {
        devices = .peripherals(peripherals)
        self.clock = clock
    }

    /// Listens to all devices; the stream ends with the task that consumes it.
    public func advertisements() async throws(GATTError) -> AsyncStream<Advertisement> {
        let source = source()
        return AsyncStream { await source.next() }
    }

    /// Connects to the device that advertised `address` last, or waits until one does.
    ///
    /// Throws `connection_failed` if the device is gone or turns the connection away, `protocol_violation` if it does
    /// not speak the attribute protocol, and `cancelled`.
    public func connect(to address: MacAddress) async throws(GATTError) -> any PeripheralConnection {
        let route = try await route(to: address)
        guard !Task.isCancelled else { throw Self.cancellation }
        let connection = SimulatedConnection(clock: clock)
        do throws(GATTError) {
            try await connection.start(try await open(route, for: connection))
        } catch {
            await connection.disconnect()
            throw error.code == .disconnected ? Self.refusal(by: address) : error
        }
        return connection
    }

    private func source() -> any AdvertisementSource {
        switch devices {
        case .sockets(let paths):
            SocketAdvertisements(paths, clock: clock) { [weak self] path, advertisement in
                self?.addresses.withLock { $0[path] = advertisement.address }
            }
        case .peripherals(let peripherals): InProcessAdvertisements(peripherals, clock: clock)
        }
    }

    private func route(to address: MacAddress) async throws(GATTError) -> Route {
        if let route = knownRoute(to: address) { return route }
        let source = source()
        while await source.next() != nil {
            if let route = knownRoute(to: address) { return route }
        }
        throw Self.cancellation
    }

    private func knownRoute(to address: MacAddress) -> Route? {
        switch devices {
        case .sockets(let paths):
            addresses.withLock { addresses in paths.first { addresses[$0] == address } }.map(Route.socket)
        case .peripherals(let peripherals): peripherals.first { $0.address == address }.map(Route.peripheral)
        }
    }

    private func open(
        _ route: Route, for connection: SimulatedConnection
    ) async throws(GATTError) -> any PeripheralLink {
        switch route {
        case .peripheral(let peripheral):
            guard let link = await InProcessLink(connection, to: peripheral) else {
                throw SimulatedConnection.disconnection
            }
            return link
        case .socket(let path):
            do {
                let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
                    .channelInitializer { channel in
                        channel.eventLoop.makeCompletedFuture {
                            try channel.pipeline.syncOperations.addHandlers(
                                ByteToMessageHandler(LengthPrefixDecoder(lengths: LengthPrefixDecoder.pduLengths)),
                                ConnectionHandler(connection))
                        }
                    }
                    .connect(unixDomainSocketPath: path.attributes).get()
                return ChannelLink(channel: channel)
            } catch {
                throw SimulatedConnection.disconnection
            }
        }
    }

    private static let cancellation = GATTError(.cancelled, "The connection attempt was cancelled.")

    private static func refusal(by address: MacAddress) -> GATTError {
        GATTError(
            .connectionFailed, "The device \(address) did not accept a connection.",
            advice: "It may be connected to something else; try again in a moment.")
    }
}
