// SPDX-License-Identifier: Apache-2.0

import CivilTime
import GRDB
import Glibc
import Storage

/// The backups beside a state file: complete databases that were checked before they got their names.
struct StateBackups: Sendable {
    /// The path of the state file.
    let path: String

    private var file: DatabaseFile { DatabaseFile(path: path) }
    /// What is not a backup yet.
    private var draft: DatabaseFile { DatabaseFile(path: path + ".backup-draft") }

    /// How many pages are copied before whoever waits for the database gets it.
    private static let step: CInt = 256
    /// What stays free on the disk beside one more state file.
    private static let reserve = UInt64(SpaceReserve.size)

    /// What there is, newest first.
    func all() throws(StorageError) -> [Backup] {
        BackupPlan.newestFirst(try file.neighbours().compactMap { Backup(name: $0, of: file.name) })
    }

    /// Where a backup is.
    func path(of backup: Backup) -> String { "\(file.directory)/\(backup.name(of: file.name))" }

    // MARK: - Making one

    /// Opens an empty draft with the mode of the state file; throws `full` when it would leave no room for the night.
    func openDraft() throws -> DatabaseQueue {
        discardDraft()
        var status = stat()
        guard stat(path, &status) == 0 else { throw failure("look at the state file", errno) }
        var room = statvfs()
        let needed = 2 * UInt64(max(status.st_size, 0)) + Self.reserve
        if statvfs(file.directory, &room) == 0, Self.bytes(inBlocks: room.f_bavail, of: room.f_frsize) < needed {
            throw StorageError(
                .full, "There is no room for a backup of the state file \(path); free some space, and Lull tries again."
            )
        }
        let mode = status.st_mode & 0o777
        let descriptor = open(draft.path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw failure("make a backup", errno) }
        defer { Glibc.close(descriptor) }
        guard fchmod(descriptor, mode) == 0 else { throw failure("make a backup", errno) }
        return try DatabaseQueue(path: draft.path, configuration: .draft)
    }

    /// How much room some blocks are, or the most there is: some file systems do not know, and give the largest number.
    static func bytes(inBlocks count: UInt, of size: UInt) -> UInt64 {
        let (bytes, isTooMany) = UInt64(count).multipliedReportingOverflow(by: UInt64(size))
        return isTooMany ? .max : bytes
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
        let isSound = try StateFileDamage.isSound(at: self.draft.path)
        guard isSound else {
            throw StorageError(
                .corrupt, "The state file \(path) is damaged, so its backup is of no use; restart Lull to repair it.")
        }
        try self.draft.flush()
        let others = try all()
        let backup = Backup(after: others, at: now)
        try self.draft.rename(to: path(of: backup), as: "name a backup beside \(path)")
        try file.flushDirectory()
        for old in BackupPlan.surplus(of: others + [backup]) { unlink(path(of: old)) }
    }

    /// Removes what is left of a backup that was not completed.
    func discardDraft() { draft.remove() }

    /// Makes a backup of a database that nobody else uses yet.
    func make(of database: DatabaseQueue, at now: Instant) throws {
        defer { discardDraft() }
        let draft = try openDraft()
        try database.writeWithoutTransaction { try copy($0, to: draft) }
        try publish(draft, at: now)
    }

    private func failure(_ attempt: String, _ number: CInt) -> StorageError {
        DatabaseFile.failure(of: "\(attempt) beside \(path)", number)
    }
}

/// A backup was given up for something more urgent.
struct GaveWay: Error {}
