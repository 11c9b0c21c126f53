// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Scheduling
import SleepModel
import Testing

@testable import Household

/// The end of a night beside a ring, in a device that has both and nobody who minds it.
@Suite struct MirrorMeetingTests {
    private static func at(_ time: String) -> Instant { Night.instant("2027-01-06T\(time)Z") }

    private static let green = Light(.color(RGBColor(red: 0, green: 255, blue: 0)), brightness: Level(rawValue: 51))

    /// A night that ends then, with a wake light of half an hour or without one.
    private static func night(wake: String, hasWake: Bool) -> PlannedNight {
        PlannedNight(
            schedule: ScheduleID(rawValue: "bedtime"), name: "bedtime",
            plan: BedtimePlan(
                windDown: .zero, light: Night.amber, sound: Night.rain, volume: Level(rawValue: 80),
                wake: hasWake ? WeekdayTimes(everyDay: Night.time("07:00")) : nil, wakeLight: green,
                wakeFor: .seconds(1800)),
            begins: at(wake) - .seconds(36_000), wake: at(wake))
    }

    /// A ring of ten minutes.
    private static func ring(_ time: String) -> MirrorPlan.Ring {
        MirrorPlan.Ring(
            schedule: ScheduleID(rawValue: "up"), name: "up",
            plan: AlarmPlan(
                sunrise: nil, light: nil, sound: Night.bird, volume: .full, ringFor: .seconds(600), snooze: .zero),
            at: at(time))
    }

    /// A program that ends a night or shows its light takes the sound of a ring away, and its own end switches off.
    @Test(
        arguments: [
            ("07:00:00", "07:00:00", true, ["alarm"]),
            ("07:00:00", "07:00:00", false, ["alarm"]),
            ("07:00:00", "06:55:00", true, ["alarm"]),
            ("07:00:00", "06:50:00", true, ["alarm", "wake-light 1800"]),
            ("07:00:00", "06:49:59", false, ["alarm", "night-end 60"]),
            ("07:00:00", "07:15:00", true, ["wake-light 840", "alarm"]),
            ("07:00:00", "07:00:59", true, ["alarm"]),
            ("07:00:00", "07:01:30", false, ["night-end 30", "alarm"]),
            ("07:00:00", "08:00:00", true, ["wake-light 1800", "alarm"]),
        ] as [(String, String, Bool, [String])])
    func nightsEnd_silencesNoRing(wake: String, rings: String, hasWake: Bool, expected: [String]) {
        let plan = MirrorPlan(now: Night.instant("2027-01-05T20:00:00Z"), zone: .utc, limit: nil)
        let moments = plan.moments(nights: [Self.night(wake: wake, hasWake: hasWake)], rings: [Self.ring(rings)])
        #expect(
            moments.map { moment in
                moment.role == .alarm ? "alarm" : "\(moment.role.rawValue) \(moment.durationSeconds)"
            } == expected)
    }
}
