// SPDX-License-Identifier: Apache-2.0

import CivilTime
import GRDB
import Glibc
import Storage

/// The backups beside a state file: complete databases that were checked before they got their names.
struct StateBackups: Sendable {
    /// The path of the state file.
    let path: String

    private var directory: String { path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "." }
    private var file: String { path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path }
    /// What is not a backup yet.
    var draft: String { path + ".backup-draft" }

    /// How many pages are copied before whoever waits for the database gets it.
    private static let step: CInt = 256
    /// What stays free on the disk beside one more state file.
    private static let reserve = 16 << 20

    /// What there is, newest first.
    func all() -> [Backup] {
        guard let entries = opendir(directory) else { return [] }
        defer { closedir(entries) }
        var backups: [Backup] = []
        while let entry = readdir(entries) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if let backup = Backup(name: name, of: file) { backups.append(backup) }
        }
        return BackupPlan.newestFirst(backups)
    }

    /// Where a backup is.
    func path(of backup: Backup) -> String { "\(directory)/\(backup.name(of: file))" }

    // MARK: - Making one

    /// Opens an empty draft with the mode of the state file; throws `full` when it would leave no room for the night.
    func openDraft() throws -> DatabaseQueue {
        discardDraft()
        var status = stat()
        guard stat(path, &status) == 0 else { throw failure("look at the state file", errno) }
        var room = statvfs()
        if statvfs(directory, &room) == 0,
            Int(room.f_bavail) * Int(room.f_frsize) < 2 * Int(status.st_size) + Self.reserve
        {
            throw StorageError(
                .full, "There is no room for a backup of the state file \(path); free some space, and Lull tries again."
            )
        }
        let mode = status.st_mode & 0o777
        let descriptor = open(draft, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw failure("make a backup", errno) }
        defer { Glibc.close(descriptor) }
        guard fchmod(descriptor, mode) == 0 else { throw failure("make a backup", errno) }
        var configuration = Configuration()
        configuration.prepareDatabase { database in
            try database.execute(sql: "PRAGMA locking_mode = EXCLUSIVE")
            // It is flushed once, when it is complete.
            try database.execute(sql: "PRAGMA synchronous = OFF")
        }
        return try DatabaseQueue(path: draft, configuration: configuration)
    }

    /// Copies a database into a draft; `mustGiveWay` is asked again and again, and true ends it with `GaveWay`.
    func copy(
        _ database: Database, to draft: DatabaseQueue, giveWay mustGiveWay: @escaping () -> Bool = { false }
    ) throws {
        try draft.writeWithoutTransaction { copy in
            try database.backup(to: copy, pagesPerStep: Self.step) { progress in
                if !progress.isCompleted, mustGiveWay() { throw GaveWay() }
            }
        }
    }

    /// Checks a complete draft, flushes it, gives it its name, and removes the oldest backups.
    func publish(_ draft: DatabaseQueue, at now: Instant) throws {
        // Without a log beside it, the backup is one file.
        try draft.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
        try draft.close()
        // Another connection reads the file, and not what this one remembers of it.
        let isSound = try StateFileDamage.isSound(at: self.draft)
        guard isSound else {
            throw StorageError(
                .corrupt, "The state file \(path) is damaged, so its backup is of no use; restart Lull to repair it.")
        }
        try flush(self.draft)
        let others = all()
        let backup = Backup(after: others, at: now)
        guard rename(self.draft, path(of: backup)) == 0 else { throw failure("name a backup", errno) }
        try flushDirectory()
        for old in BackupPlan.surplus(of: others + [backup]) { unlink(path(of: old)) }
    }

    /// Removes what is left of a backup that was not completed.
    func discardDraft() {
        for companion in ["", "-wal", "-journal", "-shm"] { unlink(draft + companion) }
    }

    /// Makes a backup of a database that nobody else uses yet.
    func make(of database: DatabaseQueue, at now: Instant) throws {
        defer { discardDraft() }
        let draft = try openDraft()
        try database.writeWithoutTransaction { try copy($0, to: draft) }
        try publish(draft, at: now)
    }

    // MARK: -

    /// Writes everything in a file or directory to the disk.
    func flush(_ path: String) throws(StorageError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure("write a backup", errno) }
        defer { Glibc.close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure("write a backup", errno) }
    }

    /// Makes sure that the names in the directory are on the disk.
    func flushDirectory() throws(StorageError) { try flush(directory) }

    private func failure(_ attempt: String, _ number: CInt) -> StorageError {
        StateFile.failure(of: "\(attempt) beside \(path)", number)
    }
}

/// A backup was given up for something more urgent.
struct GaveWay: Error {}
