// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Counts up, from any thread.
final class Counter: Sendable {
    private let value = Atomic(0)

    func next() -> Int {
        value.add(1, ordering: .relaxed).newValue
    }
}
