// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// How many calls wait for the database, which a backup gives way to.
final class WaitingCallers: Sendable {
    private let count = Atomic(0)

    /// Whether there is one.
    var areWaiting: Bool { count.load(ordering: .relaxed) > 0 }

    /// A call begins to wait.
    func come() { count.add(1, ordering: .relaxed) }

    /// It has waited long enough.
    func go() { count.subtract(1, ordering: .relaxed) }
}
