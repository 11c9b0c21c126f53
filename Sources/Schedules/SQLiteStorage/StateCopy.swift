// SPDX-License-Identifier: Apache-2.0

import GRDB
import GRDBSQLite
import Storage

/// Makes a copy in memory of a state file on a disk that cannot be written.
struct StateCopy {
    let file: DatabaseFile
    let migrator: DatabaseMigrator

    /// Copies the file, and brings the copy to the present schema; if the file is certainly damaged, copies the newest
    /// backup of those that are good.
    ///
    /// Also returns the path of the backup, if it is one. Throws why the file cannot be read.
    func make() throws -> (copy: DatabaseQueue, backup: String?) {
        do {
            return (try StateFileDamage.found(in: nil) { try copy(of: file.path) }, nil)
        } catch let damage as StateFileDamage {
            let backups = StateBackups(path: file.path)
            for path in try backups.all().map(backups.path) {
                if let copy = try? copy(of: path) { return (copy, path) }
            }
            throw damage
        }
    }

    private func copy(of path: String) throws -> DatabaseQueue {
        let copy = try DatabaseQueue(configuration: .copy)
        try copy.writeWithoutTransaction { try Self.read(path, into: $0) }
        try copy.read { database in
            guard try !migrator.hasBeenSuperseded(database) else { throw StorageError.fromTheFuture(path) }
            guard try StateFileDamage.isSound(database), try !migrator.appliedIdentifiers(database).isEmpty else {
                throw StateFileDamage(queue: nil)
            }
        }
        try migrator.migrate(copy)
        guard try copy.read(NightSchema.isWhole) else { throw StateFileDamage(queue: nil) }
        return copy
    }

    /// Reads a database with its write-ahead log.
    ///
    /// SQLite reads a write-ahead log without writing only when nobody locks the file and the index of the log is in
    /// memory. Where there is no log, it would make one, unless it knows that nobody changes the file:
    /// <https://sqlite.org/wal.html#readonly>, <https://sqlite.org/vfs.html#standard_unix_vfses>,
    /// <https://sqlite.org/uri.html#uriimmutable>.
    private static func read(_ path: String, into copy: Database) throws {
        var source: OpaquePointer?
        defer { sqlite3_close_v2(source) }
        let hasLog = DatabaseFile.size(of: path + "-wal") != nil
        let name = hasLog ? path : "file:\(percentEncoded(path))?immutable=1"
        let opened = sqlite3_open_v2(name, &source, SQLITE_OPEN_READONLY | (hasLog ? 0 : SQLITE_OPEN_URI), "unix-none")
        guard opened == SQLITE_OK, sqlite3_exec(source, "PRAGMA locking_mode = EXCLUSIVE", nil, nil, nil) == SQLITE_OK,
            let backup = sqlite3_backup_init(copy.sqliteConnection, "main", source, "main")
        else { throw failure(of: source) }
        let stepped = sqlite3_backup_step(backup, -1)
        guard sqlite3_backup_finish(backup) == SQLITE_OK, stepped == SQLITE_DONE else {
            throw DatabaseError(resultCode: ResultCode(rawValue: stepped))
        }
    }

    /// A path as part of a URI: every byte but those of plain names as `%2F`.
    private static func percentEncoded(_ path: String) -> String {
        path.utf8.map { byte in
            let character = Character(Unicode.Scalar(byte))
            let isPlain = byte < 0x80 && (character.isLetter || character.isNumber || "/._-".contains(character))
            let digits = String(byte, radix: 16, uppercase: true)
            return isPlain ? String(character) : "%" + (byte < 0x10 ? "0" : "") + digits
        }.joined()
    }

    private static func failure(of connection: OpaquePointer?) -> DatabaseError {
        DatabaseError(
            resultCode: ResultCode(rawValue: sqlite3_extended_errcode(connection)),
            message: sqlite3_errmsg(connection).map { String(cString: $0) })
    }
}

extension Configuration {
    fileprivate static var copy: Configuration {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        return configuration
    }
}
