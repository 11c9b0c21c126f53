// SPDX-License-Identifier: Apache-2.0

import Clocks
import GATT
import Glibc
import SleepModel
import Synchronization
import SystemClock

@testable import L2CAPTransport

/// The kernel's Bluetooth with one adapter and one device in reach, over unix sockets.
///
/// The device is one of the script's own, or one that a peripheral serves by the same adapter.
final class ScriptedKernel: BluetoothRadio {
    private struct State {
        var searches: [PacketSocket] = []
        var called: [PeripheralAddress] = []
        var marks: [String: AdapterMark] = [:]
        /// The far ends of connections that nobody answers.
        var silent: [Int32] = []
        var startStatus = ManagementStatus.success
        /// How the next connections end before they are made.
        var failures: [Int32] = []
        var isPowered = true
        var isQuiet = false
        /// Whether a command about power stays under way, and the one that does, with whom to answer.
        var holdsPower = false
        var held: (isOn: Bool, socket: PacketSocket)?
        var managers: [PacketSocket] = []
        /// The adapters that were asked to search.
        var starts: [UInt16] = []
        var stops = 0
        /// Whether each command to switch an adapter was to switch it on.
        var switched: [Bool] = []
        /// The adapters beside the usual one.
        var others: [UInt16] = []
        /// The adapters that were to make a connection.
        var callers: [UInt16] = []
        /// Devices that are served as the one in reach is.
        var neighbours: Set<PeripheralAddress> = []
        /// The links of other programs.
        var foreign: [PeripheralAddress] = []
        /// Where a peripheral takes connections, and what it advertises.
        var listenerPath: String?
        var advertised: [UInt8]?
    }

    static let adapter: UInt16 = 2

    private let peer: PeripheralAddress
    private let device: SerialDevice?
    private let centrals: AsyncStream<Int32>
    private let arrival: AsyncStream<Int32>.Continuation
    private let state = Mutex(State())

    init(_ device: (any PeripheralDevice)? = nil, at peer: PeripheralAddress) {
        self.peer = peer
        self.device = device.map { SerialDevice($0) }
        (centrals, arrival) = AsyncStream.makeStream()
    }

    deinit {
        state.withLock { state in
            for descriptor in state.silent { close(descriptor) }
            if let path = state.listenerPath { unlink(path) }
        }
    }

    /// The addresses that were called, in order.
    var called: [PeripheralAddress] { state.withLock { $0.called } }

    /// What a peripheral advertises now, the scan response after the packet.
    var advertised: [UInt8]? { state.withLock { $0.advertised } }

    /// How often a search was asked for.
    var starts: Int { state.withLock { $0.starts.count } }

    /// The adapter that was asked last.
    var lastStart: UInt16? { state.withLock { $0.starts.last } }

    /// The adapters that were to make a connection, in order.
    var callers: [UInt16] { state.withLock { $0.callers } }

    /// Whether each command to switch an adapter was to switch it on.
    var switched: [Bool] { state.withLock { $0.switched } }

    /// How often its end was.
    var stops: Int { state.withLock { $0.stops } }

    /// Answers every search with a status from now on.
    func answerSearches(with status: ManagementStatus) { state.withLock { $0.startStatus = status } }

    /// Has another adapter from now on, which is on.
    func plugIn(_ adapter: UInt16) { state.withLock { $0.others.append(adapter) } }

    /// Has the device not advertise any more.
    func setQuiet() { state.withLock { $0.isQuiet = true } }

    /// Has a stranger heard who searches are told of.
    func hearStranger() { advertise([2, 1, 6]) }

    /// Serves a device at these addresses too.
    func serve(_ addresses: PeripheralAddress...) { state.withLock { $0.neighbours.formUnion(addresses) } }

    /// Has other programs connected to these devices.
    func setForeign(_ addresses: PeripheralAddress...) { state.withLock { $0.foreign = addresses } }

    /// Has the next attempts to connect fail with these numbers.
    func failConnections(with numbers: [Int32]) { state.withLock { $0.failures = numbers } }

    func mark(of adapter: String) -> AdapterMark? { state.withLock { $0.marks[adapter] } }

    /// Marks an adapter, as the owner of the host does.
    func mark(_ adapter: String, _ mark: AdapterMark) { state.withLock { $0.marks[adapter] = mark } }

    /// Whether the usual adapter is on.
    var isOn: Bool { state.withLock { $0.isPowered } }

    /// Has the next command about power stay under way, and every other one refused meanwhile, as the kernel does.
    func holdPower() { state.withLock { $0.holdsPower = true } }

    /// Ends the command about power that is under way.
    func finishPower() {
        let held = state.withLock { state in
            defer { (state.holdsPower, state.held) = (false, nil) }
            return state.held
        }
        if let held { setPower(held.isOn, for: held.socket) }
    }

    func switchOff() { power(false) }

    func switchOn() { power(true) }

    /// A change is reported to everybody.
    private func power(_ isOn: Bool) {
        let managers = state.withLock { state in
            state.isPowered = isOn
            return state.managers
        }
        for socket in managers where socket.isReady {
            socket.send(Self.report(0x0006, Self.adapter, [isOn ? 1 : 0, 2, 0, 0]))
        }
    }

    /// Serves whoever connects, and has the device heard every few milliseconds while a search runs.
    func run() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                await withDiscardingTaskGroup { group in
                    for await descriptor in self.centrals {
                        guard let device = self.device else { continue }
                        group.addTask { await ServedCentral.serve(descriptor, by: device) }
                    }
                }
            }
            group.addTask {
                let clock = HostClock()
                while true {
                    if self.state.withLock({ $0.isQuiet }) {
                        // Nobody hears it.
                    } else if let content = await self.device?.advertisingContent() {
                        self.advertise(AdvertisingPackets(content).bytes)
                    } else if let packet = self.state.withLock({ $0.advertised }) {
                        self.advertise(packet)
                    }
                    try await clock.sleep(for: .milliseconds(10))
                }
            }
            try await group.next()
            group.cancelAll()
        }
    }

    func openManagement() throws(LinkFailure) -> Int32 {
        let (near, far) = try Self.pair()
        let socket = PacketSocket(far)
        socket.start(onPacket: { [weak self] in self?.answer($0, on: socket) }, onEnd: { _ in })
        state.withLock { $0.managers.append(socket) }
        return near
    }

    func openLink(to peer: PeripheralAddress, by adapter: AdapterInformation) throws(LinkFailure) -> Int32 {
        let failure = state.withLock { state -> Int32? in
            state.called.append(peer)
            state.callers.append(adapter.number)
            return state.failures.isEmpty ? nil : state.failures.removeFirst()
        }
        if let failure { throw LinkFailure(number: failure) }
        if peer == self.peer, let path = state.withLock({ $0.listenerPath }) {
            return try Self.socket { descriptor in Self.withAddress(path) { connect(descriptor, $0, $1) } }
        }
        // Nobody serves a device there yet.
        if peer == self.peer, device == nil { throw LinkFailure(number: ECONNREFUSED) }
        let (near, far) = try Self.pair()
        if peer == self.peer || state.withLock({ $0.neighbours.contains(peer) }) {
            arrival.yield(far)
        } else {
            // One that cannot be written, like one that is not made yet.
            while send(near, [0], 1, 0) == 1 {}
            state.withLock { $0.silent.append(far) }
        }
        return near
    }

    func openListener(by adapter: AdapterInformation) throws(LinkFailure) -> Int32 {
        let path = temporaryPath()
        let descriptor = try Self.socket { descriptor in
            let result = Self.withAddress(path) { bind(descriptor, $0, $1) }
            return result == 0 ? listen(descriptor, 8) : result
        }
        state.withLock { $0.listenerPath = path }
        return descriptor
    }

    private func answer(_ bytes: [UInt8], on socket: PacketSocket) {
        guard bytes.count >= 6 else { return }
        let adapter = bytes.number(at: 2)
        switch bytes.number(at: 0) {
        case 0x0003:
            let adapters = [Self.adapter] + state.withLock { $0.others }
            let list = UInt16(adapters.count).littleEndianBytes + adapters.flatMap(\.littleEndianBytes)
            socket.send(Self.report(0x0001, 0xFFFF, [3, 0, 0] + list))
        case 0x0004:
            let isOn = adapter != Self.adapter || state.withLock { $0.isPowered }
            let settings: [UInt8] = [isOn ? 1 : 0, 2, 0, 0]
            let address: [UInt8] = [adapter == Self.adapter ? 0 : UInt8(adapter), 0, 0, 1, 0xAA, 0]
            let reply: [UInt8] = address + [0, 0, 0, 0, 0, 0, 0] + settings
            socket.send(
                Self.report(0x0001, adapter, [4, 0, 0] + reply + Array(repeating: 0, count: 263)))
        case 0x0005:
            let isOn = bytes.dropFirst(6).first == 1
            let isBusy = state.withLock { state in
                state.switched.append(isOn)
                guard state.holdsPower, state.held == nil else { return state.holdsPower }
                state.held = (isOn, socket)
                return false
            }
            if isBusy {
                socket.send(Self.report(0x0002, adapter, [5, 0, ManagementStatus.busy.rawValue]))
            } else if !state.withLock({ $0.holdsPower }) {
                setPower(isOn, for: socket)
            }
        case 0x0015:
            let foreign = state.withLock { $0.foreign }
            let list = UInt16(foreign.count).littleEndianBytes + foreign.flatMap { $0.bytes + [$0.kind.number] }
            socket.send(Self.report(0x0001, adapter, [0x15, 0, 0] + list))
        case 0x0023:
            let status = state.withLock { state in
                state.starts.append(adapter)
                if state.startStatus == .success { state.searches.append(socket) }
                return state.startStatus
            }
            socket.send(Self.report(0x0001, adapter, [0x23, 0, status.rawValue, 6]))
            if status == .success { socket.send(Self.report(0x0013, adapter, [6, 1])) }
        case 0x0024:
            state.withLock { state in
                state.stops += 1
                state.searches.removeAll { $0 === socket }
            }
            socket.send(Self.report(0x0001, adapter, [0x24, 0, 0, 6]))
            socket.send(Self.report(0x0013, adapter, [6, 0]))
        case 0x003E:
            state.withLock { $0.advertised = Array(bytes.dropFirst(17)) }
            socket.send(Self.report(0x0001, adapter, [0x3E, 0, 0, 1]))
        case 0x003F:
            state.withLock { $0.advertised = nil }
            socket.send(Self.report(0x0001, adapter, [0x3F, 0, 0, 1]))
        default: socket.send(Self.report(0x0002, adapter, Array(bytes.prefix(2)) + [1]))
        }
    }

    private func setPower(_ isOn: Bool, for socket: PacketSocket) {
        power(isOn)
        // Last, as whoever reads it may send the next command at once.
        socket.send(Self.report(0x0001, Self.adapter, [5, 0, 0, isOn ? 1 : 0, 2, 0, 0]))
    }

    private func advertise(_ packet: [UInt8]) {
        let body =
            peer.bytes + [peer.kind.number, 0xC4, 0, 0, 0, 0] + UInt16(packet.count).littleEndianBytes + packet
        // A listener that does not read is a stranger's affair.
        for socket in state.withLock({ $0.searches }) where socket.isReady {
            socket.send(Self.report(0x0012, Self.adapter, body))
        }
    }

    private static func report(_ code: UInt16, _ adapter: UInt16, _ body: [UInt8]) -> [UInt8] {
        [code, adapter, UInt16(body.count)].flatMap(\.littleEndianBytes) + body
    }

    private static let kind = Int32(
        SOCK_SEQPACKET.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)

    /// A socket, once `prepare` has succeeded with it.
    private static func socket(_ prepare: (Int32) -> Int32) throws(LinkFailure) -> Int32 {
        let descriptor = Glibc.socket(AF_UNIX, kind, 0)
        guard descriptor >= 0, prepare(descriptor) == 0 else { throw LinkFailure(number: errno) }
        return descriptor
    }

    private static func withAddress(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        return withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }

    private static func pair() throws(LinkFailure) -> (near: Int32, far: Int32) {
        var descriptors: [Int32] = [0, 0]
        guard socketpair(AF_UNIX, kind, 0, &descriptors) == 0 else { throw LinkFailure(number: errno) }
        return (descriptors[0], descriptors[1])
    }
}
