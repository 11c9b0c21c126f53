// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Counts what happened in other tasks.
final class Tally: Sendable {
    private let stored = Mutex(0)

    var count: Int { stored.withLock { $0 } }

    func add() {
        stored.withLock { $0 += 1 }
    }
}
