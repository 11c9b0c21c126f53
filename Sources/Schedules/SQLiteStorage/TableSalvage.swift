// SPDX-License-Identifier: Apache-2.0

import GRDB

/// Reads what can be read of a table with damaged pages.
///
/// It goes through the table in the order of its row numbers. Where that fails, it halves the range of numbers again and
/// again until it has passed the damaged page.
struct TableSalvage {
    private let rows: Statement
    private let next: Statement

    /// How many rows are read at once.
    private static let chunk = 4096
    /// After how many failures in a row more than one page is damaged; a page holds fewer rows than half of it.
    private static let patience = 1000
    private static let number = "number_of_row"

    private init(_ table: String, columns: [String], in database: Database) throws {
        let source = "FROM \(table) NOT INDEXED WHERE rowid"
        rows = try database.makeStatement(
            sql: """
                SELECT rowid AS \(Self.number), \(columns.joined(separator: ", ")) \(source) BETWEEN ? AND ?
                ORDER BY rowid LIMIT \(Self.chunk)
                """)
        next = try database.makeStatement(sql: "SELECT rowid \(source) >= ? ORDER BY rowid LIMIT 1")
    }

    /// Passes on the rows of a table, and returns whether these are all.
    static func read(
        _ table: String, columns: [String], in database: Database, _ take: ([Row]) throws -> Void
    ) throws -> Bool {
        let salvage: TableSalvage
        do {
            salvage = try TableSalvage(table, columns: columns, in: database)
        } catch let error as DatabaseError where [.SQLITE_ERROR, .SQLITE_CORRUPT].contains(error.resultCode) {
            // The table or its entry in the schema is gone.
            return false
        }
        return try salvage.read(take)
    }

    private func read(_ take: ([Row]) throws -> Void) throws -> Bool {
        var isComplete = true
        var failures = 0
        // Lull never uses a number below one.
        var ranges = [1...Int64.max]
        while let range = ranges.popLast() {
            guard let rows = try rows(in: range) else {
                isComplete = false
                failures += 1
                ranges += range.halves
                if failures == Self.patience {
                    failures = 0
                    ranges = try end(ofDamageAt: range.lowerBound).map { [$0...Int64.max] } ?? []
                }
                continue
            }
            if !rows.isEmpty { failures = 0 }
            if rows.count == Self.chunk, let last = rows.last?[Self.number] as Int64?, last < range.upperBound {
                ranges.append(last + 1...range.upperBound)
            }
            try take(rows)
        }
        return isComplete
    }

    /// The first rows in a range; nil when a page of them is damaged.
    private func rows(in range: ClosedRange<Int64>) throws -> [Row]? {
        let found = try Self.passing { try Row.fetchAll(rows, arguments: [range.lowerBound, range.upperBound]) }
        // A page that is in the wrong place has other numbers.
        var least = range.lowerBound
        for row in found ?? [] {
            guard let number = row[Self.number] as Int64?, number >= least, number <= range.upperBound
            else { return nil }
            least = number < .max ? number + 1 : number
        }
        return found
    }

    /// From which number on rows can be read again; nil when nothing follows.
    private func end(ofDamageAt start: Int64) throws -> Int64? {
        var bad = start
        for shift in 0..<Int64.bitWidth - 1 {
            let (number, isTooLarge) = start.addingReportingOverflow(1 << Int64(shift))
            guard !isTooLarge else { return nil }
            guard try isReadable(from: number) else {
                bad = number
                continue
            }
            var good = number
            while good - bad > 1 {
                let middle = bad + (good - bad) / 2
                if try isReadable(from: middle) { good = middle } else { bad = middle }
            }
            return good
        }
        return nil
    }

    private func isReadable(from number: Int64) throws -> Bool {
        try Self.passing { try Row.fetchOne(next, arguments: [number]) } != nil
    }

    /// What reading returns; nil when it meets a damaged page.
    private static func passing<Value>(_ read: () throws -> Value) throws -> Value? {
        do {
            return try read()
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
            return nil
        }
    }
}

extension ClosedRange<Int64> {
    /// Its two halves, the lower one last; none of a single number.
    fileprivate var halves: [ClosedRange<Int64>] {
        guard lowerBound < upperBound else { return [] }
        let middle = lowerBound + (upperBound - lowerBound) / 2
        return [middle + 1...upperBound, lowerBound...middle]
    }
}
