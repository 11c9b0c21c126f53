// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import Testing
import Waiting

@testable import HouseholdNights

/// A household that looks again and again while no time passes.
@Suite(.timeLimit(.minutes(1)))
struct WatchedClockTests {
    private let clock = WatchedClock(
        SimulatedClock(
            ManualClock(wall: Instant(iso8601: "2027-01-05T20:00:00Z") ?? .min, boot: .seconds(100), bootID: "first")))

    /// Sleeps until a time that has passed, as often as `count` says.
    private func look(_ count: Int) async throws {
        for _ in 0..<count { _ = try await clock.sleep(until: WakeRequest(boot: .zero)) }
    }

    @Test func standstill_isFound_whenSomebodyLooksWithoutEnd() async throws {
        try await look(WatchedClock.limit - 1)
        #expect(clock.standstills == [])
        let last = Task { try await look(1) }
        await eventually { clock.standstills == [.seconds(100)] }
        last.cancel()
        _ = await last.result
    }
}
