// SPDX-License-Identifier: Apache-2.0

import CivilTime
import ClockConformance
import Clocks
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ClockConformanceTests {
    private static let start = Instant(secondsSince1970: 1_800_000_000)

    @Test(arguments: NightClockConformance.allCases)
    func manualClock_conforms_inEveryCase(_ behaviour: NightClockConformance) async throws {
        let clock = ManualClock(wall: Self.start, boot: .seconds(100))
        try await behaviour.run(
            on: ClockFixture(
                clock: clock, untilAsleep: { await clock.waitForSleepers(1) }, pass: clock.advance(by:),
                step: { clock.step(to: clock.now().wall + $0) }, suspend: clock.suspend(for:),
                changeZone: clock.changeZone, changeZoneData: clock.changeZoneData))
    }

    @Test(arguments: NightClockConformance.allCases)
    func acceleratedClock_conforms_inEveryCase(_ behaviour: NightClockConformance) async throws {
        let base = ManualClock(wall: Self.start, boot: .seconds(100))
        let settings = AcceleratedClock.Settings(start: Self.start, speed: 60, epoch: Self.start - .seconds(1))
        try await behaviour.run(
            on: ClockFixture(
                clock: AcceleratedClock(base: base, settings: settings),
                untilAsleep: { await base.waitForSleepers(1) },
                pass: { base.advance(by: $0 / settings.speed + .nanoseconds(1)) },
                step: { base.step(to: base.now().wall + $0) }, suspend: base.suspend(for:),
                changeZone: base.changeZone, changeZoneData: base.changeZoneData))
    }
}
