// SPDX-License-Identifier: Apache-2.0

import GRDB
public import Storage

/// A store in one SQLite file, `lull.sqlite`.
///
/// One connection does everything in the order it was asked: there is one writer, the reads are small, and without
/// readers beside it the write-ahead log is never held back. The connection keeps the file locked, so a second process
/// gets `busy` instead of a second night. A commit is on the disk before its call returns, and cancelling the caller
/// neither stops nor undoes it.
///
/// A row that cannot be read is never skipped, since it may be an alarm: whoever asks for several rows gets `corrupt`
/// with the table and the key of the first bad one. Claims, updates, removals and replacements read no other rows'
/// contents and go on working beside it, as do questions that the row does not belong to.
public actor SQLiteNightStore: NightStore {
    /// The file in the state directory.
    static let fileName = "lull.sqlite"

    private var queue: DatabaseQueue?

    private init(queue: DatabaseQueue) {
        self.queue = queue
    }

    /// Opens the store in a directory, or makes both; the directory gets mode 0700, the file 0600.
    ///
    /// Waits up to a second for another process to let go. Throws `notPermitted` or `notWritable` for a path that cannot
    /// be used, `busy` while another process holds the file, `fromTheFuture` for a file of a newer version, and
    /// `corrupt`, leaving the file as it is, for one that is no database.
    public static func open(directory: String) async throws(StorageError) -> SQLiteNightStore {
        let path = try StateFile.prepare(fileName, in: directory)
        do {
            return SQLiteNightStore(queue: try opened(path))
        } catch {
            throw StorageError(error, path: path)
        }
    }

    static var configuration: Configuration {
        var configuration = Configuration()
        configuration.busyMode = .timeout(1)
        configuration.foreignKeysEnabled = false
        configuration.prepareDatabase { database in
            // Locked before the first access, SQLite keeps the index of the write-ahead log in memory.
            try database.execute(sql: "PRAGMA locking_mode = EXCLUSIVE")
            try database.execute(sql: "PRAGMA journal_mode = WAL")
            try database.execute(sql: "PRAGMA synchronous = FULL")
        }
        return configuration
    }

    private static func opened(_ path: String) throws -> DatabaseQueue {
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        let migrator = NightSchema.migrator
        if try queue.read(migrator.hasBeenSuperseded) {
            throw StorageError(
                .fromTheFuture, "The state file \(path) was written by a newer version of Lull; update Lull to use it.")
        }
        try migrator.migrate(queue)
        return queue
    }

    /// Ends all use of the store after what was asked before.
    ///
    /// Later calls throw `failed`; safe to call twice.
    public func close() {
        // A connection that cannot be closed now is closed when the last use of it ends.
        try? queue?.close()
        queue = nil
    }

    /// Runs work in one transaction, which a thrown error undoes.
    func transaction<Value: Sendable>(
        _ work: @escaping @Sendable (Database) throws -> Value
    ) async throws(StorageError) -> Value {
        guard let queue else { throw .closed }
        let result = await withCheckedContinuation { continuation in
            // The queue's own asynchronous calls undo the work when the caller is cancelled; this one does not.
            queue.asyncWrite(work) { _, result in
                continuation.resume(returning: result)
            }
        }
        do {
            return try result.get()
        } catch {
            throw StorageError(error, path: queue.path)
        }
    }
}
