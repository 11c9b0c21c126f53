// SPDX-License-Identifier: Apache-2.0

import CivilTime
import DeviceModules
import SleepModel
import Testing

@testable import Household

/// Why a device is off that was on when the process before saw it last, at 06:00 on Friday, 2026-11-20.
@Suite struct DowntimeFindingTests {
    private static let six = Instant(secondsSince1970: 1_795_154_400)
    private static let five = TimeOfDay(hour: 5, minute: 0) ?? { preconditionFailure("a time") }()
    private static let program = DeviceProgram(
        number: 3, name: "Up", start: five, durationSeconds: 7200, days: .weekdays,
        light: .off, sound: SoundID(rawValue: 7), volume: Level(rawValue: 40))

    /// What is found `minutes` later.
    private static func finding(
        _ minutes: Int, isOn: Bool = false, clock: String?, hadTimer: Bool = false, hasTimer: Bool = false
    ) -> Downtime.Finding? {
        let state = DeviceState(
            isOn: isOn, light: .off, sound: program.sound, volume: program.volume,
            clock: clock.flatMap { CivilDateTime(iso8601: $0) }, isTimerRunning: hasTimer)
        return Downtime(after: SeenOn(since: six, hasTimer: hadTimer), running: [], nap: nil)
            .finding(in: state, programs: [program], at: six + .seconds(minutes * 60))
    }

    @Test func device_thatIsOn_changesNothing() {
        #expect(Self.finding(30, isOn: true, clock: "2026-11-20T06:30") == nil)
        #expect(Self.finding(30, isOn: true, clock: nil, hadTimer: true) == nil)
    }

    @Test func device_lostItsPower_whenItDoesNotKnowTheTime() {
        #expect(Self.finding(30, clock: nil) == .lossOfPower)
        #expect(Self.finding(30, clock: "2016-01-01T00:00:04", hadTimer: true) == .lossOfPower)
    }

    @Test func timer_ended_whenItDoesNotRunAnyMore() {
        #expect(Self.finding(30, clock: "2026-11-20T06:30", hadTimer: true) == .timerEnd)
        #expect(Self.finding(30, clock: "2026-11-20T06:30", hadTimer: true, hasTimer: true) == .off)
    }

    @Test func program_ended_whenItsEndIsInBetween() {
        #expect(Self.finding(59, clock: "2026-11-20T06:59") == .off)
        #expect(Self.finding(600, clock: "2026-11-20T16:00") == .program(.ended(Self.program)))
    }
}
