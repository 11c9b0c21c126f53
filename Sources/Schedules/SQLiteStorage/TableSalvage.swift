// SPDX-License-Identifier: Apache-2.0

import GRDB

/// Reads what can be read of a table with damaged pages.
enum TableSalvage {
    /// How many rows are read at once.
    private static let chunk: Int64 = 4096
    /// How often a part may fail; a part that fails is halved.
    private static let failures = 20_000

    /// Passes on the rows of a table in their order, and returns whether these are all.
    ///
    /// `last` is the highest number to look for where the table cannot say.
    static func read(
        _ table: String, columns: [String], upTo last: Int64, in database: Database, _ take: ([Row]) throws -> Void
    ) throws -> Bool {
        var isComplete = true
        var bounds: ClosedRange<Int64> = 1...max(last, 1)
        do {
            let row = try Row.fetchOne(database, sql: "SELECT min(rowid) AS low, max(rowid) AS high FROM \(table)")
            guard let low = row?["low"] as Int64?, let high = row?["high"] as Int64? else { return true }
            bounds = low...high
        } catch {
            guard isPassable(error) else { return false }
            isComplete = false
        }
        let sql = """
            SELECT \(columns.joined(separator: ", ")) FROM \(table) NOT INDEXED WHERE rowid BETWEEN ? AND ?
            ORDER BY rowid
            """
        var failuresLeft = failures
        for start in stride(from: bounds.lowerBound, through: bounds.upperBound, by: Int(chunk)) {
            var parts = [start...min(start + chunk - 1, bounds.upperBound)]
            while let part = parts.popLast() {
                let rows: [Row]
                do {
                    rows = try Row.fetchAll(database, sql: sql, arguments: [part.lowerBound, part.upperBound])
                } catch {
                    isComplete = false
                    failuresLeft -= 1
                    guard failuresLeft > 0, isPassable(error) else { return false }
                    if part.count > 1 {
                        let middle = part.lowerBound + (part.upperBound - part.lowerBound) / 2
                        parts += [middle + 1...part.upperBound, part.lowerBound...middle]
                    }
                    continue
                }
                try take(rows)
            }
        }
        return isComplete
    }

    /// Whether other parts may be good.
    private static func isPassable(_ error: any Error) -> Bool {
        (error as? DatabaseError)?.resultCode == .SQLITE_CORRUPT
    }
}
