// SPDX-License-Identifier: Apache-2.0

import Captures
import Clocks
import GATT
import SleepModel
import Synchronization

/// The replay of a capture on a clock: callers wait here for the device.
///
/// It starts no tasks; a caller that waits looks at the machine and at the clock.
final class ReplayStage: Sendable {
    private struct State {
        var machine: ReplayMachine
        var waiters: [Int: WakeSignal] = [:]
        var nextWaiter = 0
    }

    let script: ReplayScript
    private let clock: any NightClock
    private let processed: @Sendable (ReplayScript.Step) -> Void
    private let state: Mutex<State>

    /// Plays `script`, `speed` times as fast; calls `processed` for each step that the reader of a channel has processed.
    init(
        _ script: ReplayScript, clock: any NightClock, speed: Int,
        processed: @escaping @Sendable (ReplayScript.Step) -> Void
    ) {
        self.script = script
        self.clock = clock
        self.processed = processed
        state = Mutex(State(machine: ReplayMachine(script, speed: speed)))
    }

    /// The first failure.
    var failure: CaptureError? { state.withLock { $0.machine.failure } }

    /// Throws the first failure, or an error if commands of the capture were not written.
    func verify() throws(CaptureError) {
        try state.withLock { $0.machine }.verify()
    }

    /// Whether a step of the host was made already.
    func isMade(_ index: Int) -> Bool { state.withLock { $0.machine.isMade(index) } }

    /// Notes that a read or a connection of the capture is complete.
    func pass(_ index: Int) {
        change { $0.pass(index, at: $1) }
    }

    /// Suspends until a step is due and everything before it has been processed; false if it never will be.
    func wait(for index: Int) async -> Bool {
        await wait { $0.isDue(index, at: $1) } ?? false
    }

    /// Somebody reads a channel from now on.
    func open(_ channel: ReplayMachine.Channel, session: Int? = nil) throws(GATTError) {
        try perform { (machine, _) throws(GATTError) in try machine.open(channel, session: session) }
    }

    /// The next thing of a channel, when it is due; nil once nothing more can come of it.
    func next(_ channel: ReplayMachine.Channel, session: Int? = nil) async -> ReplayScript.Step? {
        // Before anybody who waits for it continues.
        if let step = state.withLock({ $0.machine.unprocessed(channel) }) { processed(step) }
        change { machine, _ in machine.noteProcessed(channel) }
        return await wait { $0.next(channel, session: session, at: $1) } ?? nil
    }

    /// Connects; the number of the new connection.
    func connect(to address: MacAddress) throws(GATTError) -> Int {
        try perform { (machine, now) throws(GATTError) in try machine.connect(to: address, at: now) }
    }

    /// Ends a connection from this side.
    func disconnect(_ session: Int) {
        change { $0.disconnect(session, at: $1) }
    }

    /// Takes a command.
    func write(_ value: [UInt8], session: Int) throws(GATTError) {
        try perform { (machine, now) throws(GATTError) in try machine.write(value, session: session, at: now) }
    }

    /// Answers a read.
    func read(_ characteristic: BluetoothUUID, session: Int) throws(GATTError) -> [UInt8] {
        try perform { (machine, _) throws(GATTError) in try machine.read(characteristic, session: session) }
    }

    /// Suspends until either side has ended a connection.
    func waitForEnd(of session: Int) async {
        await wait { $0.ending(of: session, at: $1) }
        // Wakes the readers of the connection too.
        change { _, _ in }
    }

    /// Ends everything.
    func close() {
        change { machine, _ in machine.close() }
    }

    private func perform<Value>(
        _ body: (inout ReplayMachine, Duration) throws(GATTError) -> Value
    ) throws(GATTError) -> Value {
        try change { machine, now in
            Result { () throws(GATTError) in try body(&machine, now) }
        }.get()
    }

    /// Changes the machine and wakes everybody who waits.
    @discardableResult
    private func change<Value>(_ body: (inout ReplayMachine, Duration) -> Value) -> Value {
        let now = clock.now().boot
        let (value, waiters) = state.withLock { state in
            state.machine.begin(at: now)
            return (body(&state.machine, now), Array(state.waiters.values))
        }
        for waiter in waiters { waiter.raise() }
        return value
    }

    /// Suspends until the machine returns a result; nil if the task is cancelled.
    @discardableResult
    private func wait<Value: Sendable>(
        _ decide: @Sendable (inout ReplayMachine, Duration) -> ReplayMachine.Decision<Value>
    ) async -> Value? {
        let signal = WakeSignal()
        let identifier = state.withLock { state in
            state.nextWaiter += 1
            state.waiters[state.nextWaiter] = signal
            return state.nextWaiter
        }
        defer { state.withLock { _ = $0.waiters.removeValue(forKey: identifier) } }
        while !Task.isCancelled {
            let now = clock.now().boot
            let decision = state.withLock { state in
                state.machine.begin(at: now)
                return decide(&state.machine, now)
            }
            switch decision {
            case .now(let value): return value
            case .later: await signal.wait()
            case .at(let time):
                await withTaskGroup(of: Void.self) { group in
                    group.addTask { await signal.wait() }
                    group.addTask { [clock] in _ = try? await clock.sleep(until: WakeRequest(boot: time)) }
                    await group.next()
                    group.cancelAll()
                }
            }
        }
        return nil
    }
}
