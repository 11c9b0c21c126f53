// SPDX-License-Identifier: Apache-2.0

public import CivilTime
import GRDB
public import Storage

extension SQLiteNightStore {
    /// The path of the state file in a directory, whether there is one or not.
    public static func file(in directory: String) -> String { "\(directory)/\(fileName)" }

    /// When the newest backup in a directory was made; nil when there is none, and when the directory cannot be read.
    public static func newestBackup(in directory: String) -> Instant? {
        (try? StateBackups(path: file(in: directory)).all())?.first?.at
    }

    /// How often a backup gives way to other calls before it is tried later.
    static let backupAttempts = 20

    /// Makes a backup if a day has passed since the last one, or five minutes when somebody has arranged something since,
    /// and says when the next one is due.
    ///
    /// Other calls wait for a few pages at most, because the copy starts again whenever one comes.
    public func backUpIfDue(at now: Instant) async throws(StorageError) -> Instant? {
        // The disk may have had no room for it when the store was opened.
        await takeReserve()
        let backups = StateBackups(path: path)
        let due = try await nextBackup(of: backups, at: now)
        guard due <= now else { return due }
        let lackedSomething = backupLacksSomething
        backupLacksSomething = false
        do throws(StorageError) {
            try await backUp(to: backups, at: now)
        } catch {
            backupLacksSomething = backupLacksSomething || lackedSomething
            throw error
        }
        return try await nextBackup(of: backups, at: now)
    }

    private func nextBackup(of backups: StateBackups, at now: Instant) async throws(StorageError) -> Instant {
        let lacksSomething = backupLacksSomething
        return try await onDisk {
            BackupPlan.nextDue(after: try backups.all(), at: now, lacksSomething: lacksSomething)
        }
    }

    private func backUp(to backups: StateBackups, at now: Instant) async throws(StorageError) {
        for _ in 0..<Self.backupAttempts {
            let draft = try await onDisk { try backups.openDraft() }
            let result = await copy(to: draft, backups)
            let isMade = try await onDisk {
                defer { backups.discardDraft() }
                do {
                    try result.get()
                } catch {
                    try? draft.close()
                    guard error is GaveWay else { throw error }
                    return false
                }
                try backups.publish(draft, at: now)
                return true
            }
            if isMade { return }
        }
        throw StorageError(.busy, "The state file \(path) is in use all the time; Lull makes its backup later.")
    }

    private func copy(to draft: DatabaseQueue, _ backups: StateBackups) async -> Result<Void, any Error> {
        guard let queue else { return .failure(StorageError.closed) }
        return await withCheckedContinuation { continuation in
            queue.asyncWriteWithoutTransaction { [callers] database in
                continuation.resume(
                    returning: Result { try backups.copy(database, to: draft) { callers.areWaiting } })
            }
        }
    }
}
