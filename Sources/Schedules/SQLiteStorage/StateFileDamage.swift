// SPDX-License-Identifier: Apache-2.0

import GRDB

/// A state file is damaged for certain: its pages are not what SQLite wrote.
///
/// A disk that fails, a lock, missing rights and missing room are no damage; they may go, and the file is good. Nor is
/// a schema that SQLite does not understand, since a newer one may have written it.
struct StateFileDamage: Error {
    /// The connection that is still open, if one could be opened.
    var queue: DatabaseQueue?

    /// Runs work on a file, and turns the errors that mean damage into this one.
    static func found<Value>(in queue: DatabaseQueue?, _ work: () throws -> Value) throws -> Value {
        do {
            return try work()
        } catch let error as DatabaseError where isCertain(error) {
            throw StateFileDamage(queue: queue)
        }
    }

    private static func isCertain(_ error: DatabaseError) -> Bool {
        switch error.resultCode {
        case .SQLITE_NOTADB: true
        case .SQLITE_CORRUPT: error.message?.hasPrefix("malformed database schema") != true
        default: false
        }
    }

    /// The most bytes that are looked through before a file is used, three times what a full history takes.
    static let checkedBytes = 128 << 20

    /// Looks through the pages, unless there are too many to do so at every start; damage in those is found when they
    /// are read, and the call that reads them throws `corrupt`.
    static func isSound(_ database: Database, upTo most: Int = checkedBytes) throws -> Bool {
        let pages = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
        let size = try Int.fetchOne(database, sql: "PRAGMA page_size") ?? 0
        guard pages.multipliedReportingOverflow(by: size).partialValue <= most else { return true }
        return try String.fetchOne(database, sql: "PRAGMA quick_check(1)") == "ok"
    }
}
