// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import SleepModel

/// Who did what, once: occurrences are claimed here before the first byte goes to a device.
public protocol OccurrenceLedger: Sendable {
    /// Enters an occurrence, settles the stored schedule with the identity of `schedule`, if there is one, and notes
    /// `log`, in one transaction.
    ///
    /// To settle is to keep the later `settledThrough` of the two, and to leave the stored schedule enabled only if both
    /// are; everything else of it stays as it is, and one that is no longer stored is not brought back.
    ///
    /// What was entered survives a crash from the moment the call returns. A record with an outcome is one that ended
    /// without ever beginning. Returns false, and changes nothing, when the ledger already has the key, except that a
    /// record without an outcome replaces one that was missed: that one never did anything, and must not stand in the
    /// way of its occurrence after a clock that was ahead is set back.
    func claim(
        _ record: OccurrenceRecord, settling schedule: Schedule?, log: [LogEntry]
    ) async throws(StorageError) -> Bool

    /// Replaces an open record by its next state or its end, and notes `log`, in one transaction.
    ///
    /// Returns false, and changes nothing, when the record is not there or has ended: an end is final.
    func update(_ record: OccurrenceRecord, log: [LogEntry]) async throws(StorageError) -> Bool

    /// The records that have not ended, oldest first.
    func openRecords() async throws(StorageError) -> [OccurrenceRecord]

    /// The record with a key.
    func record(_ key: OccurrenceKey) async throws(StorageError) -> OccurrenceRecord?

    /// The keys of one schedule's records planned after `instant`, without those that were missed: they never did
    /// anything, and can be claimed again after a clock that was ahead is set back.
    func keys(of schedule: ScheduleID, plannedAfter instant: Instant) async throws(StorageError) -> Set<OccurrenceKey>
}
