// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Scheduling
import SleepModel
import Testing

@testable import Household

/// What a device is to do by itself.
@Suite struct MirrorPlanTests {
    private let now = Night.instant("2027-01-05T20:00:00Z")
    private let green = Light(.color(RGBColor(red: 0, green: 255, blue: 0)), brightness: Level(rawValue: 51))

    private func plan(
        limit: DeviceLimit? = nil, zone: ZoneRules = .utc, at now: String = "2027-01-05T20:00:00Z"
    ) -> MirrorPlan {
        MirrorPlan(now: Night.instant(now), zone: zone, limit: limit)
    }

    private func night(
        _ name: String = "bedtime", from begins: String? = nil, wake: String, hasWake: Bool = true, light: Light? = nil
    ) -> PlannedNight {
        let time = Night.time("06:45")
        let plan = BedtimePlan(
            windDown: .zero, light: Night.amber, sound: Night.rain, volume: Level(rawValue: 80),
            wake: hasWake ? WeekdayTimes(everyDay: time) : nil, wakeLight: light ?? green, wakeFor: .seconds(1800))
        return PlannedNight(
            schedule: ScheduleID(rawValue: name), name: name, plan: plan,
            begins: begins.map(Night.instant) ?? Night.instant(wake) - .seconds(36_000), wake: Night.instant(wake))
    }

    private func ring(
        _ name: String = "up", at time: String, light: Light? = nil, sound: SoundID = Night.bird,
        volume: UInt8 = 128, ringFor: Duration = .seconds(600), sunrise: Duration? = nil
    ) -> MirrorPlan.Ring {
        let plan = AlarmPlan(
            sunrise: sunrise, light: light, sound: sound, volume: Level(rawValue: volume), ringFor: ringFor,
            snooze: .seconds(540))
        return MirrorPlan.Ring(schedule: ScheduleID(rawValue: name), name: name, plan: plan, at: Night.instant(time))
    }

    private func program(_ moment: MirroredMoment?, in number: Int = 4) -> DeviceProgram? {
        moment?.program(in: number)
    }

    @Test func moments_areTheEndOfTonightAndTheNextRing_soonestFirst() throws {
        let moments = plan().moments(
            nights: [night(wake: "2027-01-07T06:45:00Z"), night(wake: "2027-01-06T06:45:00Z")],
            rings: [ring(at: "2027-01-06T07:30:00Z"), ring("early", at: "2027-01-06T06:30:00Z")])
        #expect(moments.map(\.role) == [.alarm, .wakeLight])
        #expect(moments.map(\.name) == ["early", "bedtime"])
        #expect(moments.map(\.at) == [Night.instant("2027-01-06T06:30:00Z"), Night.instant("2027-01-06T06:45:00Z")])
        #expect(moments.map(\.kind) == [.alarm, .bedtime])
    }

    /// The night that begins later decides, until it is over.
    @Test(arguments: [
        ("2027-01-05T20:15:00Z", "late"), ("2027-01-05T19:00:00Z", "early"), ("2027-01-06T07:00:00Z", "early"),
    ])
    func wakeLight_isThatOfTheNightThatDecidesThen(begins: String, name: String) {
        let early = night("early", from: "2027-01-05T19:30:00Z", wake: "2027-01-06T06:45:00Z")
        let late = night("late", from: begins, wake: "2027-01-06T08:45:00Z")
        #expect(plan().moments(nights: [early, late], rings: []).map(\.name) == [name])
    }

    @Test func wakeLight_isThatOfBothNights_whenTheOtherIsOverBefore() {
        let early = night("early", from: "2027-01-05T19:30:00Z", wake: "2027-01-06T06:45:00Z")
        let nap = night("nap", from: "2027-01-05T20:30:00Z", wake: "2027-01-05T22:00:00Z")
        let evening = plan().moments(nights: [early, nap], rings: [])
        #expect(evening.map(\.name) == ["nap"])
        let midnight = plan(at: "2027-01-05T23:00:00Z").moments(nights: [early, nap], rings: [])
        #expect(midnight.map(\.name) == ["early"])
    }

    @Test func wakeLight_isAProgramOfItsWeekday_withoutASound() {
        let moments = plan().moments(nights: [night(wake: "2027-01-06T06:45:00Z")], rings: [])
        #expect(
            program(moments.first)
                == DeviceProgram(
                    number: 4, name: "Lull wake", start: Night.time("06:45"), durationSeconds: 1800, days: .wednesday,
                    light: green, sound: .none, volume: Level(rawValue: 80)))
    }

    @Test(arguments: [false, true])
    func nightWithoutAWakeLight_endsDarkAndSilent(hasWake: Bool) {
        let moments = plan().moments(
            nights: [night(wake: "2027-01-06T08:00:00Z", hasWake: hasWake, light: .off)], rings: [])
        #expect(
            program(moments.first)
                == DeviceProgram(
                    number: 4, name: "Lull off", start: Night.time("08:00"), durationSeconds: 60, days: .wednesday,
                    light: .off, sound: .none, volume: Level(rawValue: 80)))
    }

    /// The host shows the sunrise then, and the person sees one of the two.
    @Test(
        arguments: [
            (nil, "2027-01-06T07:00:00Z", nil), (1800, "2027-01-06T07:00:00Z", 50),
            (900, "2027-01-06T07:00:00Z", nil), (1800, "2027-01-06T07:16:00Z", nil),
            (1800, "2027-01-06T06:45:00Z", nil),
        ] as [(Int64?, String, UInt8?)])
    func wakeLight_isThatOfASunrise_thatShowsThen(sunrise: Int64?, ringAt: String, level: UInt8?) throws {
        let amber = Light(Night.amber.appearance, brightness: .full)
        let moments = plan().moments(
            nights: [night(wake: "2027-01-06T06:45:00Z")],
            rings: [ring(at: ringAt, light: amber, sunrise: sunrise.map { .seconds($0) })])
        let shown = level.map { Light(Night.amber.appearance, brightness: Level(rawValue: $0)) }
        #expect(moments.first { $0.role == .wakeLight }?.light == (ringAt.contains("06:45") ? nil : shown ?? green))
    }

    @Test func wakeLight_isThatOfTheSunrise_whoseAlarmRingsFirst() throws {
        let amber = Light(Night.amber.appearance, brightness: .full)
        let moments = plan().moments(
            nights: [night(wake: "2027-01-06T06:45:00Z")],
            rings: [
                ring("late", at: "2027-01-06T07:10:00Z", light: green, sunrise: .seconds(1800)),
                ring("early", at: "2027-01-06T07:00:00Z", light: amber, sunrise: .seconds(1800)),
            ])
        let shown = Light(Night.amber.appearance, brightness: Level(rawValue: 50))
        #expect(moments.first { $0.role == .wakeLight }?.light == shown)
    }

    /// A device may switch itself off when a program is over.
    @Test(arguments: [false, true])
    func programThatBeginsInASunrise_lastsUntilShortlyBeforeTheRing(hasWake: Bool) {
        let amber = Light(Night.amber.appearance, brightness: .full)
        let moments = plan().moments(
            nights: [night(wake: "2027-01-06T06:45:00Z", hasWake: hasWake)],
            rings: [ring(at: "2027-01-06T07:00:00Z", light: amber, sunrise: .seconds(1800))])
        #expect(moments.map(\.durationSeconds) == [840, 600])
        #expect(moments.first?.light.brightness == Level(rawValue: 50))
    }

    @Test func ring_isAProgramOfItsWeekday_thatLastsAsLongAsTheRing() {
        let moments = plan().moments(nights: [], rings: [ring(at: "2027-01-09T07:00:00Z", light: Night.amber)])
        #expect(
            program(moments.first, in: 10)
                == DeviceProgram(
                    number: 10, name: "Lull alarm", start: Night.time("07:00"), durationSeconds: 600, days: .saturday,
                    light: Night.amber, sound: Night.bird, volume: Level(rawValue: 128)))
    }

    @Test func ringWithoutALight_keepsTheWakeLightThatShowsThen() {
        let nights = [night(wake: "2027-01-06T06:45:00Z")]
        let inIt = plan().moments(nights: nights, rings: [ring(at: "2027-01-06T06:50:00Z")])
        #expect(inIt.first { $0.role == .alarm }?.light == green)
        let after = plan().moments(nights: nights, rings: [ring(at: "2027-01-06T07:15:00Z")])
        #expect(after.first { $0.role == .alarm }?.light == .off)
    }

    @Test(arguments: [
        ("2027-01-05T20:00:00Z", false), ("2027-01-05T20:00:01Z", true), ("2027-01-11T20:00:00Z", true),
        ("2027-01-11T20:00:01Z", false), ("2027-01-12T07:00:00Z", false),
    ])
    func ring_isAProgram_onlyIfItLiesLessThanAWeekAhead(time: String, isThere: Bool) {
        #expect(plan().moments(nights: [], rings: [ring(at: time)]).isEmpty == !isThere)
    }

    @Test func ringThatNobodyNotices_isNoProgram() {
        #expect(plan().moments(nights: [], rings: [ring(at: "2027-01-06T07:00:00Z", sound: .none)]).isEmpty)
        let dark = ring(at: "2027-01-06T07:00:00Z", light: .off, sound: .none)
        #expect(plan().moments(nights: [], rings: [dark]).isEmpty)
    }

    @Test(arguments: [
        (nil, 60), ("20:00-07:05", 60), ("20:00-07:00", 128), ("07:09-08:00", 60), ("07:10-08:00", 128),
    ])
    func limit_counts_ifItHoldsInAPartOfTheRing(hours: String?, volume: UInt8) {
        let limit = DeviceLimit(
            volume: Level(rawValue: 60), brightness: Level(rawValue: 9), hours: hours.flatMap(DailyHours.init(parsing:))
        )
        let moment = plan(limit: limit).moments(
            nights: [], rings: [ring(at: "2027-01-06T07:00:00Z", light: Night.amber)]
        ).first
        #expect(moment?.volume == Level(rawValue: volume))
        #expect(moment?.light.brightness == (volume == 60 ? Level(rawValue: 9) : .full))
    }

    @Test func longRing_lastsAsLongAsAProgramCan() {
        let moment = plan().moments(
            nights: [], rings: [ring(at: "2027-01-06T07:00:00Z", ringFor: .seconds(100_000))]
        ).first
        #expect(moment?.durationSeconds == 65_535)
    }

    /// If the host is away when the clocks change, nobody sets the device's clock.
    @Test func time_isThatOfTheClockAsItGoesNow_overATransition() throws {
        let zone = try Night.zones().rules(for: "America/New_York")
        let rings = [ring(at: "2027-03-14T11:00:00Z")]
        let before = plan(zone: zone, at: "2027-03-14T01:00:00Z").moments(nights: [], rings: rings).first
        #expect(program(before)?.start == Night.time("06:00"))
        let after = plan(zone: zone, at: "2027-03-14T08:00:00Z").moments(nights: [], rings: rings).first
        #expect(program(after)?.start == Night.time("07:00"))
    }

    @Test func weekday_isThatOfTheDevicesClock() throws {
        let zone = try Night.zones().rules(for: "America/New_York")
        let moment = plan(zone: zone).moments(nights: [], rings: [ring(at: "2027-01-06T03:30:00Z")]).first
        #expect(program(moment)?.days == .tuesday)
        #expect(program(moment)?.start == Night.time("22:30"))
    }
}
