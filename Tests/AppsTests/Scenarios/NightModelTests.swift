// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Testing

@testable import HouseholdNights

/// What the model of the random nights says that a device is to show.
@Suite(.timeLimit(.minutes(1)))
struct NightModelTests {
    private static let blue = NightSchedule.Color(red: 10, green: 20, blue: 200)
    private let start = Instant(secondsSince1970: 1_800_000_000)

    /// An alarm at 2000 s, whose light grows from 1000 s on, and which nobody answers.
    private func model(living events: [(at: Double, event: NightModel.Event)]) -> NightModel {
        let alarm = NightSchedule.Alarm(sunrise: 1000, color: Self.blue, sound: 7, volume: 30, snooze: 300)
        let planned = start + .seconds(2000)
        let schedule = NightSchedule(
            device: 0, name: "alarm", at: NightSchedule.Time(minute: 0), days: .weekly([]), plan: .alarm(alarm))
        let occurrence = NightCalendar.Occurrence(
            schedule: 0, date: ZoneRules.utc.civil(at: planned).date, planned: planned, zone: .utc, start: 1000,
            due: 2000, verdict: .begins(at: 1000, due: 2000))
        let clock = NightTime(start: start, end: 10_000, zone: .utc, changes: [])
        var model = NightModel(device: 0, schedules: [schedule], clock: clock, facts: NightFacts())
        model.live([(1000, .begin(occurrence))] + events, until: 10_000)
        return model
    }

    private func light(at time: Double) -> NightShown.Light {
        NightFade(
            from: NightShown.Light(color: Self.blue, level: 0), to: NightShown.Light(color: Self.blue, level: 255),
            start: 1000, length: 1000
        ).value(at: time)
    }

    @Test func device_comesOnWithTheLightItTookLast_whenItWasOutOfReachAsTheAlarmRang() throws {
        let model = model(living: [(1500, .lost), (4000, .found), (5000, .act(.power(true)))])
        let shown = try #require(model.parts.last?.view.shown(at: 6000))
        // What rang does not come back.
        let expected = NightShown(isOn: true, light: light(at: 1500), sound: 0, volume: NightShown.new.volume)
        #expect(shown == expected)
    }

    @Test func alarm_endsBeforeItRings_whenItIsDismissedDuringItsSunrise() {
        let model = model(living: [(1500, .act(.dismiss("alarm")))])
        #expect(model.surprises == [])
        #expect(model.rings.isEmpty)
        #expect(model.ends.map(\.end) == [.dismissed])
        #expect(model.parts.last?.view.isOn == false)
    }
}
