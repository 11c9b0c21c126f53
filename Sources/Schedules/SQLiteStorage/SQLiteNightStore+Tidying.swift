// SPDX-License-Identifier: Apache-2.0

public import CivilTime
import GRDB
public import Storage

extension SQLiteNightStore {
    /// How much of the file may be empty before it is made smaller: a part of all pages, and a number of them.
    private static let emptyPart = 4
    private static let emptyPages = 256

    /// Drops what is older than history is to be, and makes the file smaller if a quarter of it is empty.
    ///
    /// A file with rows that cannot be read keeps its size: they are named by their place in it.
    public func tidy(at now: Instant) async throws(StorageError) {
        let limits = limits
        try await transaction { database in
            try Ledger.drop(before: now - limits.age.occurrences, keeping: limits.least, in: database)
            try LogRow.drop(olderThan: limits, at: now, in: database)
            try LogRow.drop(beyond: limits, in: database)
        }
        guard try await quarantine().isEmpty else { return }
        forgetFound()
        try await alone { database in
            func number(_ pragma: String) throws -> Int { try Int.fetchOne(database, sql: "PRAGMA \(pragma)") ?? 0 }
            let (empty, all) = (try number("freelist_count"), try number("page_count"))
            guard empty >= Self.emptyPages, empty * Self.emptyPart >= all else { return }
            try database.execute(sql: "VACUUM")
            // The whole file went through the write-ahead log, which would stay as large.
            try database.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
        }
    }
}
