// SPDX-License-Identifier: Apache-2.0

public import CivilTime
import GRDB
public import SleepModel
public import Storage

extension SQLiteNightStore {
    private static let hasKey = "schedule = ? AND date = ? AND slot = ? AND pass = ?"

    /// Enters an occurrence unless the ledger has its key; one that begins replaces one that was missed.
    public func claim(
        _ record: OccurrenceRecord, settling schedule: Schedule?, log: [LogEntry]
    ) async throws(StorageError) -> Bool {
        try await transaction { database in
            let row = try LedgerRow(record)
            let isNew = try row.insert(database, replacing: false)
            if !isNew {
                guard try record.outcome == nil && SQLiteNightStore.isMissed(record.key, in: database) else {
                    return false
                }
                try row.insert(database, replacing: true)
            }
            if let schedule { try SQLiteNightStore.settle(schedule, in: database) }
            try SQLiteNightStore.note(log, in: database)
            return true
        }
    }

    /// Replaces a record unless it has ended.
    public func update(_ record: OccurrenceRecord, log: [LogEntry]) async throws(StorageError) -> Bool {
        try await transaction { database in
            let isOpen = try Bool.fetchOne(
                database, sql: "SELECT outcome IS NULL FROM ledger WHERE \(SQLiteNightStore.hasKey)",
                arguments: SQLiteNightStore.arguments(record.key))
            guard isOpen == true else { return false }
            try LedgerRow(record).insert(database, replacing: true)
            try SQLiteNightStore.note(log, in: database)
            return true
        }
    }

    /// The records without an outcome, by planned instant and then in the order they were claimed.
    public func openRecords() async throws(StorageError) -> [OccurrenceRecord] {
        try await transaction { database in
            try LedgerRow.read(
                database, "WHERE outcome IS NULL ORDER BY planned_seconds, planned_nanosecond, rowid")
        }
    }

    /// The record with a key.
    public func record(_ key: OccurrenceKey) async throws(StorageError) -> OccurrenceRecord? {
        try await transaction { database in
            try LedgerRow.read(
                database, "WHERE \(SQLiteNightStore.hasKey)", SQLiteNightStore.arguments(key)
            ).first
        }
    }

    /// The keys of one schedule's records planned after `instant`, without those that were missed.
    public func keys(
        of schedule: ScheduleID, plannedAfter instant: Instant
    ) async throws(StorageError) -> Set<OccurrenceKey> {
        try await transaction { database in
            let keys = try LedgerKeyRow.read(
                database,
                "WHERE schedule = ? AND (planned_seconds, planned_nanosecond) > (?, ?) AND outcome IS NOT ?",
                StatementArguments(checking: [
                    schedule.rawValue, instant.secondsSince1970, instant.nanosecond, StoredOutcome.missed.rawValue,
                ]))
            return Set(keys)
        }
    }

    private static func isMissed(_ key: OccurrenceKey, in database: Database) throws -> Bool {
        try String.fetchOne(database, sql: "SELECT outcome FROM ledger WHERE \(hasKey)", arguments: arguments(key))
            == StoredOutcome.missed.rawValue
    }

    private static func arguments(_ key: OccurrenceKey) throws -> StatementArguments {
        try StatementArguments(checking: [key.schedule.rawValue, key.date.description, key.slot, key.pass])
    }

    /// Settles a schedule without reading its row, which may be a bad one.
    private static func settle(_ schedule: Schedule, in database: Database) throws {
        let id = schedule.id.rawValue
        let (seconds, nanosecond) = (schedule.settledThrough.secondsSince1970, schedule.settledThrough.nanosecond)
        try database.execute(
            sql: """
                UPDATE schedules SET settled_seconds = ?, settled_nanosecond = ?
                WHERE id = ? AND (settled_seconds, settled_nanosecond) < (?, ?)
                """, arguments: StatementArguments(checking: [seconds, nanosecond, id, seconds, nanosecond]))
        try database.execute(
            sql: "UPDATE schedules SET is_enabled = is_enabled AND ? WHERE id = ?",
            arguments: StatementArguments(checking: [schedule.isEnabled, id]))
    }
}
