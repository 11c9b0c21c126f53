// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import DeviceModules
import GATT
import HatchRest
import SimulatedDevice
import SleepModel
import Synchronization

/// A transport to one Hatch Rest that does what the test says and publishes what it saw, in order.
final class ScriptedTransport: CentralTransport {
    /// What reached the transport or one of its connections.
    enum Event: Hashable, Sendable {
        case connect
        case connected
        case read
        case command(String)
        case refusedWrite
        case reply(String)
        case disconnecting
        case disconnected
        case forgotten
    }

    /// Which characteristics a connection finds.
    enum Characteristics: Sendable {
        case complete
        /// None, because something else is remembered.
        case stale
        /// None, whatever is remembered.
        case missing
    }

    /// What the device does with a command.
    enum Answer: Sendable {
        /// It notifies these, one after the other.
        case replies([String])
        /// It ends the connection.
        case drop
    }

    /// Something the device does only once the test opens it; open unless closed.
    enum Gate: Hashable, Sendable {
        case connect, reply, disconnect
    }

    struct Script: Sendable {
        var refusal: GATTError?
        var characteristics = Characteristics.complete
        /// The type of the address that a link shows.
        var addressKind: AddressKind?
        /// Whether writes that are to be acknowledged are turned down.
        var refusesAcknowledgedWrites = false
        var answer: @Sendable (_ command: String, _ earlier: Int) -> Answer = { _, _ in .replies(["OK"]) }
        /// What reads return, one by one; the last is returned again and again.
        var reports: [[UInt8]] = []
    }

    private struct State {
        var script = Script()
        var events: [Event] = []
        var closed: Set<Gate> = []
        var waiting: [Gate: [Int: CheckedContinuation<Void, Never>]] = [:]
        var identifiers = 0
        var connections: [ScriptedConnection] = []
        var kinds: [AddressKind?] = []
        var commandCount = 0
    }

    private let state = Mutex(State())
    /// Everything that was seen, for one consumer.
    private let seen: AsyncStream<Event>
    private let publisher: AsyncStream<Event>.Continuation

    init() {
        (seen, publisher) = AsyncStream.makeStream()
    }

    // MARK: - What the test says

    func change(_ change: @Sendable (inout Script) -> Void) {
        state.withLock { change(&$0.script) }
    }

    func setReports(_ states: [DeviceState]) {
        let reports = states.map(Self.report)
        change { $0.reports = reports }
    }

    func close(_ gate: Gate) {
        state.withLock { _ = $0.closed.insert(gate) }
    }

    func open(_ gate: Gate) {
        let waiting = state.withLock { state in
            state.closed.remove(gate)
            return state.waiting.removeValue(forKey: gate) ?? [:]
        }
        for continuation in waiting.values { continuation.resume() }
    }

    /// Ends all connections from the device's side.
    func drop() {
        for connection in state.withLock({ $0.connections }) { connection.end() }
    }

    func notify(_ bytes: [UInt8], of characteristic: BluetoothUUID) {
        for connection in state.withLock({ $0.connections }) { connection.notify(bytes, of: characteristic) }
    }

    static func report(_ state: DeviceState) -> [UInt8] {
        let sample = ClockSample(wall: Instant(secondsSince1970: 0), boot: .zero, monotonic: .zero, bootID: "report")
        return SimulatedRest(state: state, at: sample).feedback(at: sample)
    }

    // MARK: - What the test sees

    var events: [Event] { state.withLock { $0.events } }

    var commands: [String] {
        events.compactMap { event in
            guard case .command(let text) = event else { return nil }
            return text
        }
    }

    /// The types of address it was called with.
    var kinds: [AddressKind?] { state.withLock { $0.kinds } }

    func count(of event: Event) -> Int { events.count { $0 == event } }

    /// How many tasks wait for the end of a connection.
    var waitingForAnEnd: Int { state.withLock { $0.connections }.reduce(0) { $0 + $1.waiterCount } }

    /// Suspends until the event is seen, after those awaited before.
    func wait(for event: Event) async {
        for await next in seen where next == event { return }
    }

    // MARK: - The transport

    func advertisements(_ effort: ScanEffort) async throws(GATTError) -> AsyncStream<Advertisement> {
        AsyncStream { nil }
    }

    func listen() async throws(GATTError) -> any AsyncSequence<ListeningEvent, Never> & Sendable {
        try await occasionalAdvertisements()
    }

    func connect(to address: MacAddress, kind: AddressKind?) async throws(GATTError) -> any PeripheralConnection {
        state.withLock { $0.kinds.append(kind) }
        note(.connect)
        await pass(.connect)
        guard !Task.isCancelled else { throw GATTError(.cancelled, "The attempt was given up.") }
        if let refusal = state.withLock({ $0.script.refusal }) { throw refusal }
        let connection = ScriptedConnection(self)
        state.withLock { $0.connections.append(connection) }
        note(.connected)
        return connection
    }

    func forgetCharacteristics(of address: MacAddress) async -> Bool {
        note(.forgotten)
        return state.withLock { state in
            defer { if state.script.characteristics == .stale { state.script.characteristics = .complete } }
            return state.script.characteristics != .complete
        }
    }

    func release(_ address: MacAddress) async {}

    func close() async {
        drop()
    }

    // MARK: - For its connections

    var addressKind: AddressKind? { state.withLock { $0.script.addressKind } }

    var hasCharacteristics: Bool { state.withLock { $0.script.characteristics == .complete } }

    var refusesAcknowledgedWrites: Bool { state.withLock { $0.script.refusesAcknowledgedWrites } }

    func note(_ event: Event) {
        state.withLock { state in
            state.events.append(event)
            _ = publisher.yield(event)
        }
    }

    func nextReport() -> [UInt8] {
        state.withLock { state in
            state.script.reports.count > 1
                ? state.script.reports.removeFirst() : state.script.reports.first ?? []
        }
    }

    func answer(to command: String) -> Answer {
        state.withLock { state in
            defer { state.commandCount += 1 }
            return state.script.answer(command, state.commandCount)
        }
    }

    /// Suspends while the gate is closed, or until the task is cancelled.
    func pass(_ gate: Gate) async {
        let identifier = state.withLock { state in
            state.identifiers += 1
            return state.identifiers
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOpen = state.withLock { state in
                    if Task.isCancelled || !state.closed.contains(gate) { return true }
                    state.waiting[gate, default: [:]][identifier] = continuation
                    return false
                }
                if isOpen { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiting[gate]?.removeValue(forKey: identifier) }?.resume()
        }
    }
}
