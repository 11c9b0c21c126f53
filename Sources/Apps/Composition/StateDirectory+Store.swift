// SPDX-License-Identifier: Apache-2.0

import Clocks
public import Logging
import SQLiteStorage
import SleepModel
public import Storage
import SystemClock

extension StateDirectory {
    /// Opens what is kept in the directory.
    ///
    /// If the state file can only be read, for example on a read-only or full disk, schedules run from a copy in memory.
    /// A damaged state file is set aside and restored. What became of it is in the log, and is an error in the
    /// diagnostics; so is an update without a backup.
    public borrowing func openStore(
        keeping age: HistoryAge = HistoryAge(), logger: Logger
    ) async throws -> any NightStore {
        let store: SQLiteNightStore
        do throws(StorageError) {
            store = try await SQLiteNightStore.open(directory: path, at: HostClock().now().wall, keeping: age)
        } catch let obstacle {
            guard [.notWritable, .full].contains(obstacle.code) else { throw obstacle }
            logger.error("nothing can be saved: \(obstacle.message)", metadata: ["code": "\(obstacle.code.rawValue)"])
            do throws(StorageError) {
                return try ReadOnlyNightStore(directory: path, keeping: age) { HostClock().now().wall }
            } catch {
                logger.error("the state file cannot be read: \(error.message)")
                throw obstacle
            }
        }
        if let failure = store.missedBackup {
            logger.error("no backup was made: \(failure.message)", metadata: ["code": "backup_failed"])
        }
        for entry in store.restoration {
            let what = entry.outcome == .stateSetAside ? "damaged, and is set aside as" : "restored:"
            logger.error("the state file was \(what) \(entry.name ?? "")", metadata: ["code": "state_restored"])
        }
        return store
    }
}
