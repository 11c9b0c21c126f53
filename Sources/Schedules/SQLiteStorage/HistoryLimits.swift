// SPDX-License-Identifier: Apache-2.0

import GRDB
import Storage

/// How much history a file keeps: numbers of entries, and not times, since a wrong clock must not drop any.
struct HistoryLimits {
    /// The newest entries of the ledger that are always kept.
    var ledger = LedgerLimits.kept
    /// The newest entries of the log that are always kept.
    var log = LogLimits.kept
    /// How many more there may be of either before they are dropped together.
    var slack = LogLimits.slack

    /// The newest entry that may go from a table with `number`s of which `kept` stay; nil when it is not yet time.
    func newestSurplus(of table: String, keeping kept: Int, in database: Database) throws -> Int64? {
        let row = try Row.fetchOne(
            database.cachedStatement(
                sql: "SELECT (SELECT min(number) FROM \(table)) AS oldest, (SELECT max(number) FROM \(table)) AS newest"
            ))
        guard let oldest = row?["oldest"] as Int64?, let newest = row?["newest"] as Int64?,
            newest - oldest >= Int64(kept + slack)
        else { return nil }
        return newest - Int64(kept)
    }
}
