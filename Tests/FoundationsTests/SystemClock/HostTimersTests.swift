// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import Testing

@testable import SystemClock

/// The kernel's timers that all sleepers of a clock share.
@Suite(.timeLimit(.minutes(1)))
struct HostTimersTests {
    @Test func arm_keepsTheReport_whenTheClockWasSetJustBefore() async throws {
        let reported = OneShot<Void>()
        var timers = try HostTimers(wakesHost: false, setWall: { _, _ in true }) { reported.set(()) }
        timers.arm(wall: nil, boot: nil, at: .min)
        await reported.value()
        let reports = [timers.readExpirations(), timers.readExpirations()]
        #expect(reports == [true, false])
        timers.close()
    }
}
