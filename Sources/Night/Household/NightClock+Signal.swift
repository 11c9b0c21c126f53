// SPDX-License-Identifier: Apache-2.0

import Clocks

extension NightClock {
    /// Suspends until something is due, the clock changes, or the signal is raised.
    func sleep(until request: WakeRequest, orUntil signal: WakeSignal) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { _ = try await self.sleep(until: request) }
            group.addTask { await signal.wait() }
            defer { group.cancelAll() }
            try await group.next()
        }
    }
}
