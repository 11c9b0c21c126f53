// SPDX-License-Identifier: Apache-2.0

import GRDB
public import SleepModel
public import Storage

extension SQLiteNightStore {
    /// What a damaged file lacked, and the rows that cannot be read; of the history, those that queries met.
    public func quarantine() async throws(StorageError) -> [QuarantinedRow] {
        if found == nil { found = try await transaction { try Self.look(in: $0) } }
        return LossNotes(path: path).all() + (found ?? [])
            + met.values.sorted { ($0.table.rawValue, $0.number) < ($1.table.rawValue, $1.number) }
    }

    /// Removes a quarantined row with what belongs to it; refused for the ledger.
    public func removeQuarantined(_ id: String, log: [LogEntry]) async throws(StorageError) -> Bool {
        guard let row = try await quarantine().first(where: { $0.id == id }), row.isRemovable else { return false }
        let isRemoved = try await transaction { database in
            if row.isNote {
                // It is in a file of its own.
            } else if row.table == .schedules, let schedule = row.schedule {
                guard try Self.remove(schedule, in: database) else { return false }
            } else {
                try database.execute(sql: "DELETE FROM \(row.table.rawValue) WHERE rowid = ?", arguments: [row.number])
                guard database.changesCount > 0 else { return false }
            }
            for entry in log { try LogRow(entry).add(database) }
            return true
        }
        if row.isNote { LossNotes(path: path).remove(row.number) }
        found = nil
        met[id] = nil
        return isRemoved
    }

    /// Reads the rows of a query, and remembers those of the history that cannot be read.
    func read<Stored: StoredRow>(
        _ type: Stored.Type, _ rest: String, _ arguments: StatementArguments = []
    ) async throws(StorageError) -> [Stored.Value] {
        let reading = try await transaction { try Stored.read($0, rest, arguments) }
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
        return rows + (try OccurrenceRow.read(database, "WHERE outcome IS NULL ORDER BY claim").quarantined)
    }
}
