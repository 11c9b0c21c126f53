// SPDX-License-Identifier: Apache-2.0

import GRDB
public import SleepModel
public import Storage

extension SQLiteNightStore {
    /// What a damaged file lacked, and the rows that cannot be read; of the history, those that queries met.
    public func quarantine() async throws(StorageError) -> [QuarantinedRow] {
        try await lookThrough() + met.values.sorted { ($0.table.rawValue, $0.number) < ($1.table.rawValue, $1.number) }
    }

    /// What a damaged file lacked, and the quarantined rows that are found by looking for them.
    private func lookThrough() async throws(StorageError) -> [QuarantinedRow] {
        if let found { return found }
        let edition = edition
        let notes = try await onDisk { [path] in LossNotes(path: path).all() }
        let rows = try await notes + transaction { try Self.look(in: $0) }
        // A change that was made meanwhile may have repaired or replaced some of them.
        if edition == self.edition { found = rows }
        return rows
    }

    /// What was found may be out of date from now on; what can be read stays readable.
    func forgetFound() {
        edition += 1
        if found?.isEmpty == false { found = nil }
    }

    /// Removes a quarantined row with what belongs to it; refused for the ledger, and for a row that can be read by now.
    public func removeQuarantined(_ id: String, log: [LogEntry]) async throws(StorageError) -> Bool {
        guard let row = try await quarantine().first(where: { $0.id == id }), row.isRemovable else { return false }
        if row.isNote {
            guard try await onDisk({ [path] in try LossNotes(path: path).remove(row.number) }) else { return false }
        }
        forgetFound()
        met[id] = nil
        return try await transaction { database in
            guard try row.isNote || Self.remove(row, in: database) else { return false }
            for entry in log { try LogRow(entry).add(database) }
            return true
        }
    }

    /// Removes a row that still cannot be read; its number may be another row's by now.
    private static func remove(_ row: QuarantinedRow, in database: Database) throws -> Bool {
        guard try look(at: row, in: database).contains(where: { $0.id == row.id && $0.error == row.error })
        else { return false }
        if row.table == .schedules, let schedule = row.schedule { return try remove(schedule, in: database) }
        try database.execute(sql: "DELETE FROM \(row.table.rawValue) WHERE rowid = ?", arguments: [row.number])
        return database.changesCount > 0
    }

    /// What cannot be read under the number of a row.
    private static func look(at row: QuarantinedRow, in database: Database) throws -> [QuarantinedRow] {
        let place = "WHERE \(row.table == .runs ? "outcome IS NULL AND claim" : "rowid") = ?"
        return switch row.table {
        case .devices: try DeviceRow.read(database, place, [row.number]).quarantined
        case .schedules: try ScheduleRow.read(database, place, [row.number]).quarantined
        case .overrides: try OverrideRow.read(database, place, [row.number]).quarantined
        case .pauses: try PauseRow.read(database, place, [row.number]).quarantined
        case .holidays: try HolidayRow.read(database, place, [row.number]).quarantined
        case .groups: try GroupRow.read(database, place, [row.number]).quarantined
        case .holds: try HoldRow.read(database, place, [row.number]).quarantined
        case .notices: try NoticeRow.read(database, place, [row.number]).quarantined
        case .runs: try OccurrenceRow.read(database, place, [row.number]).quarantined
        case .log: try LogRow.read(database, place, [row.number]).quarantined
        case .ledger: []
        }
    }

    /// Reads the rows of a query, and remembers those of the history that cannot be read.
    func read<Stored: StoredRow>(
        _ type: Stored.Type, _ rest: String, _ arguments: StatementArguments = []
    ) async throws(StorageError) -> [Stored.Value] {
        noted(try await transaction { try Stored.read($0, rest, arguments) })
    }

    /// Remembers the rows that could not be read, and returns the others.
    func noted<Value>(_ reading: Reading<Value>) -> [Value] {
        for row in reading.quarantined {
            if row.table == .ledger || row.table == .log { met[row.id] = row } else { found = nil }
        }
        return reading.values
    }

    /// Looks through everything but the history, which is long.
    private static func look(in database: Database) throws -> [QuarantinedRow] {
        var rows = try DeviceRow.read(database, "ORDER BY position").quarantined
        rows += try ScheduleRow.read(database, "ORDER BY position").quarantined
        rows += try OverrideRow.read(database, "").quarantined.map { row in
            // A date is of the kind and the device of its schedule.
            guard let schedule = row.schedule else { return row }
            var row = row
            let owner = try Row.fetchOne(
                database, sql: "SELECT kind, name, device FROM schedules WHERE id = ?", arguments: [schedule.rawValue])
            row.kind = owner?.kind("kind")
            row.name = owner?.text("name")
            row.device = owner?.device("device")
            return row
        }
        rows += try PauseRow.read(database, "").quarantined
        rows += try HolidayRow.read(database, "").quarantined
        rows += try GroupRow.read(database, "").quarantined
        rows += try HoldRow.read(database, "").quarantined
        rows += try NoticeRow.read(database, "ORDER BY number").quarantined
        return rows + (try OccurrenceRow.read(database, "WHERE outcome IS NULL ORDER BY claim").quarantined)
    }
}
