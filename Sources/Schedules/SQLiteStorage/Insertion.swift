// SPDX-License-Identifier: Apache-2.0

import GRDB

/// An `INSERT` of one row, with its SQL made once.
struct Insertion {
    private let columns: [String]
    private let sql: String

    /// Adds rows to a table, with `others` beside the columns of a `StoredRow`; `conflict` says what happens
    /// when the table has the key, which is an error otherwise; with `isReplacing` the row takes the place of all that it
    /// conflicts with.
    init(
        into table: String, others: [String] = [], columns: [String], conflict: String = "", isReplacing: Bool = false
    ) {
        self.columns = columns
        let names = others + columns
        sql = """
            INSERT \(isReplacing ? "OR REPLACE " : "")INTO \(table) (\(names.joined(separator: ", ")))
            VALUES (\(names.map { _ in "?" }.joined(separator: ", "))) \(conflict)
            """
    }

    /// The conflict clause that replaces these columns of the row with the same `key`.
    static func replacing(_ columns: [String], on key: [String]) -> String {
        let assignments = columns.map { "\($0) = excluded.\($0)" }
        return "ON CONFLICT (\(key.joined(separator: ", "))) DO UPDATE SET \(assignments.joined(separator: ", "))"
    }

    /// Adds a row of values by column, and of `others`.
    func execute(
        _ database: Database, _ values: [String: DatabaseValue], beside others: [any DatabaseValueConvertible] = []
    ) throws {
        try database.cachedStatement(sql: sql)
            .execute(arguments: StatementArguments(others.map(\.databaseValue) + columns.map { values[$0] ?? .null }))
    }
}
