// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import SleepModel
import Storage

/// What is on its way to the store, and what the store failed to take.
struct PendingWrites: Sendable {
    /// How long to wait after a failure of the store.
    static let retry = Duration.seconds(5)

    /// A claim that is on its way.
    struct Claim: Sendable {
        var record: OccurrenceRecord
        /// When the occurrence begins without a record if the store has not taken the claim.
        var limit: Instant
    }

    /// An occurrence that is dealt with and that the ledger does not hold yet.
    private struct Unrecorded {
        /// How it stands now.
        var record: OccurrenceRecord
        var settled: Schedule?
        var log: [LogEntry]
        /// How it began, where the ledger has it as missed: only what has not ended takes the place of that.
        var begun: OccurrenceRecord?

        var writes: [StoreChange] {
            guard let begun, record.outcome != nil else { return [.claim(record, settling: settled, log: log)] }
            return [
                .claim(begun, settling: settled, log: Array(log.prefix(1))),
                .update(record, log: Array(log.dropFirst())),
            ]
        }
    }

    private var claims: [OccurrenceKey: Claim] = [:]
    private var unrecorded: [OccurrenceKey: Unrecorded] = [:]
    private var unwritten: [OccurrenceKey: (record: OccurrenceRecord, log: [LogEntry])] = [:]
    /// When to try again, on the boot clock.
    private(set) var retryAt: Duration?

    /// Whether the store failed a moment ago, and what it failed to take waits.
    func isWaiting(at sample: ClockSample) -> Bool {
        retryAt.map { sample.boot < $0 } ?? false
    }

    /// The writes to try again now, records first; none while waiting.
    mutating func retries(at sample: ClockSample) -> [StoreChange] {
        guard !isWaiting(at: sample) else { return [] }
        retryAt = nil
        return outstanding { _ in true }
    }

    /// The writes that a schedule still waits for, records first.
    func outstanding(of schedule: ScheduleID) -> [StoreChange] { outstanding { $0.schedule == schedule } }

    private func outstanding(where isWanted: (OccurrenceKey) -> Bool) -> [StoreChange] {
        let records = unrecorded.values.filter { isWanted($0.record.key) }.sorted {
            ($0.record.planned, $0.record.key.schedule.rawValue) < ($1.record.planned, $1.record.key.schedule.rawValue)
        }
        return records.flatMap(\.writes)
            + unwritten.values.filter { isWanted($0.record.key) }.map { .update($0.record, log: $0.log) }
    }

    /// Waits before anything is tried again.
    mutating func wait(from sample: ClockSample, for duration: Duration = retry) {
        retryAt = min(retryAt ?? .seconds(Int64.max), sample.boot + duration)
    }

    // MARK: - Claims

    /// Whether a claim is on its way.
    func isClaiming(_ key: OccurrenceKey) -> Bool { claims[key] != nil }

    /// Notes that a claim is on its way; at `limit` the occurrence begins without a record.
    mutating func claim(_ record: OccurrenceRecord, limit: Instant) {
        claims[record.key] = Claim(record: record, limit: limit)
        // The clock was set back: what becomes of the occurrence now replaces what was to be written of it.
        unrecorded[record.key] = nil
    }

    /// Takes out the claim of a record that has been answered; nil when there is none.
    mutating func takeClaim(_ record: OccurrenceRecord) -> Claim? {
        guard claims[record.key]?.record == record else { return nil }
        return claims.removeValue(forKey: record.key)
    }

    // MARK: - Without a record

    /// Whether the ledger does not hold an occurrence yet that is dealt with.
    func isUnrecorded(_ key: OccurrenceKey) -> Bool { unrecorded[key] != nil }

    /// Keeps a claim that the store failed to take, to try it again; `wasMissed` if the ledger has it as missed.
    mutating func keep(_ record: OccurrenceRecord, settling schedule: Schedule?, log: [LogEntry], wasMissed: Bool) {
        unrecorded[record.key] = Unrecorded(
            record: record, settled: schedule, log: log,
            begun: wasMissed && record.outcome == nil ? record : nil)
    }

    /// Notes how an occurrence without a record stands now; false if the ledger holds it.
    mutating func follow(_ record: OccurrenceRecord, log: [LogEntry]) -> Bool {
        guard let known = unrecorded[record.key] else { return false }
        unrecorded[record.key]?.record = record
        unrecorded[record.key]?.log = known.log + log
        return true
    }

    /// Notes what became of the claim of an occurrence without a record.
    mutating func recorded(_ key: OccurrenceKey, _ result: ClaimResult, at sample: ClockSample) {
        switch result {
        case .accepted:
            unrecorded[key] = nil
        case .refused:
            // An earlier attempt reached the disk although its answer did not come, so the rest is an update.
            if let known = unrecorded.removeValue(forKey: key) {
                unwritten[key] = (known.record, Array(known.log.dropFirst()))
                wait(from: sample, for: .zero)
            }
        case .failed:
            wait(from: sample)
        }
    }

    // MARK: - Runs

    /// Whether a run's state or end is still to be written.
    func isUnwritten(_ key: OccurrenceKey) -> Bool { unwritten[key] != nil || unrecorded[key] != nil }

    /// Notes whether a run's state or end was written; what was not is tried again.
    mutating func wrote(_ record: OccurrenceRecord, log: [LogEntry], isWritten: Bool, at sample: ClockSample) {
        let earlier = unwritten.removeValue(forKey: record.key)
        // What its claim brings with it waits with that.
        guard !isWritten, unrecorded[record.key] == nil else { return }
        let log = earlier?.record == record ? log : (earlier?.log ?? []) + log
        unwritten[record.key] = (record, log)
        wait(from: sample)
    }

    /// Takes out the log lines of an earlier state that is still to be written; a newer state replaces it.
    mutating func takeLog(of key: OccurrenceKey) -> [LogEntry] {
        unwritten.removeValue(forKey: key)?.log ?? []
    }
}
