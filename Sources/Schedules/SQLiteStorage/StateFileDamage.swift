// SPDX-License-Identifier: Apache-2.0

import GRDB

/// A state file is certainly damaged: its pages are not what SQLite wrote.
///
/// A failing disk, a lock, missing rights and missing room are not damage: they may pass, and the file is good. A
/// schema that SQLite does not understand is not damage either, because a newer version may have written it.
struct StateFileDamage: Error {
    /// The connection that is still open, if one could be opened.
    var queue: DatabaseQueue?

    /// Runs work on a file, and throws this error for those that mean damage.
    static func found<Value>(in queue: DatabaseQueue?, _ work: () throws -> Value) throws -> Value {
        do {
            return try work()
        } catch let error as DatabaseError where isCertain(error) {
            throw StateFileDamage(queue: queue)
        }
    }

    /// Whether an error means damage.
    static func isCertain(_ error: DatabaseError) -> Bool {
        switch error.resultCode {
        case .SQLITE_NOTADB: true
        case .SQLITE_CORRUPT: error.message?.hasPrefix("malformed database schema") != true
        default: false
        }
    }

    /// Throws this error for a file with a log that cannot be opened because of damage, and leaves both as they are.
    ///
    /// A connection that writes would merge the log into the file as soon as its opening fails.
    static func lookBeforeOpening(_ file: DatabaseFile) throws(StateFileDamage) {
        guard let size = DatabaseFile.size(of: file.path + "-wal"), size > 0 else { return }
        do {
            try DatabaseQueue(path: file.path, configuration: .reading).close()
        } catch let error as DatabaseError where isCertain(error) {
            throw StateFileDamage(queue: nil)
        } catch {
            // Whatever else is wrong, opening it says so.
        }
    }

    /// Checks the pages of a file that nobody has open.
    static func isSound(at path: String) throws -> Bool {
        let queue = try DatabaseQueue(path: path, configuration: .reading)
        defer { try? queue.close() }
        return try queue.read { try $0.isSound() }
    }

    /// The largest file whose pages are checked before use, three times the size of a full history.
    static let checkedBytes = 128 << 20

    /// Checks the pages, unless they are too many to check at every start.
    ///
    /// Damage in an unchecked page is found by the call that reads it, which throws `corrupt`.
    static func isSound(_ database: Database, upTo most: Int = checkedBytes) throws -> Bool {
        let pages = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
        let size = try Int.fetchOne(database, sql: "PRAGMA page_size") ?? 0
        guard pages.multipliedReportingOverflow(by: size).partialValue <= most else { return true }
        return try database.isSound()
    }
}

extension Database {
    /// Whether all pages are what SQLite wrote.
    func isSound() throws -> Bool { try String.fetchOne(self, sql: "PRAGMA quick_check(1)") == "ok" }
}

extension Configuration {
    /// That of a connection that only reads.
    static var reading: Configuration {
        var configuration = Configuration()
        configuration.readonly = true
        return configuration
    }

    /// That of a file that is flushed once, when it is complete.
    static var draft: Configuration {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        configuration.prepareDatabase { database in
            try database.execute(sql: "PRAGMA locking_mode = EXCLUSIVE")
            try database.execute(sql: "PRAGMA synchronous = OFF")
        }
        return configuration
    }
}
