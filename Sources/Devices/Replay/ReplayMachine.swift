// SPDX-License-Identifier: Apache-2.0

import Captures
import CivilTime
import DeviceModules
import GATT
import SleepModel

/// The state of a replay: what the host has done, what the device has sent, and what comes next.
///
/// Pure: it takes the time, and returns how long to wait. The device acts as long after the host's last step as in the
/// capture, divided by the speed. A reply comes after the command it answers.
struct ReplayMachine: Sendable {
    /// Where the device's values come out.
    enum Channel: Hashable, Sendable {
        case advertisements
        case notifications(BluetoothUUID)
    }

    /// What somebody who waits is to do.
    enum Decision<Value: Sendable>: Sendable {
        case now(Value)
        case at(Duration)
        case later
    }

    /// How long after the end of a connection its last notifications may still be read.
    private static let grace = Duration.seconds(1)
    /// The longest pause; longer ones are cut, because a damaged timestamp can be thousands of years away.
    private static let longestPause = Duration.seconds(30 * 86_400)

    let script: ReplayScript
    private let speed: Int
    /// The steps of each channel, by their indices in order.
    private let channels: [Channel: [Int]]
    private var origin: Duration?
    /// When on the clock the steps of the host, and ends of connections, were made.
    private var made: [Int: Duration] = [:]
    /// The first step that the host may not have made.
    private var reached = 0
    /// The beginning of the present connection; notifications before it are lost.
    private var floor = 0
    /// The first step that each channel has not delivered.
    private var position: [Channel: Int] = [:]
    /// The first step that the reader of each channel has not processed.
    private var processed: [Channel: Int] = [:]
    private var reads: [BluetoothUUID: Int] = [:]
    /// The open connection, counted from 1; nil if there is none.
    private var session: Int?
    private var sessions = 0
    private var isClosed = false
    /// The first failure; the replay stops there.
    private(set) var failure: CaptureError?

    /// Plays `script`, `speed` times as fast.
    init(_ script: ReplayScript, speed: Int) {
        self.script = script
        self.speed = max(speed, 1)
        var channels: [Channel: [Int]] = [:]
        for (index, step) in script.steps.enumerated() {
            switch step.event {
            case .advertisement: channels[.advertisements, default: []].append(index)
            case .notification(let uuid, _): channels[.notifications(uuid), default: []].append(index)
            default: break
            }
        }
        self.channels = channels
    }

    /// Begins the replay, if it has not begun; steps before the host's first one count from then.
    mutating func begin(at now: Duration) {
        origin = origin ?? now
    }

    // MARK: - What the device does

    /// The next thing of a channel; nil once nothing more can come of it.
    mutating func next(_ channel: Channel, session: Int?, at now: Duration) -> Decision<ReplayScript.Step?> {
        if isStopped || (session != nil && self.session != session) { return .now(nil) }
        let index = index(of: channel, from: position[channel])
        // Readers get only the notifications of their own connection.
        guard let index, session == nil || index < end ?? index + 1 else {
            return session == nil ? .now(nil) : ending(at: now).map { nil }
        }
        return whenDue(index, at: now) {
            position[channel] = index + 1
            return script.steps[index]
        }
    }

    /// Somebody reads a channel from now on.
    mutating func open(_ channel: Channel, session: Int?) throws(GATTError) {
        try check(session)
        processed[channel] = processed[channel] ?? 0
    }

    /// The step that a channel has delivered and its reader has not processed yet.
    func unprocessed(_ channel: Channel) -> ReplayScript.Step? {
        guard let position = position[channel], position > processed[channel] ?? 0 else { return nil }
        return script.steps[position - 1]
    }

    /// Notes that the reader of a channel is back for more.
    mutating func noteProcessed(_ channel: Channel) {
        processed[channel] = position[channel] ?? 0
    }

    /// Whether an open connection has ended, by whichever side.
    mutating func ending(of session: Int, at now: Duration) -> Decision<Void> {
        isStopped || self.session != session ? .now(()) : ending(at: now)
    }

    /// Whether the device ends the open connection now; waits a little for its last notifications to be read.
    private mutating func ending(at now: Duration) -> Decision<Void> {
        guard let end, !script.steps[end].isOfHost else { return .later }
        return whenDue(end, after: isHeard(before: end) { _ in true } ? .zero : Self.grace, at: now) {
            pass(end, at: now)
        }
    }

    // MARK: - What the host does

    /// Connects; the number of the new connection.
    ///
    /// A connection that the host ended early continues where it was.
    mutating func connect(to address: MacAddress, at now: Duration) throws(GATTError) -> Int {
        try check()
        guard address == script.address else { throw GATTError(.notFound, "The capture is not of \(address).") }
        guard session == nil else { throw GATTError(.connectionFailed, "\(address) is connected already.") }
        guard let end else { throw fail("connection") }
        for index in reached..<end {
            guard case .connected = script.steps[index].event else { continue }
            made[index] = now
            reached = index + 1
            floor = index
        }
        sessions += 1
        session = sessions
        return sessions
    }

    /// Ends a connection from this side; if commands are left, the next connection continues it.
    mutating func disconnect(_ session: Int, at now: Duration) {
        guard self.session == session else { return }
        self.session = nil
        guard let end, nextWrite.map({ $0 > end }) ?? true else { return }
        pass(end, at: now)
    }

    /// Takes a command, which has to be the next one of the capture.
    mutating func write(_ value: [UInt8], session: Int, at now: Duration) throws(GATTError) {
        try check(session)
        guard let index = nextWrite, case .write(let captured, let refusal, _) = script.steps[index].event else {
            throw fail("command, and “\(Self.text(value))” was written")
        }
        guard captured == value else {
            throw fail(
                .writeMismatch, index, "wrote “\(Self.text(captured))”, and now “\(Self.text(value))” was written")
        }
        // Lull may connect less often than the capture: connections and ends before the command count as made.
        for earlier in reached..<index where script.steps[earlier].isOfHost { made[earlier] = now }
        made[index] = now
        reached = index + 1
        if let refusal { throw GATTError(.attributeError, "In the capture \(refusal).") }
    }

    /// Answers a read with the next value that was read in the capture.
    mutating func read(_ characteristic: BluetoothUUID, session: Int) throws(GATTError) -> [UInt8] {
        try check(session)
        for index in script.steps.indices.dropFirst(reads[characteristic] ?? 0) {
            guard case .read(characteristic, let value, let refusal) = script.steps[index].event else { continue }
            reads[characteristic] = index + 1
            if let refusal { throw GATTError(.attributeError, "In the capture \(refusal).") }
            return value
        }
        throw fail("read of \(characteristic)")
    }

    /// Ends everything.
    mutating func close() {
        isClosed = true
        session = nil
    }

    // MARK: - For who plays the host

    /// Whether a step is due, and the readers have processed everything before it; false if it never will be.
    ///
    /// The step after the last is due with it.
    func isDue(_ index: Int, at now: Duration) -> Decision<Bool> {
        guard !isStopped, !script.steps.isEmpty else { return .now(!isStopped) }
        let isHeard = isHeard(before: index) { channel in
            // Replies are read only while one is waited for, and nothing is without a connection.
            channel == .advertisements
                || (session != nil && channel == .notifications(script.codec.stateCharacteristic))
        }
        return whenDue(min(index, script.steps.count - 1), after: isHeard ? .zero : Self.grace, at: now) { true }
    }

    /// Whether the modules have made a step of the host already, by themselves.
    func isMade(_ index: Int) -> Bool {
        if case .read(let characteristic, _, _) = script.steps[index].event {
            return reads[characteristic] ?? 0 > index
        }
        return made[index] != nil
    }

    /// Notes that a read or a connection of the capture is complete.
    mutating func pass(_ index: Int, at now: Duration) {
        guard made[index] == nil else { return }
        made[index] = now
        guard script.steps[index].isEnd else { return }
        reached = max(reached, index + 1)
        session = nil
    }

    /// Throws the first failure, or an error if commands of the capture were not written.
    func verify() throws(CaptureError) {
        if let failure { throw failure }
        guard let index = nextWrite, case .write(let captured, _, _) = script.steps[index].event else { return }
        throw Self.error(
            .writesLeft, script.steps[index], "wrote “\(Self.text(captured))”, which was never written again")
    }

    // MARK: - Parts

    private var isStopped: Bool { isClosed || failure != nil }

    private var nextWrite: Int? { script.writes.first { $0 >= reached } }

    /// The end of the present or next connection in the capture.
    private var end: Int? { script.ends.first { $0 >= reached } }

    /// When a step is due; nil while the host has not made the one before.
    private func due(_ index: Int) -> Duration? {
        let step = script.steps[index]
        guard let cue = step.cue else {
            return origin.map { $0 + scaled(step.time - (script.steps.first?.time ?? step.time)) }
        }
        return made[cue].map { $0 + scaled(step.time - script.steps[cue].time) }
    }

    /// Never negative, even if the clock was set back during the capture.
    private func scaled(_ pause: Duration) -> Duration { min(max(pause, .zero), Self.longestPause) / speed }

    private func whenDue<Value: Sendable>(
        _ index: Int, after patience: Duration = .zero, at now: Duration, _ body: () -> Value
    ) -> Decision<Value> {
        guard let due = due(index) else { return .later }
        return now >= due + patience ? .now(body()) : .at(due + patience)
    }

    /// The first step of a channel from an index on; of notifications none from before the connection that is played.
    private func index(of channel: Channel, from start: Int?) -> Int? {
        let indices = channels[channel] ?? []
        let start = channel == .advertisements ? start ?? 0 : max(start ?? 0, floor)
        var (low, high) = (0, indices.count)
        while low < high {
            let middle = (low + high) / 2
            if indices[middle] < start { low = middle + 1 } else { high = middle }
        }
        return low < indices.count ? indices[low] : nil
    }

    /// Whether channels have delivered everything before a step, and their readers have processed it.
    private func isHeard(before end: Int, _ counts: (Channel) -> Bool) -> Bool {
        processed.filter { counts($0.key) }.allSatisfy { channel, processed in
            index(of: channel, from: processed).map { $0 >= end } ?? true
        }
    }

    private func check(_ session: Int? = nil) throws(GATTError) {
        if let failure { throw GATTError(failure) }
        if isClosed { throw GATTError(.unavailable, "The capture is closed.", advice: "Begin to play it again.") }
        guard session == nil || self.session == session else {
            throw GATTError(.disconnected, "The connection of the capture has ended.")
        }
    }

    private mutating func fail(_ missing: String) -> GATTError {
        let last = script.steps.last
        return fail(
            CaptureError(
                .captureEnded,
                "After packet \(last?.packet ?? 0) at offset \(last?.offset ?? 0) the capture holds no further \(missing).",
                advice: "Look at its end with `lull decode`.", offset: last?.offset, packet: last?.packet))
    }

    private mutating func fail(_ code: CaptureError.Code, _ index: Int, _ problem: String) -> GATTError {
        fail(Self.error(code, script.steps[index], problem))
    }

    private mutating func fail(_ error: CaptureError) -> GATTError {
        failure = error
        return GATTError(error)
    }

    static func error(_ code: CaptureError.Code, _ step: ReplayScript.Step, _ problem: String) -> CaptureError {
        CaptureError(
            code, "Packet \(step.packet) at offset \(step.offset) \(problem).",
            advice: "Look at the packets around it with `lull decode`.", offset: step.offset, packet: step.packet)
    }

    /// Commands as text where they are, otherwise as hexadecimal digits.
    static func text(_ value: [UInt8]) -> String {
        value.allSatisfy { (0x20...0x7E).contains($0) }
            ? String(decoding: value, as: UTF8.self) : Hexadecimal.text(value)
    }
}

extension ReplayMachine.Decision {
    /// The same decision about another value.
    fileprivate func map<Other>(_ change: (Value) -> Other) -> ReplayMachine.Decision<Other> {
        switch self {
        case .now(let value): .now(change(value))
        case .at(let time): .at(time)
        case .later: .later
        }
    }
}

extension GATTError {
    /// The error that users of the transport get if the capture does not fit.
    fileprivate init(_ error: CaptureError) {
        self.init(.protocolViolation, error.message, advice: error.advice)
    }
}
