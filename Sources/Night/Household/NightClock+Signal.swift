// SPDX-License-Identifier: Apache-2.0

import Clocks

extension NightClock {
    /// Suspends until something is due, the clock changes, or the signal is raised.
    func sleep(until request: WakeRequest, orUntil signal: WakeSignal) async throws {
        try await wait(orUntil: signal) { _ = try await self.sleep(until: request) }
    }

    /// Suspends until so much time has elapsed, or the signal is raised.
    func sleep(for duration: Duration, orUntil signal: WakeSignal) async throws {
        try await wait(orUntil: signal) { try await self.sleep(for: duration) }
    }

    private func wait(orUntil signal: WakeSignal, for sleep: @escaping @Sendable () async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await sleep() }
            group.addTask { await signal.wait() }
            defer { group.cancelAll() }
            try await group.next()
        }
    }
}
