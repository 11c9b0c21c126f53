// SPDX-License-Identifier: Apache-2.0

import GRDB
import Storage

extension HistoryLimits {
    /// The newest entry to drop from a table with `number`s of which `kept` stay; nil while there is no surplus to
    /// drop.
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
