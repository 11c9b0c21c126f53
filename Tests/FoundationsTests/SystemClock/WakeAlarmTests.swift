// SPDX-License-Identifier: Apache-2.0

import CivilTime
import FoundationEssentials
import Testing

@testable import SystemClock

@Suite
struct WakeAlarmTests {
    private static let deadline = Instant(secondsSince1970: 1_800_000_000)

    @Test(arguments: [
        (-86_400, -60), (-61, -60),
        // A host that went back to sleep after it was woken is woken at the deadline itself.
        (-60, 0), (-1, 0), (0, 0), (5, 0),
    ])
    func host_isWokenAMinuteAhead_orAtTheDeadline(now: Int, expected: Int) {
        #expect(
            WakeAlarm.time(for: Self.deadline, at: Self.deadline + .seconds(now))
                == Self.deadline + .seconds(expected))
    }

    @Test
    func probe_findsNoClock_whereThereIsNone() throws {
        let folders = try ZoneFolders()
        try folders.makeFolder("rtc/rtc0")
        // A process without the capability gets that error first.
        let refusals: Set<WakeAlarm> = [.noWakingClock, .notPermitted]
        #expect(refusals.contains(WakeAlarm.probe(clocks: folders.path("rtc"))))
        #expect(refusals.contains(WakeAlarm.probe(clocks: "/nonexistent")))
    }

    @Test
    func probe_findsAClockThatWakes() throws {
        let folders = try ZoneFolders()
        try folders.makeFolder("rtc/rtc0")
        try folders.makeFolder("rtc/rtc1")
        try folders.write("", to: "rtc/rtc1/wakealarm")
        let refused = WakeAlarm.probe(clocks: "/nonexistent")
        #expect(WakeAlarm.probe(clocks: folders.path("rtc")) == (refused == .noWakingClock ? .on : .notPermitted))
    }

    @Test
    func hostClock_wakesNobody_unlessAsked() {
        #expect(HostClock().wakeAlarm == .off)
        #expect(HostClock(wakesHost: true).wakeAlarm != .off)
    }
}
