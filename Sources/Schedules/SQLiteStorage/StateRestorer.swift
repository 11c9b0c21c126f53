// SPDX-License-Identifier: Apache-2.0

import CivilTime
import FoundationEssentials
import GRDB
import Glibc
import Storage

/// Makes a new state file from the newest good backup and from what can be read of the damaged file.
///
/// The new file says in its log what was restored, and is complete and on the disk before the damaged one loses its
/// name. An error before that leaves everything as it was, so that the next start tries again.
struct StateRestorer {
    let file: StateFile
    let migrator: DatabaseMigrator

    /// How long ago something may have been planned that still runs: a night with its wind-down, in any zone.
    private static let longestRun = Duration.seconds(48 * 60 * 60)

    private var backups: StateBackups { StateBackups(path: file.path) }
    private var draft: DatabaseFile { DatabaseFile(path: file.path + ".restore-draft") }
    private var copy: DatabaseFile { DatabaseFile(path: file.path + ".salvage") }

    /// Replaces the file, which `queue` may have open.
    func restore(from queue: DatabaseQueue?, at now: Instant) throws -> StateRecovery {
        let (exchange, recovery) = try prepare(at: now)
        // It is renamed while still open, so that closing does not change it and nobody else takes it.
        try exchange.setAside()
        try? queue?.close()
        try exchange.putInPlace()
        return recovery
    }

    /// Makes the new file, and decides that it takes the place of the damaged one.
    func prepare(at now: Instant) throws -> (StateExchange, StateRecovery) {
        defer { for file in [draft, copy] { file.remove() } }
        // It is empty, and was made a moment ago.
        if file.isNew { unlink(file.path) }
        let exchange = StateExchange(of: file.database, at: now)
        var recovery = StateRecovery(setAside: exchange.destination)
        let target = try base(&recovery)
        try salvage(into: target, &recovery, at: now)
        try target.close()
        LossNotes(path: file.path).add(recovery)
        try exchange.decide(with: draft)
        return (exchange, recovery)
    }

    // MARK: - The backup

    /// Opens a new file with the contents of the newest good backup, or with none.
    ///
    /// Throws when there is no good backup but one that cannot be read at the moment, because that one may be good.
    private func base(_ recovery: inout StateRecovery) throws -> DatabaseQueue {
        var obstacle: StorageError?
        for backup in try backups.all() {
            do {
                let target = try restored(backup)
                recovery.backup = backups.path(of: backup)
                recovery.backupAt = backup.at
                return target
            } catch is StateFileDamage {
                continue
            } catch let error as Unreadable {
                let message = """
                    The state file \(file.path) is damaged, and its backup \(backups.path(of: backup)) cannot be read: \
                    \(error.reason); check the disk and who may read it.
                    """
                obstacle = obstacle ?? StorageError(.notWritable, message)
            }
        }
        if let obstacle { throw obstacle }
        let target = try emptyDraft()
        try migrator.migrate(target)
        return target
    }

    /// A backup cannot be read at the moment.
    private struct Unreadable: Error {
        let reason: String

        init(_ error: DatabaseError) {
            reason = error.message ?? "\(error.resultCode)"
        }
    }

    /// Opens a copy of a backup; throws `StateFileDamage` for a bad one.
    private func restored(_ backup: Backup) throws -> DatabaseQueue {
        let target = try emptyDraft()
        return try StateFileDamage.found(in: nil) {
            let source: DatabaseQueue
            do {
                source = try DatabaseQueue(path: backups.path(of: backup), configuration: .reading)
            } catch let error as DatabaseError where !StateFileDamage.isCertain(error) {
                throw Unreadable(error)
            }
            defer { try? source.close() }
            do {
                try source.backup(to: target)
            } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_IOERR_READ {
                throw Unreadable(error)
            }
            let isGood = try target.writeWithoutTransaction { try $0.isSound() && !migrator.hasBeenSuperseded($0) }
            guard isGood else { throw StateFileDamage(queue: nil) }
            do {
                try migrator.migrate(target)
            } catch let error as DatabaseError where error.resultCode == .SQLITE_ERROR {
                // It is no state file, or not a whole one.
                throw StateFileDamage(queue: nil)
            }
            guard try target.read(NightSchema.isWhole) else { throw StateFileDamage(queue: nil) }
            return target
        }
    }

    private func emptyDraft() throws -> DatabaseQueue {
        draft.remove()
        try StateFile.make(draft.path)
        return try DatabaseQueue(path: draft.path, configuration: .draft)
    }

    // MARK: - The damaged file

    /// Copies what can be read of the damaged file over what the backup has, and notes in the log what that was.
    private func salvage(into target: DatabaseQueue, _ recovery: inout StateRecovery, at now: Instant) throws {
        let source = try openCopy()
        defer { try? source?.close() }
        var found = recovery
        try target.write { target in
            for table in SalvagedTable.all {
                try table.salvage(from: source, into: target, &found)
            }
            // What has ended since the backup does not run any more.
            try target.execute(
                sql: """
                    DELETE FROM runs WHERE EXISTS (
                        SELECT 1 FROM ledger WHERE follows = runs.claim AND entry = 'ended')
                    """)
            try Ledger.restoreRuns(plannedAfter: now - Self.longestRun, in: target)
            for entry in found.entries(at: now) { try LogRow(entry).add(target) }
        }
        try target.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
        recovery = found
    }

    /// Opens a copy of the damaged file and its log, because opening changes them; nil when nothing can be read of it.
    private func openCopy() throws -> DatabaseQueue? {
        copy.remove()
        let present = file.database.present
        guard present.contains("") else { return nil }
        for companion in present where companion != "-shm" {
            do {
                try FileManager.default.copyItem(atPath: file.path + companion, toPath: copy.path + companion)
            } catch {
                throw Self.failure(error, of: "copy the damaged state file \(file.path)")
            }
        }
        var configuration = Configuration()
        configuration.prepareDatabase { database in
            try database.execute(sql: "PRAGMA locking_mode = EXCLUSIVE")
            // Tables whose entry in the schema is good can be read beside one that is not.
            try database.execute(sql: "PRAGMA writable_schema = ON")
        }
        do {
            return try StateFileDamage.found(in: nil) {
                try DatabaseQueue(path: copy.path, configuration: configuration)
            }
        } catch is StateFileDamage {
            return nil
        }
    }

    private static func failure(_ error: any Error, of attempt: String) -> any Error {
        guard let error = error as? CocoaError else { return error }
        if error.code == .fileWriteOutOfSpace { return DatabaseFile.failure(of: attempt, ENOSPC) }
        let number = (error.underlying as? POSIXError)?.code.rawValue
        return DatabaseFile.failure(of: attempt, number ?? EIO)
    }
}
