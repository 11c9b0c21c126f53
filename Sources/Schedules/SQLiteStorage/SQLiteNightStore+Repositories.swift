// SPDX-License-Identifier: Apache-2.0

public import CivilTime
import GRDB
public import SleepModel
public import Storage

extension SQLiteNightStore {
    /// All paired devices, in the order they were first saved.
    public func devices() async throws(StorageError) -> [PairedDevice] {
        try await transaction { try DeviceRow.read($0, "ORDER BY position") }
    }

    /// Adds or replaces a device.
    public func save(_ device: PairedDevice) async throws(StorageError) {
        try await transaction { database in
            let others = try String.fetchAll(
                database, sql: "SELECT name FROM devices WHERE address <> ?", arguments: [device.address.rawValue])
            guard !others.contains(where: device.name.isSameName) else {
                throw StorageError.deviceNameTaken(device.name)
            }
            try DeviceRow(device).insert(database, replacing: true)
        }
    }

    /// Forgets a device and its schedules, and cancels its open records without reading their rows, which may be bad ones.
    public func removeDevice(_ address: MacAddress, at instant: Instant) async throws(StorageError) {
        try await transaction { database in
            try database.execute(
                sql: """
                    UPDATE ledger SET run = NULL, outcome = ?, ended_seconds = ?, ended_nanosecond = ?, actor = ?
                    WHERE device = ? AND outcome IS NULL
                    """,
                arguments: [
                    StoredOutcome.cancelled.rawValue, instant.secondsSince1970, instant.nanosecond,
                    StoredActor.person.rawValue, address.rawValue,
                ])
            try database.execute(sql: "DELETE FROM schedules WHERE device = ?", arguments: [address.rawValue])
            try database.execute(sql: "DELETE FROM devices WHERE address = ?", arguments: [address.rawValue])
        }
    }

    /// All schedules, in the order they were first saved.
    public func schedules() async throws(StorageError) -> [Schedule] {
        try await transaction { try ScheduleRow.read($0, "ORDER BY position") }
    }

    /// Adds or replaces a schedule and notes `log`.
    public func save(_ schedule: Schedule, log: [LogEntry]) async throws(StorageError) {
        try await transaction { database in
            let row = try ScheduleRow(schedule)
            let others = try String.fetchAll(
                database, sql: "SELECT name FROM schedules WHERE device = ? AND kind = ? AND id <> ?",
                arguments: StatementArguments(checking: [row.device, row.kind.rawValue, row.id]))
            guard !others.contains(where: schedule.name.isSameName) else {
                throw StorageError.scheduleNameTaken(schedule.name, kind: schedule.kind)
            }
            try row.insert(database, replacing: true)
            try SQLiteNightStore.note(log, in: database)
        }
    }

    /// Removes a schedule and notes `log`; does neither when there is none.
    public func removeSchedule(_ id: ScheduleID, log: [LogEntry]) async throws(StorageError) {
        try await transaction { database in
            try database.execute(
                sql: "DELETE FROM schedules WHERE id = ?", arguments: StatementArguments(checking: [id.rawValue]))
            guard database.changesCount > 0 else { return }
            try SQLiteNightStore.note(log, in: database)
        }
    }
}
