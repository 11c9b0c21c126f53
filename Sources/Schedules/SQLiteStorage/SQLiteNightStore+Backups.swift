// SPDX-License-Identifier: Apache-2.0

public import CivilTime
import GRDB
public import Storage

extension SQLiteNightStore {
    /// How often a backup gives way to other calls before it is tried later.
    static let backupAttempts = 20

    /// Makes a backup if a day has passed since the last one, and says when the next one is due.
    ///
    /// Other calls wait for a few pages at most, because the copy starts again whenever one comes.
    public func backUpIfDue(at now: Instant) async throws(StorageError) -> Instant? {
        let backups = StateBackups(path: path)
        let due = BackupPlan.nextDue(after: backups.all(), at: now)
        guard due <= now else { return due }
        try await backUp(at: now)
        return BackupPlan.nextDue(after: backups.all(), at: now)
    }

    private func backUp(at now: Instant) async throws(StorageError) {
        let backups = StateBackups(path: path)
        for _ in 0..<Self.backupAttempts {
            let draft: DatabaseQueue
            do { draft = try backups.openDraft() } catch { throw StorageError(error, path: path) }
            let result = try await copy(to: draft, backups)
            switch result {
            case .success:
                do {
                    return try await publish(draft, backups, at: now)
                } catch {
                    throw StorageError(error, path: path)
                }
            case .failure(let error):
                try? draft.close()
                backups.discardDraft()
                guard error is GaveWay else { throw StorageError(error, path: path) }
            }
        }
        throw StorageError(.busy, "The state file \(path) is in use all the time; Lull makes its backup later.")
    }

    private func copy(
        to draft: DatabaseQueue, _ backups: StateBackups
    ) async throws(StorageError) -> Result<Void, any Error> {
        guard let queue else { throw .closed }
        return await withCheckedContinuation { continuation in
            queue.asyncWriteWithoutTransaction { [callers] database in
                continuation.resume(
                    returning: Result { try backups.copy(database, to: draft) { callers.areWaiting } })
            }
        }
    }

    /// Checks and names a draft; takes a while, which nobody waits for.
    @concurrent
    private nonisolated func publish(_ draft: DatabaseQueue, _ backups: StateBackups, at now: Instant) async throws {
        defer { backups.discardDraft() }
        try backups.publish(draft, at: now)
    }
}
