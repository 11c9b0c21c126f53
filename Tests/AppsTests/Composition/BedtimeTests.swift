// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import ControlAPI
import SimulatedDevice
import SleepModel
import Storage
import Testing

@testable import Composition
@testable import Household

/// Bedtimes: several on a device, times of weekdays, and tonight as people begin and end it.
///
/// Noon is on a Friday.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct BedtimeTests {
    private static let today = CivilDate(daysSince1970: Int(House.noon.secondsSince1970 / 86_400))

    private func noon(plus minutes: Int64) -> Instant { House.noon + .seconds(minutes * 60) }

    @discardableResult
    private func set(
        _ house: House, name: String? = nil, at time: String? = nil, days: String? = nil, windDown: String? = nil,
        sound: String? = nil, wake: String? = nil, sleep: String? = nil
    ) async throws -> BedtimeDocument {
        var request = BedtimeRequest(
            device: "nursery", name: name, at: time, days: days, windDown: windDown, sound: sound, wake: wake)
        request.sleep = sleep
        return try await house.control.perform(Endpoints.setBedtime, request)
    }

    private func failure(of body: () async throws -> Void) async -> ControlError? {
        do {
            try await body()
            return nil
        } catch {
            return error as? ControlError
        }
    }

    private func message(_ body: () async throws -> Void) async -> String? { await failure(of: body)?.message }

    // MARK: - Several

    @Test func bedtimes_areSeveral_byTheirNames() async throws {
        let house = try await House()
        try await set(house, at: "20:00", days: "sun,mon,tue,wed,thu")
        let weekend = try await set(house, name: "weekend", at: "21:30", days: "fri,sat", sound: "ocean")
        #expect(
            (weekend.name, weekend.next, weekend.warning)
                == ("weekend", noon(plus: 9 * 60), "It is a new bedtime, beside “bedtime”."))
        let edited = try await set(house, name: "WEEKEND", at: "22:00")
        #expect((edited.schedule, edited.sound) == (weekend.schedule, "ocean"))
        let all = try await house.control.perform(Endpoints.bedtimes, DeviceChoice())
        #expect(all.map { "\($0.name) \($0.at.map { "\($0)" } ?? "")" } == ["bedtime 20:00", "weekend 22:00"])
        #expect(
            await message { try await set(house, at: "19:00") }
                == "Several bedtimes fit: “bedtime” on nursery, “weekend” on nursery.")
        #expect(await message { try await set(house, at: "25:00") } == "“25:00” is not a time of day.")
        let selection = ScheduleSelection(name: "week", device: "nursery")
        #expect(try await house.control.perform(Endpoints.bedtime, selection) == edited)
        _ = try await house.control.perform(
            Endpoints.removeBedtime, ScheduleSelection(name: "weekend", device: "nursery"))
        #expect(try await set(house, at: "19:00").name == "bedtime")
    }

    @Test func set_saysWhichDaysItHad_whenNoneOfThemIsLeft() async throws {
        let house = try await House()
        try await set(house, at: "20:15", days: "fri,sat")
        #expect(
            try await set(house, at: "19:30", days: "mon-thu").warning
                == "Before, it was on fri,sat. For a second bedtime, give that one a --name.")
        #expect(try await set(house, at: "19:30", days: "sun-wed").warning == nil)
    }

    @Test func set_worksTonight_afterItWasBegunAndEnded() async throws {
        let house = try await House()
        try await set(house, at: "20:00", wake: "07:00")
        try await house.run { () async throws -> Void in
            let selection = ScheduleSelection(name: nil, device: "nursery")
            _ = try await house.control.perform(Endpoints.startBedtime, selection)
            _ = try await house.control.perform(Endpoints.endBedtime, selection)
            let kept = try await self.set(house, sound: "ocean")
            let moved = try await self.set(house, at: "20:30")
            #expect((kept.skipped.count, kept.warning, moved.skipped.count, moved.warning) == (1, nil, 0, nil))
            #expect(moved.next == self.noon(plus: 8 * 60))
        }
    }

    @Test func set_saysThatTonightStaysSkipped_afterSomebodyAskedForThat() async throws {
        let house = try await House()
        try await set(house, at: "20:00", wake: "07:00")
        try await house.run { () async throws -> Void in
            let selection = ScheduleSelection(name: nil, device: "nursery")
            _ = try await house.control.perform(Endpoints.startBedtime, selection)
            _ = try await house.control.perform(Endpoints.endBedtime, selection)
            let tonight = SkipRequest(name: nil, device: "nursery", date: "2027-01-15")
            #expect(try await house.control.perform(Endpoints.skipBedtime, tonight).warning == nil)
            #expect(
                try await self.set(house, at: "20:30").warning
                    == "It stays skipped on 2027-01-15. To have it all the same: `lull bedtime unskip nursery`.")
        }
    }

    @Test func set_changesTheNightThatRuns_withoutItsName() async throws {
        let house = try await House()
        try await set(house, at: "20:00", days: "sun,mon,tue,wed,thu")
        try await set(house, name: "weekend", at: "21:30", days: "fri,sat")
        try await house.run { () async throws -> Void in
            _ = try await house.control.perform(
                Endpoints.startBedtime, ScheduleSelection(name: "weekend", device: "nursery"))
            var request = BedtimeRequest(device: "nursery", at: nil)
            (request.wake, request.now) = ("08:00", true)
            #expect(try await house.control.perform(Endpoints.setBedtime, request).name == "weekend")
        }
    }

    @Test func set_saysThatNoNightRuns_whenItIsToChangeOne() async throws {
        let house = try await House()
        try await set(house, at: "20:00")
        var request = BedtimeRequest(device: "nursery", at: nil)
        (request.wake, request.now) = ("08:00", true)
        #expect(
            try await house.control.perform(Endpoints.setBedtime, request).warning
                == "No night of “bedtime” runs now: this counts from the next one.")
    }

    @Test func bedtime_isRenamed() async throws {
        let house = try await House()
        let before = try await set(house, at: "20:00")
        var request = BedtimeRequest(device: "nursery", at: nil)
        request.newName = "school nights"
        let renamed = try await house.control.perform(Endpoints.setBedtime, request)
        #expect((renamed.name, renamed.schedule) == ("school nights", before.schedule))
    }

    @Test func bedtime_warns_whenAnotherOverlapsWithIt() async throws {
        let house = try await House()
        try await set(house, at: "20:00", wake: "07:00")
        #expect(
            try await set(house, name: "nap", at: "13:00", windDown: "10m", wake: "15:00").warning
                == "It is a new bedtime, beside “bedtime”.")
        let late = try await set(house, name: "late", at: "21:30", days: "sat")
        #expect(
            late.warning
                == "It is a new bedtime, beside “bedtime”, “nap”. It begins from “nap”: what you do not give is the same. "
                + "“late” and “bedtime” overlap, first on Sat 2027-01-16. From the time at which the second one begins, it "
                + "decides. To keep them apart, give each its own --days.")
    }

    @Test func bedtime_warns_whenAnAlarmRingsInItsNight() async throws {
        let house = try await House()
        for (name, at, days) in [("feed", "02:00", "mon"), ("school", "06:45", "daily"), ("nap", "14:00", "daily")] {
            _ = try await house.control.perform(
                Endpoints.addAlarm, AlarmRequest(name: name, device: "nursery", at: at, days: days))
        }
        #expect(
            try await set(house, at: "19:30", wake: "06:45").warning
                == "The alarm “feed” rings in the night, before the wake time, first on Mon 2027-01-18 02:00.")
        #expect(try await set(house, sound: "ocean").warning == nil)
        #expect(
            try await set(house, wake: "07:00").warning
                == "The alarm “school” and 1 more ring in the night, before the wake time, "
                + "first on Sat 2027-01-16 06:45.")
        #expect(try await set(house, at: "19:30", days: "fri,sat", wake: "06:30").warning == nil)
        #expect(try await set(house, wake: "off").warning == nil)
    }

    /// It is taken as it is written.
    @Test func bedtime_warns_whenSomebodyMayNotHaveMeantIt() async throws {
        let house = try await House()
        let morning = try await set(house, at: "7:30")
        #expect(morning.warning == "07:30 is in the morning. For the evening, give --at 19:30.")
        #expect(try await set(house, sound: "ocean").warning == nil)
        let short = try await set(house, at: "20:00", wake: "20:30")
        #expect(short.warning == "The wake time is only 30m after lights-out.")
        let long = try await set(house, at: "20:00", wake: "19:30")
        #expect(long.warning == "The wake time is 23h30m after lights-out.")
        var light = BedtimeRequest(device: "nursery", at: nil, wake: "off")
        light.wakeLight = "green"
        let dark = try await house.control.perform(Endpoints.setBedtime, light)
        #expect(dark.warning == "--wake-light has no effect without a wake time. Add --wake, as 06:45.")
    }

    /// A time without weekdays is for all of them.
    @Test(
        arguments: [
            (nil, "08:00", "sat,sun 07:30 no longer holds."), ("19:45", nil, "fri,sat 20:15 no longer holds."),
            ("19:45", "08:00", "fri,sat 20:15 and sat,sun 07:30 no longer hold."), ("fri,sat=20:30", nil, nil),
            (nil, "off", nil),
        ] as [(String?, String?, String?)])
    func bedtime_namesTheTimesOfWeekdays_thatNoLongerHold(at: String?, wake: String?, warning: String?) async throws {
        let house = try await House()
        try await set(house, at: "19:30,fri,sat=20:15", wake: "07:00,sat,sun=07:30")
        #expect(try await set(house, at: at, wake: wake).warning == warning)
    }

    @Test func bedtime_saysThatADateStaysMoved_andHowToUndoThat() async throws {
        let house = try await House()
        try await set(house, at: "20:00")
        _ = try await house.control.perform(
            Endpoints.moveBedtime, MoveRequest(name: nil, device: "nursery", at: "21:00", date: "tomorrow"))
        #expect(
            try await set(house, at: "19:30").warning
                == "It stays at 21:00 on Sat 2027-01-16, where somebody moved it. "
                + "To undo that: `lull bedtime move nursery 19:30 --date 2027-01-16`.")
        #expect(try await set(house, sound: "ocean").warning == nil)
    }

    /// The other dates would be gone without a word.
    @Test func bedtime_warns_whenItIsOnOneDateAloneNow() async throws {
        let house = try await House()
        try await set(house, at: "20:00", days: "fri,sat")
        var request = BedtimeRequest(device: "nursery", at: nil)
        request.rule.date = "tomorrow"
        let once = try await house.control.perform(Endpoints.setBedtime, request)
        #expect(
            once.warning
                == "It is on 2027-01-16 only from now on. To change one date and keep the others, use "
                + "`lull bedtime move` or `lull bedtime skip`.")
    }

    /// Of two nights the later one shows.
    @Test func night_isHeard_whichBeganLast() async throws {
        let house = try await House()
        try await house.run { () async throws -> Void in
            try await set(house, at: "12:10", windDown: "10m", sound: "rain", wake: "16:00")
            try await set(house, name: "late", at: "12:40", windDown: "10m", sound: "ocean", wake: "14:00")
            try await house.until { try await phases(in: house) == ["bedtime wind-down"] }
            house.clock.advance(by: .seconds(1800))
            try await house.until { try await phases(in: house) == ["bedtime night", "late wind-down"] }
            try await house.until { await house.peripheral.state.sound == SoundID(rawValue: 5) }
        }
    }

    private func phases(in house: House) async throws -> [String] {
        try await house.control.perform(Endpoints.bedtimes, DeviceChoice()).compactMap { bedtime in
            bedtime.phase.map { "\(bedtime.name) \($0)" }
        }
    }

    // MARK: - Times of weekdays

    @Test func bedtime_isWorkedOut_fromTheWakeTimeAndTheLengthOfTheNight() async throws {
        let house = try await House()
        let daily = try await set(house, wake: "06:45", sleep: "10h30m")
        #expect(daily.at == TimeOfDay(hour: 20, minute: 15))
        try await set(house, wake: "sat,sun=08:00")
        let evenings = try await set(house, sleep: "11h")
        #expect(
            evenings.rule.times == [
                WeekdayTimeDocument(
                    days: ["mon", "tue", "wed", "thu", "sun"], at: try #require(TimeOfDay(hour: 19, minute: 45))),
                WeekdayTimeDocument(days: ["fri", "sat"], at: try #require(TimeOfDay(hour: 21, minute: 0))),
            ])
        #expect(evenings.next == noon(plus: 8 * 60 + 30))
        #expect(
            await message { try await set(house, at: "20:00", sleep: "11h") } == "--sleep and --at exclude each other.")
    }

    @Test func lightsOut_goesWithTheWakeTime_afterALengthWasGiven() async throws {
        let house = try await House()
        _ = try await set(house, wake: "06:45", sleep: "10h30m")
        let later = try await set(house, wake: "07:00")
        #expect(later.at == TimeOfDay(hour: 20, minute: 30))
        #expect(later.sleepSeconds == 37_800)
        let weekend = try await set(house, wake: "sat,sun=08:00")
        #expect(weekend.rule.times?.map { "\($0.at)" } == ["20:30", "21:30"])
        let other = try await set(house, sound: "ocean")
        #expect(other.rule == weekend.rule)
        #expect(other.sleepSeconds == 37_800)
    }

    @Test(arguments: [("20:00", nil), (nil, "off")] as [(String?, String?)])
    func length_ends_withATimeOfItsOwn(at: String?, wake: String?) async throws {
        let house = try await House()
        _ = try await set(house, wake: "06:45", sleep: "10h30m")
        let fixed = try await set(house, at: at, wake: wake)
        #expect(fixed.at == TimeOfDay(hour: 20, minute: at == nil ? 15 : 0))
        #expect(fixed.sleepSeconds == nil)
        #expect(try await set(house, wake: "07:30").at == fixed.at)
    }

    @Test func sleep_needsAWakeTime() async throws {
        let house = try await House()
        #expect(await message { try await set(house, sleep: "11h") } == "--sleep needs a wake time.")
    }

    /// The weekday of a wake time is the day it falls on.
    @Test func wakeLight_comesAtTheTimeOfItsWeekday() async throws {
        let house = try await House()
        try await set(house, at: "20:00", wake: "06:45,sat=08:00")
        let plan = try await house.control.perform(Endpoints.next, NextQuery(days: 2))
        #expect(
            plan.map { "\($0.local) \($0.kind)" } == [
                "2027-01-15T20:00:00+00:00 bedtime", "2027-01-16T08:00:00+00:00 window",
                "2027-01-16T20:00:00+00:00 bedtime", "2027-01-17T06:45:00+00:00 window",
            ])
    }

    @Test func night_hasNoWakeLight_whenItsMorningHasNoTime() async throws {
        let house = try await House()
        let set = try await set(house, at: "20:00", wake: "sun=08:00")
        #expect(set.wakeTimes == [WeekdayTimeDocument(days: ["sun"], at: try #require(TimeOfDay(hour: 8, minute: 0)))])
        let plan = try await house.control.perform(Endpoints.next, NextQuery(days: 2))
        #expect(plan.filter { $0.kind == .window }.map(\.local) == ["2027-01-17T08:00:00+00:00"])
    }

    @Test func alarm_ringsAtTheTimeOfItsWeekday() async throws {
        let house = try await House()
        let alarm = try await house.control.perform(
            Endpoints.addAlarm, AlarmRequest(name: "up", device: "nursery", at: "06:45,sat,sun=08:00"))
        #expect((alarm.at, alarm.date, alarm.next) == (nil, nil, noon(plus: 20 * 60)))
        #expect(alarm.days == ["mon", "tue", "wed", "thu", "fri", "sat", "sun"])
        let plan = try await house.control.perform(Endpoints.next, NextQuery(days: 3))
        #expect(
            plan.map(\.why) == [
                "every sat,sun at 08:00", "every sat,sun at 08:00",
                "every mon-fri at 06:45",
            ])
        let moved = try await house.control.perform(
            Endpoints.moveAlarm, MoveRequest(name: "up", device: nil, at: "09:00"))
        #expect(moved.next == noon(plus: 21 * 60))
        let next = try await house.control.perform(Endpoints.next, NextQuery(days: 1))
        #expect(next.map(\.why) == ["moved from 08:00"])
    }

    @Test func alarm_followsTheSun_andLeavesDatesOut() async throws {
        let house = try await House()
        var rule = RuleRequest(at: "sunset-30m", days: "daily")
        (rule.place, rule.except, rule.untilDate) = ("0,0", "2027-01-15", "2027-01-16")
        let alarm = try await house.control.perform(
            Endpoints.addAlarm, AlarmRequest(name: "dusk", device: "nursery", rule: rule))
        #expect(alarm.rule.sun?.event == .sunset && alarm.rule.except == [Self.today])
        let plan = try await house.control.perform(Endpoints.next, NextQuery(days: 5))
        #expect(plan.map { $0.local.prefix(13) } == ["2027-01-16T17"])
        #expect(plan.first?.why.hasPrefix("daily at 30m before sunset") == true)
    }

    // MARK: - The night

    @Test func wakeLight_staysUntilATime_orForALength() async throws {
        let house = try await House()
        var request = BedtimeRequest(device: "nursery", at: "20:00", wake: "06:45,sat,sun=08:00")
        request.wakeFor = "8:30"
        let set = try await house.control.perform(Endpoints.setBedtime, request)
        #expect((set.wakeUntil?.description, set.wakeForSeconds) == ("08:30", nil))
        var edit = BedtimeRequest(device: "nursery", at: nil)
        edit.wakeFor = "1h"
        let edited = try await house.control.perform(Endpoints.setBedtime, edit)
        #expect((edited.wakeUntil, edited.wakeForSeconds) == (nil, 3600))
        edit.wakeFor = "08:00"
        let error = await #expect(throws: ControlError.self) {
            _ = try await house.control.perform(Endpoints.setBedtime, edit)
        }
        #expect(
            error
                == ControlError(
                    .invalidArgument, "The wake light of 08:00 cannot stay until 08:00.",
                    advice: "Give --wake-for a time in the 12h after it, or a length."))
    }

    @Test func night_isAsItIsSet_andKeepsWhatIsNotGiven() async throws {
        let house = try await House()
        var request = BedtimeRequest(device: "nursery", at: "20:00", color: "red 30%", wake: "07:00")
        (request.nightLight, request.nightVolume, request.soundFor) = ("amber 5", 10, "45m")
        (request.stayInBed, request.stayInBedLight) = ("30m", "red")
        (request.wakeLight, request.wakeFor, request.returnAfter) = ("green 50%", "1h", "10m")
        request.reminder = "15m"
        let set = try await house.control.perform(Endpoints.setBedtime, request)
        #expect((set.color, set.brightness, set.nightVolume) == ("#FF0000", 30, 10))
        #expect(set.nightLight?.brightness == 5 && set.soundForSeconds == 2700)
        #expect(
            (set.stayInBedSeconds, set.stayInBedLight?.color, set.stayInBedLight?.brightness) == (1800, "#FF0000", 10))
        #expect((set.wakeLight.brightness, set.wakeForSeconds, set.returnSeconds) == (50, 3600, 600))
        #expect(set.reminderSeconds == 900)
        #expect(set.wakeUntil == nil)
        var edit = BedtimeRequest(device: "nursery", at: nil)
        (edit.nightLight, edit.soundFor, edit.stayInBed, edit.returnAfter) = ("off", "off", "off", "off")
        edit.reminder = "off"
        let edited = try await house.control.perform(Endpoints.setBedtime, edit)
        var expected = set
        (expected.nightLight, expected.soundForSeconds, expected.returnSeconds) = (nil, nil, nil)
        expected.reminderSeconds = nil
        (expected.stayInBedSeconds, expected.stayInBedLight) = (nil, nil)
        #expect(edited.revision != set.revision)
        expected.revision = edited.revision
        #expect(edited == expected)
    }

    @Test(
        arguments: [
            ("red 0%", nil, nil, "--night-light 0% is out of range."),
            ("red bright", nil, nil, "“bright” is not a brightness."),
            ("red 5% 5%", nil, nil, "“red 5% 5%” is not a light."),
            (nil, "30m", nil, "A light that asks to stay in bed needs a wake time."),
            (nil, nil, "red", "--stay-in-bed-light needs a length."),
        ] as [(String?, String?, String?, String)])
    func night_isRefused_thatCannotBe(
        nightLight: String?, stayInBed: String?, stayInBedLight: String?, says: String
    ) async throws {
        let house = try await House()
        var request = BedtimeRequest(device: "nursery", at: "20:00")
        (request.nightLight, request.stayInBed, request.stayInBedLight) = (nightLight, stayInBed, stayInBedLight)
        #expect(await message { _ = try await house.control.perform(Endpoints.setBedtime, request) } == says)
    }

    // MARK: - Tonight

    @Test func bedtime_beginsNow_inPlaceOfTonights() async throws {
        let house = try await House()
        try await house.run { () async throws -> Void in
            try await set(house, at: "20:00", windDown: "30m", wake: "07:00")
            let choice = ScheduleSelection(name: nil, device: "nursery")
            let started = try await house.control.perform(Endpoints.startBedtime, choice)
            // That tonight's own time is left out then is nothing people need to know.
            #expect((started.phase, started.skipped) == (.windDown, []))
            let device = try await house.control.perform(Endpoints.status, DeviceChoice()).first
            #expect(device?.skipped == [])
            let skip = try await house.store.entries(since: nil, device: nil, limit: 20).last { $0.outcome == .skip }
            #expect(skip?.reason == .begun)
            #expect(started.next == noon(plus: 24 * 60 + 7 * 60 + 30))
            #expect(try await house.control.perform(Endpoints.startBedtime, choice).phase == .windDown)
            house.clock.advance(by: .seconds(1800))
            try await house.until { try await phases(in: house) == ["bedtime night"] }
        }
    }

    @Test func night_endsAnotherThatRuns_whenSomebodyBeginsIt() async throws {
        let house = try await House()
        try await house.run { () async throws -> Void in
            try await set(house, at: "12:10", windDown: "10m", wake: "20:00")
            try await house.until { try await phases(in: house) == ["bedtime wind-down"] }
            _ = try await house.control.perform(
                Endpoints.setBedtime,
                BedtimeRequest(device: "nursery", name: "weekend", at: "21:00", windDown: "30m", wake: "07:00"))
            let started = try await house.control.perform(
                Endpoints.startBedtime, ScheduleSelection(name: "weekend", device: "nursery"))
            #expect(
                started.warning
                    == "It takes the place of the night that was to begin at 20:30 on Fri 2027-01-15. It takes the place of "
                    + "“bedtime”, which ends.")
            #expect(try await phases(in: house) == ["weekend wind-down"])
        }
    }

    @Test func night_saysWhatStaysSkipped_whenItEndsBeforeTheOneWhosePlaceItTook() async throws {
        let house = try await House()
        try await house.run { () async throws -> Void in
            try await set(house, at: "20:00", windDown: "10m", wake: "06:45")
            let selection = ScheduleSelection(name: nil, device: "nursery")
            _ = try await house.control.perform(Endpoints.startBedtime, selection)
            let ended = try await house.control.perform(Endpoints.endBedtime, selection)
            #expect(
                ended.warning
                    == "It took the place of the night of Fri 2027-01-15 at 20:00, which stays skipped. To have that one all "
                    + "the same: `lull bedtime unskip nursery`.")
            let listed = try await house.control.perform(
                Endpoints.next, NextQuery(days: 1, device: "nursery", skipped: true))
            #expect(listed.first?.why == "skipped: the night that somebody began takes its place")
            _ = try await house.control.perform(Endpoints.unskipBedtime, SkipRequest(name: nil, device: "nursery"))
            let next = try await house.control.perform(Endpoints.bedtimes, DeviceChoice()).first?.lightsOut
            #expect(next == noon(plus: 8 * 60))
        }
    }

    /// A morning of its own goes with its night.
    @Test func morning_isNotListed_afterItsNightIsOver() async throws {
        let house = try await House()
        try await house.run { () async throws -> Void in
            try await set(house, at: "12:10", windDown: "10m", wake: "20:00")
            try await house.until { try await phases(in: house) == ["bedtime wind-down"] }
            let moved = try await house.control.perform(
                Endpoints.moveWakeTime, MoveRequest(name: nil, device: "nursery", at: "20:30"))
            #expect(moved.mornings.map(\.date) == [Self.today])
            let ended = try await house.control.perform(
                Endpoints.endBedtime, ScheduleSelection(name: nil, device: "nursery"))
            #expect(ended.mornings == [])
        }
    }

    @Test func lightsOut_isThatOfTonight_inTheWindDown() async throws {
        let house = try await House()
        try await house.run { () async throws -> Void in
            try await set(house, at: "12:10", windDown: "10m", wake: "20:00")
            try await house.until { try await phases(in: house) == ["bedtime wind-down"] }
            let bedtime = try await house.control.perform(Endpoints.bedtimes, DeviceChoice()).first
            #expect(bedtime?.lightsOut == noon(plus: 10))
            let plan = try await house.control.perform(Endpoints.next, NextQuery(days: 1))
            #expect(plan.first?.at == noon(plus: 10))
            #expect(plan.first?.why == "its wind-down has begun")
        }
    }

    @Test func night_skipsAnotherOfTonight_whenSomebodyBeginsItBefore() async throws {
        let house = try await House()
        try await house.run { () async throws -> Void in
            try await set(house, at: "20:00", windDown: "10m", wake: "06:45")
            _ = try await house.control.perform(
                Endpoints.setBedtime,
                BedtimeRequest(device: "nursery", name: "weekend", at: "21:00", windDown: "30m", wake: "08:00"))
            let started = try await house.control.perform(
                Endpoints.startBedtime, ScheduleSelection(name: "weekend", device: "nursery"))
            #expect(
                started.warning
                    == "It takes the place of the night that was to begin at 20:30 on Fri 2027-01-15. It takes the place of "
                    + "“bedtime”, which is skipped tonight.")
            let skipped = try await house.control.perform(Endpoints.bedtimes, DeviceChoice()).map(\.skipped)
            #expect(skipped == [[Self.today], []])
        }
    }

    @Test func night_endsForTonight_andIsTakenUpAgain() async throws {
        let house = try await House()
        try await house.run { () async throws -> Void in
            try await set(house, at: "12:10", windDown: "10m", wake: "14:00")
            try await house.until { try await phases(in: house) == ["bedtime wind-down"] }
            let choice = ScheduleSelection(name: nil, device: "nursery")
            let ended = try await house.control.perform(Endpoints.endBedtime, choice)
            #expect((ended.phase, ended.next) == (nil, noon(plus: 24 * 60)))
            try await house.until { await !house.peripheral.state.isOn }
            house.clock.advance(by: .seconds(1800))
            let again = try await house.control.perform(Endpoints.startBedtime, choice)
            #expect((again.phase, again.skipped) == (.night, []))
            try await house.until { await house.peripheral.state.sound != .none }
            house.clock.advance(by: .seconds(5400))
            try await house.until { try await phases(in: house) == ["bedtime wake"] }
        }
    }

    @Test func off_saysWhatToDo_whenNoNightRuns() async throws {
        let house = try await House()
        try await set(house, at: "20:00")
        let error = await #expect(throws: ControlError.self) {
            try await house.control.perform(Endpoints.endBedtime, ScheduleSelection(name: nil, device: "nursery"))
        }
        #expect(
            error
                == ControlError(
                    .nothingActive, "The bedtime of nursery does not run now.",
                    advice: "To leave out the next night: `lull bedtime skip nursery`."))
    }

    @Test func advice_namesTheBedtime_whenTheDeviceHasSeveral() async throws {
        let house = try await House()
        try await set(house, at: "20:00", days: "sun,mon,tue,wed,thu")
        try await set(house, name: "weekend", at: "21:30", days: "fri,sat")
        let both = "“bedtime” on nursery, “weekend” on nursery"
        func expect(_ error: ControlError, of body: () async throws -> Void) async {
            #expect(await failure(of: body) == error)
        }
        await expect(
            ControlError(
                .nothingActive, "None of these bedtimes runs now: \(both).",
                advice: "To leave out a night: `lull bedtime skip DEVICE --name NAME`.")
        ) {
            _ = try await house.control.perform(Endpoints.endBedtime, ScheduleSelection(name: nil, device: "nursery"))
        }
        await expect(
            ControlError(
                .nothingActive, "The bedtime “weekend” of nursery does not run now.",
                advice: "To leave out the next night: `lull bedtime skip nursery --name weekend`.")
        ) {
            _ = try await house.control.perform(
                Endpoints.endBedtime, ScheduleSelection(name: "weekend", device: "nursery"))
        }
        await expect(
            ControlError(
                .unknownSchedule, "Several bedtimes fit: \(both).", advice: "Give its name, as --name bedtime.")
        ) {
            _ = try await house.control.perform(Endpoints.skipBedtime, SkipRequest(name: nil, device: "nursery"))
        }
        await expect(
            ControlError(
                .unknownSchedule, "No bedtime is called “week”.",
                advice: "Write the whole name to remove it: `lull bedtime remove nursery --name weekend`.")
        ) {
            _ = try await house.control.perform(
                Endpoints.removeBedtime, ScheduleSelection(name: "week", device: "nursery"))
        }
    }
}
