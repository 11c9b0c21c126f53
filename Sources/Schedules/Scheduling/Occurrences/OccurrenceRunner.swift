// SPDX-License-Identifier: Apache-2.0

public import Clocks
public import SleepModel
public import Storage

/// The pure part of a feature: decides what its schedules and runs do.
public protocol OccurrenceDecider: Sendable {
    /// The occurrences it decides about.
    var occurrences: OccurrenceMachine { get set }

    /// Lets time pass.
    mutating func advance(to sample: ClockSample) -> [LedgerEffect]

    /// When to look again.
    func nextWake(at sample: ClockSample) -> WakeRequest
}

/// The thin part of a feature: makes durable what its machine decides, then shows it.
@MainActor
public final class OccurrenceRunner<Machine: OccurrenceDecider> {
    /// What the feature knows.
    public private(set) var machine: Machine

    private let clock: any NightClock
    private let signal: WakeSignal
    private let writer: LedgerWriter
    private let show: @MainActor (Machine, ClockSample) -> Void
    private var isBusy = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Starts from `machine`; `show` is called after every change, with everything claimed being on disk.
    public init(
        machine: Machine, clock: any NightClock, signal: WakeSignal, store: any NightStore,
        show: @escaping @MainActor (Machine, ClockSample) -> Void
    ) {
        self.machine = machine
        self.clock = clock
        self.signal = signal
        writer = LedgerWriter(store: store)
        self.show = show
    }

    /// Lets time pass; throws the first failure of the store, after everything else was done all the same.
    public func advance() async throws {
        try await apply { machine, sample in machine.advance(to: sample) }
    }

    /// Does what somebody asked, and wakes the night to look at it.
    public func change(_ body: (inout Machine, ClockSample) throws -> [LedgerEffect]) async throws {
        defer { signal.raise() }
        try await apply(body)
    }

    /// Adds a schedule or replaces the one with its identity; it is on disk when the call returns, or not there at all.
    public func save(_ schedule: Schedule) async throws {
        try await change { machine, sample in [machine.occurrences.save(schedule, at: sample)] }
    }

    /// Removes a schedule and ends its runs; it is gone from the disk when the call returns, or still there.
    public func remove(_ identifier: ScheduleID) async throws {
        try await change { machine, sample in machine.occurrences.remove(identifier, at: sample) }
    }

    /// Decides and performs, one call after the other: a decision rests on what became of the one before.
    private func apply(_ body: (inout Machine, ClockSample) throws -> [LedgerEffect]) async throws {
        await enter()
        defer { leave() }
        let sample = clock.now()
        let before = machine.occurrences.schedules
        var stuck: Set<ScheduleID> = []
        var failure: StorageError?
        for effect in try body(&machine, sample) {
            // What comes after an occurrence waits for it, or it would count as settled too.
            if case .claim(let record, let schedule, _) = effect, stuck.contains(record.key.schedule) {
                machine.occurrences.claimed(record.key, .failed, settled: schedule, at: sample)
                continue
            }
            do {
                let isAccepted = try await writer.perform(effect)
                note(effect, isAccepted ?? true ? .accepted : .refused, before, at: sample)
            } catch {
                note(effect, .failed, before, at: sample)
                if case .claim(let record, _, _) = effect { stuck.insert(record.key.schedule) }
                failure = failure ?? error
            }
        }
        // The store may have taken its time: what is shown is what is true now.
        show(machine, clock.now())
        if let failure { throw failure }
    }

    private func note(_ effect: LedgerEffect, _ result: ClaimResult, _ before: [Schedule], at sample: ClockSample) {
        switch effect {
        case .claim(let record, let schedule, _):
            machine.occurrences.claimed(record.key, result, settled: schedule, at: sample)
        case .update(let record, let log):
            machine.occurrences.wrote(record, log: log, isWritten: result != .failed, at: sample)
        case .save(let schedule, _):
            if result == .failed { restore(schedule.id, from: before) }
        case .remove(let identifier, _):
            if result == .failed { restore(identifier, from: before) }
        }
    }

    private func restore(_ identifier: ScheduleID, from before: [Schedule]) {
        machine.occurrences.restore(before.first { $0.id == identifier }, for: identifier)
    }

    private func enter() async {
        guard isBusy else {
            isBusy = true
            return
        }
        await withCheckedContinuation { waiting.append($0) }
    }

    private func leave() {
        if waiting.isEmpty {
            isBusy = false
        } else {
            waiting.removeFirst().resume()
        }
    }
}
