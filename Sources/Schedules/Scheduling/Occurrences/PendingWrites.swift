// SPDX-License-Identifier: Apache-2.0

import Clocks
import SleepModel
import Storage

/// What is on its way to the store, and what the store failed to take.
struct PendingWrites: Sendable {
    /// How long to wait after a failure of the store.
    static let retry = Duration.seconds(5)

    private var claims: [OccurrenceKey: OccurrenceRecord] = [:]
    private var unwritten: [OccurrenceKey: (record: OccurrenceRecord, log: [LogEntry])] = [:]
    /// When to try again, on the boot clock.
    private(set) var retryAt: Duration?

    /// Whether the store failed a moment ago, and nothing new is to be written yet.
    func isWaiting(at sample: ClockSample) -> Bool {
        retryAt.map { sample.boot < $0 } ?? false
    }

    /// The writes to try again now; none while waiting.
    mutating func retries(at sample: ClockSample) -> [StoreChange] {
        guard !isWaiting(at: sample) else { return [] }
        retryAt = nil
        return unwritten.values.map { .update($0.record, log: $0.log) }
    }

    /// Waits for a while before anything is tried again.
    mutating func wait(from sample: ClockSample) {
        retryAt = sample.boot + Self.retry
    }

    /// Whether a claim is on its way.
    func isClaiming(_ key: OccurrenceKey) -> Bool { claims[key] != nil }

    /// Whether a run's state or end is still to be written.
    func isUnwritten(_ key: OccurrenceKey) -> Bool { unwritten[key] != nil }

    /// Notes that a claim is on its way.
    mutating func claim(_ record: OccurrenceRecord) { claims[record.key] = record }

    /// Takes out a claim that has been answered; nil when there is none.
    mutating func takeClaim(_ key: OccurrenceKey) -> OccurrenceRecord? { claims.removeValue(forKey: key) }

    /// Notes whether a run's state or end was written; what was not is tried again.
    mutating func wrote(_ record: OccurrenceRecord, log: [LogEntry], isWritten: Bool, at sample: ClockSample) {
        let earlier = unwritten.removeValue(forKey: record.key)
        guard !isWritten else { return }
        let log = earlier?.record == record ? log : (earlier?.log ?? []) + log
        unwritten[record.key] = (record, log)
        wait(from: sample)
    }

    /// Takes out the log lines of an earlier state that is still to be written; a newer state replaces it.
    mutating func takeLog(of key: OccurrenceKey) -> [LogEntry] {
        unwritten.removeValue(forKey: key)?.log ?? []
    }
}
