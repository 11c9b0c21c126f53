// SPDX-License-Identifier: Apache-2.0

import AttributeProtocol
public import Clocks
public import GATT
import NIOCore
import NIOPosix
public import SleepModel
import Synchronization

/// The central role towards simulated devices, behind sockets or in the same process.
///
/// Nothing runs unless somebody consumes advertisements, connects, or holds a connection. A device in the same process
/// is run by its owner, see `SimulatedPeripheral.run()`; when it ends a connection, it hears of that at the latest with
/// the next connection or advertisement.
public final class SimulatedTransport: CentralTransport {
    private enum Devices {
        case sockets([SocketPath])
        case peripherals([InProcessPeripheral])
    }

    private enum Route {
        case socket(SocketPath)
        case peripheral(InProcessPeripheral)
    }

    private struct State {
        /// The address each socket advertised last.
        var addresses: [SocketPath: MacAddress] = [:]
        /// The newest connection to each device, which may have ended.
        var connections: [MacAddress: ATTConnection] = [:]
    }

    private let devices: Devices
    private let clock: any NightClock
    private let closing = OneShot<Void>()
    private let state = Mutex(State())

    /// Reaches devices behind sockets, see `SimulatedDeviceServer`; they may appear and disappear at any time.
    ///
    /// The clock is the real one, by which missing sockets are tried again.
    public init(socketPaths: [String], clock: any NightClock) {
        devices = .sockets(socketPaths.map(SocketPath.init(attributes:)))
        self.clock = clock
    }

    /// Reaches devices of this process by their addresses; the clock is the one they advertise by.
    public init(devices: [MacAddress: any PeripheralDevice], clock: any NightClock) {
        self.devices = .peripherals(
            devices.sorted { $0.key < $1.key }.map { InProcessPeripheral(address: $0.key, device: $0.value) })
        self.clock = clock
    }

    /// Listens to all devices, always as hard; the stream ends with the task that consumes it.
    public func advertisements(_ effort: ScanEffort) async throws(GATTError) -> AsyncStream<Advertisement> {
        guard !closing.isSet else { throw Self.unavailability }
        let source = source()
        return AsyncStream { [closing] in await closing.cancelling { await source.next() } }
    }

    /// Listens for advertisements; it never waits for an adapter.
    public func listen() async throws(GATTError) -> any AsyncSequence<ListeningEvent, Never> & Sendable {
        try await occasionalAdvertisements()
    }

    /// Connects to the device that advertised `address` last, or waits until one does.
    ///
    /// Throws `connection_failed` if the device is gone or turns the connection away, `protocol_violation` if it does
    /// not speak the attribute protocol, `cancelled`, and `transport_unavailable` once the transport is closed.
    public func connect(to address: MacAddress, kind: AddressKind?) async throws(GATTError) -> any PeripheralConnection
    {
        let attempt = await closing.cancelling { () -> Result<ATTConnection, GATTError>? in
            do throws(GATTError) { return .success(try await self.attempt(address)) } catch { return .failure(error) }
        }
        guard let attempt, !closing.isSet else { throw Self.unavailability }
        return try attempt.get()
    }

    /// Does nothing: each connection discovers the characteristics anew.
    public func forgetCharacteristics(of address: MacAddress) async -> Bool { false }

    /// Does nothing: a connection to a simulated device ends with the process that made it.
    public func release(_ address: MacAddress) async {}

    /// Ends all streams, connections, and attempts to connect.
    public func close() async {
        closing.set()
        for connection in state.withLock({ $0.connections.values }) { await connection.close() }
    }

    private func attempt(_ address: MacAddress) async throws(GATTError) -> ATTConnection {
        let route = try await route(to: address)
        guard !Task.isCancelled else { throw Self.cancellation }
        let connection = ATTConnection(clock: clock)
        guard hold(connection, to: address) else { throw Self.refusal(by: address) }
        do throws(GATTError) {
            try await connection.start(try await open(route, for: connection))
        } catch {
            await connection.disconnect()
            throw error.code == .disconnected ? Self.refusal(by: address) : error
        }
        return connection
    }

    /// Keeps a connection, unless there is one to the same device already or the transport is closed.
    private func hold(_ connection: ATTConnection, to address: MacAddress) -> Bool {
        state.withLock { state in
            guard !closing.isSet, state.connections[address]?.hasEnded ?? true else { return false }
            state.connections[address] = connection
            return true
        }
    }

    private func source() -> any AdvertisementSource {
        switch devices {
        case .sockets(let paths):
            SocketAdvertisements(paths, clock: clock) { [weak self] path, advertisement in
                self?.state.withLock { $0.addresses[path] = advertisement.address }
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
            state.withLock { state in paths.first { state.addresses[$0] == address } }.map(Route.socket)
        case .peripherals(let peripherals): peripherals.first { $0.address == address }.map(Route.peripheral)
        }
    }

    private func open(
        _ route: Route, for connection: ATTConnection
    ) async throws(GATTError) -> any PeripheralLink {
        switch route {
        case .peripheral(let peripheral):
            guard let link = await peripheral.link(connection) else { throw ATTConnection.disconnection }
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
                throw ATTConnection.disconnection
            }
        }
    }

    private static let unavailability = GATTError(
        .unavailable, "The transport to simulated devices is closed.", advice: "Restart Lull.")

    private static let cancellation = GATTError(.cancelled, "The connection attempt was cancelled.")

    private static func refusal(by address: MacAddress) -> GATTError {
        GATTError(
            .connectionFailed, "The device \(address) did not accept a connection.",
            advice: "It may be connected to something else; try again in a moment.")
    }
}

/// Where advertisements come from, one at a time.
protocol AdvertisementSource: Sendable {
    /// The next advertisement; nil once the task is cancelled.
    func next() async -> Advertisement?
}

extension OneShot where Value == Void {
    /// Returns what `body` returns, which is cancelled when this is set first.
    func cancelling<Result: Sendable>(_ body: @escaping @Sendable () async -> Result?) async -> Result? {
        await withTaskGroup(of: Result?.self) { group in
            group.addTask { await body() }
            group.addTask {
                await self.valueUnlessCancelled()
                return nil
            }
            var value: Result?
            for await result in group {
                group.cancelAll()
                value = value ?? result
            }
            return value
        }
    }
}
