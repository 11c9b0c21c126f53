// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// How many calls wait for the database, which a backup gives way to.
final class WaitingCallers: Sendable {
    private let count = Atomic(0)

    /// How many there are.
    var number: Int { count.load(ordering: .relaxed) }

    /// Whether there is one.
    var areWaiting: Bool { number > 0 }

    /// A call begins to wait.
    func come() { count.add(1, ordering: .relaxed) }

    /// A call has reached the database.
    func go() { count.subtract(1, ordering: .relaxed) }
}
