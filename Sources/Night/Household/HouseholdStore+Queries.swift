// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import SleepModel
public import Storage

// What is asked of the store as it stands.
extension HouseholdStore {
    /// All schedules.
    public func schedules() async throws(StorageError) -> [Schedule] {
        try await store.schedules()
    }

    /// What differs on single dates.
    public func overrides() async throws(StorageError) -> [OccurrenceOverride] {
        try await store.overrides()
    }

    /// The calendars of holidays.
    public func holidays() async throws(StorageError) -> [HolidayCalendar] {
        try await store.holidays()
    }

    /// The groups of devices.
    public func groups() async throws(StorageError) -> [DeviceGroup] {
        try await store.groups()
    }

    /// What was set by hand, by device.
    public func holds() async throws(StorageError) -> [MacAddress: DeviceHolds] {
        try await store.holds()
    }

    /// The notices.
    public func notices() async throws(StorageError) -> [Notice] {
        try await store.notices()
    }

    /// The runs that have not ended.
    public func openRecords() async throws(StorageError) -> [OccurrenceRecord] {
        try await store.openRecords()
    }

    /// What the ledger holds of an occurrence.
    public func record(_ key: OccurrenceKey) async throws(StorageError) -> OccurrenceRecord? {
        try await store.record(key)
    }

    /// The occurrences of a schedule that the ledger holds.
    public func keys(
        of schedule: ScheduleID, plannedAfter instant: Instant
    ) async throws(StorageError) -> [OccurrenceKey: OccurrenceStanding] {
        try await store.keys(of: schedule, plannedAfter: instant)
    }

    /// A stretch of the ledger.
    public func records(
        of schedule: ScheduleID?, from start: Instant, to end: Instant, limit: Int
    ) async throws(StorageError) -> [OccurrenceRecord] {
        try await store.records(of: schedule, from: start, to: end, limit: limit)
    }

    /// Lines of the log.
    public func entries(
        since: Instant?, device: MacAddress?, outcomes: Set<LogOutcome>?, limit: Int
    ) async throws(StorageError) -> [LogEntry] {
        try await store.entries(since: since, device: device, outcomes: outcomes, limit: limit)
    }

    /// Lines of the log, newest first.
    public func log(
        before number: Int64?, about devices: Set<MacAddress>?, limit: Int
    ) async throws(StorageError) -> [NumberedLogEntry] {
        try await store.log(before: number, about: devices, limit: limit)
    }

    /// The rows that cannot be read.
    public func quarantine() async throws(StorageError) -> [QuarantinedRow] {
        try await store.quarantine()
    }
}
