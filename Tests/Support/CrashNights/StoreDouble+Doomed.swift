// SPDX-License-Identifier: Apache-2.0

import Storage
import StoreDoubles
import Synchronization

extension StoreDouble {
    /// A store with the kill points of a commit around it, and every commit in the journal; `observe` runs before each.
    static func doomed(
        _ store: any NightStore, journal: Journal, disk: FullDisk, observe: @escaping @Sendable () -> Void
    ) -> StoreDouble {
        StoreDouble(over: store) { changes, store async throws(StorageError) in
            observe()
            journal.record(.commits(changes.map { JournalChange($0) }))
            if disk.refuses() {
                journal.record(.failed)
                throw StorageError(.full, "The disk is full.")
            }
            KillSwitch.shared.begins(changes)
            let answers = try await store.commit(changes)
            KillSwitch.shared.ends()
            journal.record(.made(answers))
            return answers
        }
    }
}

extension Journal {
    fileprivate func record(_ event: JournalEvent) {
        do {
            try write(event)
        } catch {
            // Without its journal a run proves nothing.
            fatalError("\(error)")
        }
    }
}

/// How many of the next commits find the disk full.
final class FullDisk: Sendable {
    private let commits = Mutex(0)

    func fill(for count: Int) {
        commits.withLock { $0 = count }
    }

    func refuses() -> Bool {
        commits.withLock { count in
            guard count > 0 else { return false }
            count -= 1
            return true
        }
    }
}
