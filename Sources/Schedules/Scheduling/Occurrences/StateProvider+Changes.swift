// SPDX-License-Identifier: Apache-2.0

import Clocks
import SleepModel
import Storage

extension StateProvider {
    /// Makes changes durable, all together; if that fails, one by one, so that none is kept by another from being made.
    func perform(
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
            // A run that has not ended cannot be voided, nor one that would still be settled.
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
            machine.occurrences.writes.wrote(record, log: log, isWritten: result != .failed, at: sample)
        case .void(let key, _, _, _):
            if result == .failed, let standing = before.known[key.schedule][key] {
                machine.occurrences.notVoided(key, planned: standing.planned, at: sample)
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
    var isArrangement: Bool {
        switch self {
        case .save, .remove, .override, .removeOverride, .settings, .pair, .forget: true
        case .claim, .update, .void, .note: false
        }
    }
}
