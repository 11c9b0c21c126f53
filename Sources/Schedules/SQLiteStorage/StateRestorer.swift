// SPDX-License-Identifier: Apache-2.0

import CivilTime
import FoundationEssentials
import GRDB
import Glibc
import Storage

/// Makes a new state file from the newest good backup and from what can be read of the damaged file.
///
/// The new file is complete, on the disk and under `restored` before the damaged one loses its name. A process that is
/// killed in between finds one of them at its next start.
struct StateRestorer {
    let file: StateFile
    let migrator: DatabaseMigrator

    private var backups: StateBackups { StateBackups(path: file.path) }
    private var draft: String { file.path + ".restore-draft" }
    private var copy: String { file.path + ".salvage" }

    /// Replaces the file, which `queue` may have open.
    func restore(from queue: DatabaseQueue?, at now: Instant) throws -> StateRecovery {
        defer { for path in [draft, copy] { Self.remove(path) } }
        Self.remove(file.restored)
        var recovery = StateRecovery()
        let target = try base(&recovery)
        try salvage(into: target, &recovery)
        try target.close()
        try backups.flush(draft)
        try Self.rename(draft, file.restored)
        // It is renamed while still open, so that closing does not change it and nobody else takes it.
        if file.isNew { unlink(file.path) } else { recovery.setAside = try file.setAside(at: now) }
        try? queue?.close()
        try Self.rename(file.restored, file.path)
        try backups.flushDirectory()
        LossNotes(path: file.path).add(recovery)
        return recovery
    }

    // MARK: - The backup

    /// Opens a new file with the contents of the newest good backup, or with none.
    private func base(_ recovery: inout StateRecovery) throws -> DatabaseQueue {
        for backup in backups.all() {
            guard let target = try? restored(backup) else { continue }
            recovery.backup = backups.path(of: backup)
            recovery.backupAt = backup.at
            return target
        }
        let target = try emptyDraft()
        try migrator.migrate(target)
        return target
    }

    private func restored(_ backup: Backup) throws -> DatabaseQueue {
        let target = try emptyDraft()
        var configuration = Configuration()
        configuration.readonly = true
        let source = try DatabaseQueue(path: backups.path(of: backup), configuration: configuration)
        defer { try? source.close() }
        try source.backup(to: target)
        let isGood = try target.writeWithoutTransaction { database in
            try String.fetchOne(database, sql: "PRAGMA quick_check(1)") == "ok"
                && !migrator.hasBeenSuperseded(database)
        }
        guard isGood else { throw StateFileDamage(queue: nil) }
        try migrator.migrate(target)
        guard try target.read(NightSchema.isWhole) else { throw StateFileDamage(queue: nil) }
        return target
    }

    private func emptyDraft() throws -> DatabaseQueue {
        Self.remove(draft)
        try StateFile.make(draft)
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        configuration.prepareDatabase { database in
            try database.execute(sql: "PRAGMA locking_mode = EXCLUSIVE")
            // It is flushed once, when it is complete.
            try database.execute(sql: "PRAGMA synchronous = OFF")
        }
        return try DatabaseQueue(path: draft, configuration: configuration)
    }

    // MARK: - The damaged file

    /// Copies what can be read of the damaged file over what the backup has.
    private func salvage(into target: DatabaseQueue, _ recovery: inout StateRecovery) throws {
        let source = try? openCopy()
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
        }
        try target.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
        recovery = found
    }

    /// Opens a copy of the damaged file and its log, because opening changes them.
    private func openCopy() throws -> DatabaseQueue {
        Self.remove(copy)
        for companion in ["", "-wal", "-journal"] where access(file.path + companion, F_OK) == 0 {
            try FileManager.default.copyItem(atPath: file.path + companion, toPath: copy + companion)
        }
        var configuration = Configuration()
        configuration.prepareDatabase { database in
            try database.execute(sql: "PRAGMA locking_mode = EXCLUSIVE")
            // Tables whose entry in the schema is good can be read beside one that is not.
            try database.execute(sql: "PRAGMA writable_schema = ON")
        }
        return try DatabaseQueue(path: copy, configuration: configuration)
    }

    // MARK: -

    private static func remove(_ path: String) {
        for companion in ["", "-wal", "-journal", "-shm"] { unlink(path + companion) }
    }

    private static func rename(_ path: String, _ target: String) throws(StorageError) {
        guard Glibc.rename(path, target) == 0 else {
            throw StateFile.failure(of: "restore the state file \(target)", errno)
        }
    }
}
