// SPDX-License-Identifier: Apache-2.0

import Clocks
import Synchronization

/// A clock that counts how often it is read in a transition, so that one that reads it twice is found.
final class CountedClock: NightClock {
    private let base: ManualClock
    private let count = Atomic(0)

    init(_ base: ManualClock) {
        self.base = base
    }

    /// How often it was read since the transition began.
    var readsOfTransition: Int { count.load(ordering: .relaxed) }

    func beginTransition() {
        count.store(0, ordering: .relaxed)
    }

    func endTransition() {
        count.store(0, ordering: .relaxed)
    }

    func now() -> ClockSample {
        count.add(1, ordering: .relaxed)
        return base.now()
    }

    func sleep(until request: WakeRequest) async throws -> WakeReason {
        try await base.sleep(until: request)
    }
}
