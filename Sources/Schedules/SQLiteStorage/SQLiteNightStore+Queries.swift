// SPDX-License-Identifier: Apache-2.0

public import CivilTime
import GRDB
public import SleepModel
public import Storage

extension SQLiteNightStore {
    /// All paired devices, in the order they were first saved.
    public func devices() async throws(StorageError) -> [PairedDevice] {
        try await read(DeviceRow.self, "ORDER BY position")
    }

    /// All schedules, in the order they were first saved.
    public func schedules() async throws(StorageError) -> [Schedule] {
        try await read(ScheduleRow.self, "ORDER BY position")
    }

    /// All overrides, by schedule and date.
    public func overrides() async throws(StorageError) -> [OccurrenceOverride] {
        try await read(OverrideRow.self, "").sorted {
            ($0.schedule.rawValue, $0.date) < ($1.schedule.rawValue, $1.date)
        }
    }

    /// The settings.
    public func settings() async throws(StorageError) -> NightSettings {
        try await read(PauseRow.self, "").reduce(into: NightSettings()) { settings, row in
            if let device = row.device {
                settings.devicePauses[device] = row.pause
            } else {
                settings.pause = row.pause
            }
        }
    }

    /// The calendars of holidays, by name.
    public func holidays() async throws(StorageError) -> [HolidayCalendar] {
        HolidayBook(try await read(HolidayRow.self, "ORDER BY rowid")).calendars
    }

    /// The groups of devices, by name.
    public func groups() async throws(StorageError) -> [DeviceGroup] {
        GroupBook(try await read(GroupRow.self, "ORDER BY rowid")).groups
    }

    /// What was set by hand, by device.
    public func holds() async throws(StorageError) -> [MacAddress: DeviceHolds] {
        Dictionary(try await read(HoldRow.self, "").map { ($0.device, $0.holds) }) { first, _ in first }
    }

    /// The notices, by number.
    public func notices() async throws(StorageError) -> [Notice] {
        try await read(NoticeRow.self, "ORDER BY number")
    }

    /// The records without an outcome, by planned instant and then in the order they were claimed.
    public func openRecords() async throws(StorageError) -> [OccurrenceRecord] {
        let reading = try await transaction { database in
            var reading = try OccurrenceRow.read(
                database, "WHERE outcome IS NULL ORDER BY planned_seconds, planned_nanosecond, claim")
            let lost = try reading.quarantined.compactMap { row in
                try Ledger.occurrence(ofClaim: row.number, in: database)
            }
            if !lost.isEmpty { reading.values = (lost + reading.values).sorted { $0.planned < $1.planned } }
            return reading
        }
        return noted(reading)
    }

    /// The record with a key as it stands now.
    public func record(_ key: OccurrenceKey) async throws(StorageError) -> OccurrenceRecord? {
        try StorageError.requireNoNul(in: key.texts)
        return try await transaction { database in
            try OccurrenceRow.readFirst(
                database, "WHERE \(Ledger.hasKey)", StatementArguments(Ledger.columns(of: key)))
        }
    }

    /// The keys of one schedule's records planned after `instant`, each with how it stands.
    public func keys(
        of schedule: ScheduleID, plannedAfter instant: Instant
    ) async throws(StorageError) -> [OccurrenceKey: OccurrenceStanding] {
        try StorageError.requireNoNul(in: [schedule.rawValue])
        let found = try await read(
            PlannedKeyRow.self, "WHERE schedule = ? AND (planned_seconds, planned_nanosecond) > (?, ?)",
            [schedule.rawValue, instant.secondsSince1970, instant.nanosecond])
        return Dictionary(found) { first, _ in first }
    }

    /// Records as they stand now, by planned instant and then in the order they were claimed.
    public func records(
        of schedule: ScheduleID?, from start: Instant, to end: Instant, limit: Int
    ) async throws(StorageError) -> [OccurrenceRecord] {
        try StorageError.requireNoNul(in: [schedule?.rawValue])
        let bounds: [any DatabaseValueConvertible] = [
            start.secondsSince1970, start.nanosecond, end.secondsSince1970, end.nanosecond,
        ]
        let chosen: [any DatabaseValueConvertible] = schedule.map { [$0.rawValue] } ?? []
        return try await read(
            OccurrenceRow.self,
            """
            WHERE \(schedule == nil ? "" : "schedule = ? AND ")
                (planned_seconds, planned_nanosecond) >= (?, ?) AND (planned_seconds, planned_nanosecond) < (?, ?)
            ORDER BY planned_seconds, planned_nanosecond, claim LIMIT ?
            """, StatementArguments(chosen + bounds + [HistoryLimits.records(limit)]))
    }

    /// Entries by instant and then in the order they were noted; `limit` is clamped.
    public func entries(
        since: Instant?, device: MacAddress?, outcomes: Set<LogOutcome>?, limit: Int
    ) async throws(StorageError) -> [LogEntry] {
        var conditions = ["TRUE"]
        var arguments = StatementArguments()
        if let since {
            conditions.append("(at_seconds, at_nanosecond) >= (?, ?)")
            arguments += [since.secondsSince1970, since.nanosecond]
        }
        if let device {
            conditions.append("device = ?")
            arguments += [device.rawValue]
        }
        if let outcomes {
            conditions.append("outcome IN (\(outcomes.map { _ in "?" }.joined(separator: ", ")))")
            arguments += StatementArguments(outcomes.map(\.rawValue).sorted())
        }
        arguments += [HistoryLimits.entries(limit)]
        let newestFirst = try await read(
            LogRow.self,
            """
            WHERE \(conditions.joined(separator: " AND "))
            ORDER BY at_seconds DESC, at_nanosecond DESC, number DESC LIMIT ?
            """, arguments)
        return newestFirst.reversed()
    }

    /// Entries of the log, newest first.
    public func log(
        before number: Int64?, about devices: Set<MacAddress>?, limit: Int
    ) async throws(StorageError) -> [NumberedLogEntry] {
        var conditions = ["number < ?"]
        var arguments: StatementArguments = [number ?? .max]
        if let devices {
            let places = devices.map { _ in "?" }.joined(separator: ", ")
            conditions.append("(device IS NULL OR device IN (\(places)))")
            arguments += StatementArguments(devices.map(\.rawValue).sorted())
        }
        arguments += [HistoryLimits.entries(limit)]
        return try await read(
            NumberedLogRow.self, "WHERE \(conditions.joined(separator: " AND ")) ORDER BY number DESC LIMIT ?",
            arguments)
    }
}
