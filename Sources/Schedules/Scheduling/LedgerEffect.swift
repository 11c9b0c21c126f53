// SPDX-License-Identifier: Apache-2.0

public import SleepModel
public import Storage

/// Something to be made durable, decided by a machine and performed by a `LedgerWriter`.
public enum LedgerEffect: Hashable, Sendable {
    /// Enter an occurrence.
    case claim(OccurrenceRecord, settling: Schedule?, log: [LogEntry])
    /// Keep an occurrence's next state, or its end.
    case update(OccurrenceRecord, log: [LogEntry])
    /// Keep a schedule.
    case save(Schedule, log: [LogEntry])
    /// Drop a schedule.
    case remove(ScheduleID, log: [LogEntry])
}

/// What became of a claim.
public enum ClaimResult: Hashable, Sendable {
    /// It is ours, and on disk.
    case accepted
    /// The ledger had it already.
    case refused
    /// The store failed; it is to be tried again.
    case failed
}

/// Makes effects durable.
public struct LedgerWriter: Sendable {
    private let store: any NightStore

    /// Writes to `store`.
    public init(store: any NightStore) {
        self.store = store
    }

    /// Performs one effect; for a claim it says whether it was accepted, for anything else it is nil.
    public func perform(_ effect: LedgerEffect) async throws(StorageError) -> Bool? {
        switch effect {
        case .claim(let record, let schedule, let log):
            return try await store.claim(record, settling: schedule, log: log)
        case .update(let record, let log):
            _ = try await store.update(record, log: log)
        case .save(let schedule, let log):
            try await store.save(schedule, log: log)
        case .remove(let identifier, let log):
            try await store.removeSchedule(identifier, log: log)
        }
        return nil
    }
}
