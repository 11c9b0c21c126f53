// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import SleepModel

/// Who did what, once: occurrences are claimed here before the first byte goes to a device.
///
/// It is only ever added to; what it holds of an occurrence now is the last that was entered about it. The newest
/// 100,000 entries and those about what is open are always kept; of older ones a store may drop some.
public protocol OccurrenceLedger: Sendable {
    /// The record with a key as it stands now; nil when it never was claimed or was taken back.
    func record(_ key: OccurrenceKey) async throws(StorageError) -> OccurrenceRecord?

    /// The keys of one schedule's records planned after `instant`, each with how it stands, without those that were
    /// taken back. A missed one can be claimed again after a clock that was ahead is set back.
    func keys(
        of schedule: ScheduleID, plannedAfter instant: Instant
    ) async throws(StorageError) -> [OccurrenceKey: OccurrenceStanding]

    /// Records as they stand now, of one schedule if given, planned at or after `start` and before `end`, by planned
    /// instant and then in the order they were claimed; at most `limit` (1 to 100,000).
    func records(
        of schedule: ScheduleID?, from start: Instant, to end: Instant, limit: Int
    ) async throws(StorageError) -> [OccurrenceRecord]
}
