// SPDX-License-Identifier: Apache-2.0

public import Clocks
public import SleepModel
public import Storage

/// The pure part of a feature: decides what its schedules and runs do.
public protocol OccurrenceDecider: Sendable {
    /// The occurrences it decides about.
    var occurrences: OccurrenceMachine { get set }

    /// Lets time pass.
    mutating func advance(to sample: ClockSample) -> [StoreChange]

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
    private let store: any NightStore
    private let show: @MainActor (Machine, ClockSample) -> Void
    private let queue = SerialQueue()

    /// Starts from `machine`; `show` is called after every change, with everything claimed being on disk.
    public init(
        machine: Machine, clock: any NightClock, signal: WakeSignal, store: any NightStore,
        show: @escaping @MainActor (Machine, ClockSample) -> Void
    ) {
        self.machine = machine
        self.clock = clock
        self.signal = signal
        self.store = store
        self.show = show
    }

    /// Lets time pass; throws the first failure of the store, after everything else was done all the same.
    public func advance() async throws {
        try await apply { machine, sample in machine.advance(to: sample) }
    }

    /// Does what somebody asked, and wakes the night to look at it.
    public func change(_ body: (inout Machine, ClockSample) throws -> [StoreChange]) async throws {
        defer { signal.raise() }
        try await apply(isWhole: true, body)
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
    private func apply(
        isWhole: Bool = false, _ body: (inout Machine, ClockSample) throws -> [StoreChange]
    ) async throws {
        try await queue.runEvenIfCancelled {
            let sample = clock.now()
            let before = machine
            let changes = try body(&machine, sample)
            let failure = await perform(changes, before.occurrences, isWhole: isWhole, at: sample)
            // What somebody arranges is done as a whole or not at all.
            if failure != nil, isWhole, changes.contains(where: \.isArrangement) { machine = before }
            // The store may have taken its time: what is shown is what is true now.
            show(machine, clock.now())
            if let failure { throw failure }
        }
    }

    /// Makes changes durable, all together; if that fails, one by one, so that none is kept by another from being made.
    private func perform(
        _ changes: [StoreChange], _ before: OccurrenceMachine, isWhole: Bool, at sample: ClockSample
    ) async -> StorageError? {
        guard !changes.isEmpty else { return nil }
        do throws(StorageError) {
            let answers = try await store.commit(changes)
            for (change, isMade) in zip(changes, answers) {
                note(change, isMade ? .accepted : .refused, before, at: sample)
            }
            return nil
        } catch {
            guard changes.count > 1, !(isWhole && changes.contains(where: \.isArrangement)) else {
                for change in changes { note(change, .failed, before, at: sample) }
                return error
            }
        }
        var stuck: Set<ScheduleID> = []
        var unended: Set<OccurrenceKey> = []
        var unsaved: Set<ScheduleID> = []
        var failure: StorageError?
        for change in changes {
            switch change {
            // What comes after an occurrence waits for it, or it would count as settled too.
            case .claim(let record, _, _) where stuck.contains(record.key.schedule):
                note(change, .failed, before, at: sample)
                continue
            // What has not ended yet cannot be taken back, nor what would count as settled all the same.
            case .void(let key, _, _, _) where unended.contains(key) || unsaved.contains(key.schedule):
                note(change, .failed, before, at: sample)
                continue
            default: break
            }
            do throws(StorageError) {
                let isMade = try await store.commit(change)
                note(change, isMade ? .accepted : .refused, before, at: sample)
            } catch {
                note(change, .failed, before, at: sample)
                if case .claim(let record, _, _) = change { stuck.insert(record.key.schedule) }
                if case .update(let record, _) = change { unended.insert(record.key) }
                if case .save(let schedule, _) = change { unsaved.insert(schedule.id) }
                failure = failure ?? error
            }
        }
        return failure
    }

    private func note(
        _ change: StoreChange, _ result: ClaimResult, _ before: OccurrenceMachine, at sample: ClockSample
    ) {
        switch change {
        case .claim(let record, let schedule, _):
            machine.occurrences.claimed(record.key, result, settled: schedule, at: sample)
        case .update(let record, let log):
            machine.occurrences.wrote(record, log: log, isWritten: result != .failed, at: sample)
        case .void(let key, _, _, let log):
            if result == .failed, let planned = log.first?.planned {
                machine.occurrences.tookBack(key, planned: planned, at: sample)
            }
        case .save(let schedule, _):
            guard result == .failed else { break }
            machine.occurrences.notSaved(
                schedule.id, before.schedules.first { $0.id == schedule.id }, at: sample)
        case .remove(let identifier, _):
            if result == .failed { restore(identifier, from: before) }
        case .override(let override, _):
            if result == .failed { restoreChanges(override.schedule, from: before) }
        case .removeOverride(let identifier, _, _):
            if result == .failed { restoreChanges(identifier, from: before) }
        case .settings, .pair, .forget, .note:
            break
        }
    }

    private func restore(_ identifier: ScheduleID, from before: OccurrenceMachine) {
        machine.occurrences.restore(before.schedules.first { $0.id == identifier }, for: identifier)
    }

    private func restoreChanges(_ identifier: ScheduleID, from before: OccurrenceMachine) {
        machine.occurrences.restore(changes: before.changes[identifier], for: identifier)
    }
}

extension StoreChange {
    /// Whether it is about what is to happen, and not about what does.
    fileprivate var isArrangement: Bool {
        switch self {
        case .save, .remove, .override, .removeOverride, .settings, .pair, .forget: true
        case .claim, .update, .void, .note: false
        }
    }
}
