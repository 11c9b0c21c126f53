// SPDX-License-Identifier: Apache-2.0

public import CivilTime
import GRDB
public import SleepModel
public import Storage

extension SQLiteNightStore {
    /// Notes entries.
    public func append(_ entries: [LogEntry]) async throws(StorageError) {
        try await transaction { try SQLiteNightStore.note(entries, in: $0) }
    }

    /// Entries by instant and then in the order they were noted; `limit` is brought into its range.
    public func entries(
        since: Instant?, device: MacAddress?, limit: Int
    ) async throws(StorageError) -> [LogEntry] {
        try await transaction { database in
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
            arguments += [LogLimits.clamped(limit)]
            let newestFirst = try LogRow.read(
                database,
                """
                WHERE \(conditions.joined(separator: " AND "))
                ORDER BY at_seconds DESC, at_nanosecond DESC, number DESC LIMIT ?
                """, arguments)
            return newestFirst.reversed()
        }
    }

    /// Notes entries, and drops the oldest noted ones when there are too many; a wrong clock keeps none for ever.
    static func note(_ entries: [LogEntry], in database: Database) throws {
        guard !entries.isEmpty else { return }
        for entry in entries {
            try LogRow(entry).insert(database, replacing: false)
        }
        let bounds = try Row.fetchOne(database, sql: "SELECT min(number) AS oldest, max(number) AS newest FROM log")
        guard let oldest = bounds?["oldest"] as Int64?, let newest = bounds?["newest"] as Int64?,
            newest - oldest >= Int64(LogLimits.kept + LogLimits.slack)
        else { return }
        try database.execute(
            sql: "DELETE FROM log WHERE number <= ?", arguments: [newest - Int64(LogLimits.kept)])
    }
}
