// SPDX-License-Identifier: Apache-2.0

import AttributeProtocol
import CivilTime
import GATT
import SleepModel

/// A device that is connected, recorded, or both.
struct RecordedDevice: Sendable {
    private struct Session {
        var tape: CaptureTape
        /// The connection under way, by its handle.
        var handle: UInt16?
        var exchanges = ExchangeQueue()
        /// The stream whose advertisements are recorded; the other streams receive the same.
        var listener: Int?
        /// How many advertisements other streams have received since its last one.
        var missed = 0
    }

    /// After how many of these another stream takes its place.
    private static let patience = 4

    private let address: MacAddress
    private var link: RecordedLink?
    private var session: Session?

    init(_ address: MacAddress) {
        self.address = address
    }

    /// Whether there is nothing to remember about it.
    var isIdle: Bool { link == nil && session == nil }

    /// Whether it is recorded; false once the recording has reached its limit.
    var isRecording: Bool { session.map { !$0.tape.recording.isTruncated } ?? false }

    // MARK: - Recordings

    /// Begins a recording; false while there is one.
    mutating func start(limit: Int, at now: Instant) -> Bool {
        guard session == nil else { return false }
        session = Session(tape: CaptureTape(limit: limit))
        note(connectionAt: now)
        return true
    }

    /// Ends the recording.
    mutating func stop(at now: Instant) -> Recording? {
        if let rest = session?.exchanges.finish() { note(rest, at: now) }
        defer { session = nil }
        return session?.tape.recording
    }

    // MARK: - Outside of connections

    /// Takes an advertisement that one of the streams has received.
    mutating func advertised(_ packet: HCIPacket, to listener: Int, at now: Instant) {
        let other = session?.listener ?? listener
        let missed = session?.missed ?? 0
        guard other == listener || missed + 1 >= Self.patience else {
            session?.missed = missed + 1
            return
        }
        session?.listener = listener
        session?.missed = 0
        session?.tape.add(packet, at: now)
    }

    /// Notes that a stream is gone.
    mutating func deafened(_ listener: Int) {
        if session?.listener == listener { session?.listener = nil }
    }

    /// Notes an attempt to connect that failed.
    mutating func connectionFailed(at now: Instant) {
        session?.tape.add(.connectionFailed(to: address), at: now)
    }

    // MARK: - Connections

    /// Notes a new connection; an earlier one has ended, as a device has one at a time.
    mutating func connected(_ number: Int, at now: Instant) {
        if let link { ended(link.number, reason: HCIStatus.endedByDevice, at: now) }
        link = RecordedLink(number: number)
        note(connectionAt: now)
    }

    /// Notes the end of a connection; only the first call counts.
    mutating func ended(_ number: Int, reason: UInt8, at now: Instant) {
        guard link?.number == number else { return }
        forget(number, at: now)
        if let handle = session?.handle { session?.tape.add(.disconnected(handle, reason: reason), at: now) }
        session?.handle = nil
    }

    /// Notes the end of the open connection by this side.
    mutating func closed(at now: Instant) {
        if let link { ended(link.number, reason: HCIStatus.endedByHost, at: now) }
    }

    /// Forgets a connection that nobody uses any more.
    mutating func forget(_ number: Int, at now: Instant) {
        guard link?.number == number else { return }
        if let rest = session?.exchanges.finish() { note(rest, at: now) }
        link = nil
    }

    // MARK: - Requests

    /// Notes which characteristic a request uses; true if the request is to be recorded.
    mutating func use(_ request: RecordedRequest, on number: Int) -> Bool {
        guard link?.number == number else { return false }
        link?.use(request.characteristic, request.properties)
        return isRecording
    }

    /// Records a request; its end uses the same number.
    mutating func began(_ request: RecordedRequest, _ exchange: Int, on number: Int, at now: Instant) {
        begin(request, request.isAnswered ? exchange : nil, on: number, at: now)
    }

    /// Records the outcome of a request; ignores a request that was not recorded.
    mutating func ended(
        _ request: RecordedRequest, _ exchange: Int?, _ outcome: RecordedRequest.Outcome, on number: Int,
        at now: Instant
    ) {
        guard link?.number == number, let handle = link?.handle(of: request.characteristic) else { return }
        let answer = request.answer(outcome, handle)
        if let exchange, let passed = session?.exchanges.end(exchange, with: answer) { return note(passed, at: now) }
        // It began before the recording; its notifications from now on must make sense.
        if case .subscribe = request.kind, case .done = outcome {
            begin(request, nil, answer: answer, on: number, at: now)
        }
    }

    /// Notes that the device has agreed to notify a characteristic.
    mutating func subscribed(_ request: RecordedRequest, on number: Int) {
        if link?.number == number { link?.subscribe(request.characteristic) }
    }

    /// Notes that the device has no such characteristic.
    mutating func missing(_ request: RecordedRequest, on number: Int) {
        if link?.number == number { link?.miss(request.characteristic) }
    }

    /// Records a notification.
    mutating func notified(_ value: [UInt8], of characteristic: BluetoothUUID, on number: Int, at now: Instant) {
        guard link?.number == number, let handle = link?.handle(of: characteristic) else { return }
        add(ExchangeQueue.Exchange(opening: [.notification(handle: handle, value: value)]), at: now)
    }

    // MARK: - Parts

    private mutating func begin(
        _ request: RecordedRequest, _ exchange: Int?, answer: ATTPDU? = nil, on number: Int, at now: Instant
    ) {
        guard isRecording, link?.number == number else { return }
        let characteristic = request.characteristic
        guard let handle = link?.handle(of: characteristic) else {
            session?.tape.cut()
            return
        }
        var opening = link?.discovery(of: characteristic) ?? []
        if case .subscribe = request.kind { opening += link?.configuration(of: characteristic) ?? [] }
        opening.append(request.packet(handle))
        add(ExchangeQueue.Exchange(number: exchange, opening: opening, answer: answer), at: now)
    }

    private mutating func add(_ exchange: ExchangeQueue.Exchange, at now: Instant) {
        guard isRecording, let passed = session?.exchanges.begin(exchange) else { return }
        note(passed, at: now)
        if session?.exchanges.isFull ?? false { session?.tape.cut() }
    }

    /// Records the open connection as if it had just been made, with what is known of it.
    private mutating func note(connectionAt now: Instant) {
        guard session != nil, let summary = link?.summary(), let handle = session?.tape.nextHandle() else { return }
        session?.handle = handle
        session?.tape.add(.connected(handle, to: address), at: now)
        note(summary, at: now)
    }

    private mutating func note(_ packets: [ATTPDU], at now: Instant) {
        guard let handle = session?.handle else { return }
        for packet in packets {
            // Requests and commands have even opcodes; odd ones have their answers and what a device says by itself.
            session?.tape.add(.attribute(packet, isSent: packet.opcode.isMultiple(of: 2), on: handle), at: now)
        }
    }
}
