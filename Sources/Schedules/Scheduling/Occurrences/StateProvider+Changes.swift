// SPDX-License-Identifier: Apache-2.0

import Clocks
import SleepModel
import Storage

extension StateProvider {
    /// Makes changes durable, all together; if that fails, one by one, so that none is kept by another from being made.
    ///
    /// Returns what became of each, and the first failure.
    func perform(
        _ changes: [StoreChange], isWhole: Bool
    ) async -> (answers: [ClaimResult], failure: StorageError?) {
        guard !changes.isEmpty else { return ([], nil) }
        do throws(StorageError) {
            return (try await store.commit(changes).map { $0 ? .accepted : .refused }, nil)
        } catch {
            // A store that does not answer is not asked once more for each change.
            let isFinal = error.code == .overdue || isWhole && changes.contains(where: \.isArrangement)
            guard changes.count > 1, !isFinal else {
                return (Array(repeating: .failed, count: changes.count), error)
            }
        }
        var stuck: Set<ScheduleID> = []
        var unended: Set<OccurrenceKey> = []
        var unsaved: Set<ScheduleID> = []
        var failure: StorageError?
        var answers: [ClaimResult] = []
        for change in changes {
            switch change {
            // What comes after an occurrence waits for it, or it would count as settled too.
            case .claim(let record, _, _) where stuck.contains(record.key.schedule):
                answers.append(.failed)
                continue
            // A run that has not ended cannot be voided, nor one that would still be settled.
            case .void(let key, _, _, _) where unended.contains(key) || unsaved.contains(key.schedule):
                answers.append(.failed)
                continue
            default: break
            }
            do throws(StorageError) {
                answers.append(try await store.commit(change) ? .accepted : .refused)
            } catch {
                answers.append(.failed)
                if case .claim(let record, _, _) = change { stuck.insert(record.key.schedule) }
                if case .update(let record, _) = change { unended.insert(record.key) }
                if case .save(let schedule, _) = change { unsaved.insert(schedule.id) }
                failure = failure ?? error
            }
        }
        return (answers, failure)
    }

    /// Lets the machine know what became of a change.
    func note(_ change: StoreChange, _ result: ClaimResult, _ before: OccurrenceMachine, at sample: ClockSample) {
        switch change {
        case .claim(let record, let schedule, _):
            machine.occurrences.claimed(record, result, settled: schedule, at: sample)
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
        case .settings, .holidays, .removeHolidays, .group, .removeGroup, .pair, .addressKind, .forget, .hold,
            .notices, .note:
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
        case .save, .remove, .override, .removeOverride, .settings, .holidays, .removeHolidays, .group, .removeGroup,
            .pair, .forget:
            true
        case .addressKind, .claim, .update, .void, .hold, .notices, .note: false
        }
    }
}
