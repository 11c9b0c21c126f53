// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import ControlAPI
import Coordination
import DeviceModules
import SimulatedDevice
import SleepModel
import Testing

@testable import Composition
@testable import Household

/// What an edit of an alarm does to today's ring.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct AlarmEditTests {
    private func add(
        at time: String = "12:01", _ change: (inout AlarmRequest) -> Void = { _ in }, to house: House
    ) async throws {
        var request = AlarmRequest(
            name: "up", device: "nursery", at: time, days: "daily", sound: "bird", volume: 60)
        change(&request)
        _ = try await house.control.perform(Endpoints.addAlarm, request)
    }

    @discardableResult
    private func edit(
        now: Bool = false, in house: House, _ change: (inout AlarmEditRequest) -> Void
    ) async throws -> AlarmDocument {
        var request = AlarmEditRequest(name: "up", now: now)
        change(&request)
        return try await house.control.perform(Endpoints.editAlarm, request)
    }

    private func alarm(in house: House) async throws -> AlarmDocument {
        try await house.control.perform(Endpoints.alarm, ScheduleSelection(name: "up", device: nil))
    }

    /// Moves the clock to so many minutes after noon, and lets everything follow.
    private func go(to minutes: Int64, in house: House) async throws {
        house.clock.advance(by: House.noon + .seconds(minutes * 60) - house.clock.now().wall)
        try await house.untilLooked()
    }

    private func waitForRing(in house: House) async throws {
        try await house.until { try await alarm(in: house).phase == .ringing }
    }

    private func dismiss(in house: House) async throws {
        _ = try await house.control.perform(Endpoints.dismissAlarm, ScheduleSelection(name: nil, device: nil))
        try await house.until { try await alarm(in: house).phase == nil }
    }

    /// How often the alarm began, by the log.
    private func beginnings(in house: House) async throws -> Int {
        try await house.control.perform(Endpoints.log, LogQuery(since: nil, device: nil))
            .count { $0.kind == .alarm && $0.outcome == .started }
    }

    private func noon(plus minutes: Int64) -> Instant { House.noon + .seconds(minutes * 60) }
    private let day: Int64 = 24 * 60

    @Test func alarm_ringsAgainToday_whenItsTimeIsEditedAfterItRang() async throws {
        let house = try await House()
        try await house.run { () async throws -> Void in
            try await add(to: house)
            try await go(to: 1, in: house)
            try await waitForRing(in: house)
            try await dismiss(in: house)
            try await go(to: 5, in: house)
            #expect(try await edit(in: house) { $0.rule.at = "12:30" }.next == noon(plus: 30))
            try await go(to: 30, in: house)
            try await waitForRing(in: house)
            try await dismiss(in: house)
            #expect(try await alarm(in: house).next == noon(plus: day + 30))
            #expect(try await beginnings(in: house) == 2)
        }
    }

    @Test func alarm_ringsTomorrow_whenItsNewTimeHasPassed() async throws {
        let house = try await House()
        try await house.run { () async throws -> Void in
            try await add(at: "12:30", to: house)
            try await go(to: 15, in: house)
            #expect(try await edit(in: house) { $0.rule.at = "12:10" }.next == noon(plus: day + 10))
            try await go(to: 40, in: house)
            #expect(try await alarm(in: house).phase == nil)
            #expect(try await beginnings(in: house) == 0)
        }
    }

    @Test func alarm_ringsNotAgain_whenSomethingElseThanItsTimeIsEdited() async throws {
        let house = try await House()
        try await house.run { () async throws -> Void in
            try await add(to: house)
            try await go(to: 1, in: house)
            try await waitForRing(in: house)
            try await dismiss(in: house)
            let edited = try await edit(in: house) {
                ($0.volume, $0.newName, $0.rule.at) = (30, "early", "12:01")
            }
            #expect(edited.name == "early" && edited.volume == 30 && edited.sound == "bird")
            #expect(edited.next == noon(plus: day + 1))
        }
    }

    @Test func sunrise_goesOnToALaterTime_andTheAlarmRingsOnce() async throws {
        let house = try await House()
        try await house.run { () async throws -> Void in
            try await add(at: "12:30", { $0.sunrise = "20m" }, to: house)
            try await go(to: 15, in: house)
            try await house.until { try await alarm(in: house).phase == .sunrise }
            #expect(try await edit(in: house) { $0.rule.at = "12:40" }.next == noon(plus: 40))
            try await go(to: 31, in: house)
            #expect(try await alarm(in: house).phase == .sunrise)
            try await go(to: 40, in: house)
            try await waitForRing(in: house)
            try await dismiss(in: house)
            #expect(try await alarm(in: house).next == noon(plus: day + 40))
            #expect(try await beginnings(in: house) == 1)
        }
    }

    @Test func sunrise_goesOn_whenTheNewTimeHasPassed() async throws {
        let house = try await House()
        try await house.run { () async throws -> Void in
            try await add(at: "12:30", { $0.sunrise = "20m" }, to: house)
            try await go(to: 15, in: house)
            try await house.until { try await alarm(in: house).phase == .sunrise }
            #expect(try await edit(in: house) { $0.rule.at = "12:12" }.next == noon(plus: 30))
            try await go(to: 30, in: house)
            try await waitForRing(in: house)
            try await dismiss(in: house)
            #expect(try await alarm(in: house).next == noon(plus: day + 12))
        }
    }

    @Test(arguments: [false, true])
    func ring_isTheOnlyOneOfItsDate_whenTheTimeIsEditedMeanwhile(isSnoozed: Bool) async throws {
        let house = try await House()
        try await house.run { () async throws -> Void in
            try await add(to: house)
            try await go(to: 1, in: house)
            try await waitForRing(in: house)
            if isSnoozed {
                _ = try await house.control.perform(
                    Endpoints.snoozeAlarm, SnoozeRequest(name: nil, device: nil, length: "5m"))
            }
            #expect(
                try await edit(in: house) { $0.rule.at = "12:03" }.warning
                    == "It goes on now, and the new time counts after that: it rings again on Sat 2027-01-16 at 12:03.")
            try await dismiss(in: house)
            try await go(to: 10, in: house)
            #expect(try await alarm(in: house).phase == nil)
            #expect(try await alarm(in: house).next == noon(plus: day + 3))
            #expect(try await beginnings(in: house) == 1)
        }
    }

    /// A new time hours ahead is no run under a wrong clock.
    @Test func ring_isTheOnlyOneOfItsDate_afterARestart_whenTheNewTimeIsHoursAhead() async throws {
        let house = try await House()
        try await house.run { () async throws -> Void in
            try await add(to: house)
            try await go(to: 1, in: house)
            try await waitForRing(in: house)
            try await edit(in: house) { $0.rule.at = "16:30" }
            try await dismiss(in: house)
        }
        let after = try await house.restarted()
        try await after.run { () async throws -> Void in
            try await go(to: 6, in: after)
            #expect(try await alarm(in: after).next == noon(plus: day + 270))
        }
    }

    @Test func sunrise_makesRoomForALaterOne_whenTheNewTimeIsHoursAhead() async throws {
        let house = try await House()
        try await house.run { () async throws -> Void in
            try await add(at: "12:30", { $0.sunrise = "20m" }, to: house)
            try await go(to: 15, in: house)
            try await house.until { try await alarm(in: house).phase == .sunrise }
            #expect(try await edit(in: house) { $0.rule.at = "16:30" }.next == noon(plus: 270))
            #expect(try await alarm(in: house).phase == nil)
            try await house.until { await !house.peripheral.state.isOn }
            // Back again: it is as if nothing had been edited.
            #expect(try await edit(in: house) { $0.rule.at = "12:30" }.next == noon(plus: 30))
            try await house.until { try await alarm(in: house).phase == .sunrise }
            try await dismiss(in: house)
            try await go(to: 31, in: house)
            #expect(try await alarm(in: house).phase == nil)
            #expect(try await alarm(in: house).next == noon(plus: day + 30))
        }
    }

    /// The date was taken by a ring that is over.
    @Test func alarm_ringsToday_whenItIsEditedOnceMore_afterTheRingInWhichItWasEdited() async throws {
        let house = try await House()
        try await house.run { () async throws -> Void in
            try await add(to: house)
            try await go(to: 1, in: house)
            try await waitForRing(in: house)
            try await edit(in: house) { $0.rule.at = "12:20" }
            try await dismiss(in: house)
            #expect(try await alarm(in: house).next == noon(plus: day + 20))
            #expect(try await edit(in: house) { $0.rule.at = "12:30" }.next == noon(plus: 30))
            try await go(to: 30, in: house)
            try await waitForRing(in: house)
            #expect(try await beginnings(in: house) == 2)
        }
    }

    @Test func alarmForOneDate_isNotSnoozedAnyMore_whenItGetsAnotherTime() async throws {
        let house = try await House()
        try await house.run { () async throws -> Void in
            try await add({ $0.rule.days = nil }, to: house)
            try await go(to: 1, in: house)
            try await waitForRing(in: house)
            _ = try await house.control.perform(
                Endpoints.snoozeAlarm, SnoozeRequest(name: nil, device: nil, length: "5m"))
            let edited = try await edit(in: house) { $0.rule.at = "12:30" }
            #expect(edited.next == noon(plus: 30) && edited.phase == nil)
            try await go(to: 7, in: house)
            #expect(try await alarm(in: house).phase == nil)
            try await go(to: 30, in: house)
            try await waitForRing(in: house)
        }
    }

    @Test func runningAlarm_isCalledByItsNewName() async throws {
        let house = try await House()
        try await house.run { () async throws -> Void in
            try await add(to: house)
            try await go(to: 1, in: house)
            try await waitForRing(in: house)
            let edited = try await edit(in: house) { ($0.newName, $0.volume) = ("soft", 20) }
            #expect(edited.warning == "It goes on today as it began. To change that too, add --now.")
            let status = try await house.control.perform(Endpoints.status, DeviceChoice())
            #expect(status.first?.running.map(\.name) == ["soft"])
            _ = try await house.control.perform(
                Endpoints.dismissAlarm, ScheduleSelection(name: "soft", device: nil))
        }
    }

    @Test func alarmForOneDate_ringsAtItsNewTime_whenItIsEditedWhileItRings() async throws {
        let house = try await House()
        try await house.run { () async throws -> Void in
            try await add({ $0.rule.days = nil }, to: house)
            try await go(to: 1, in: house)
            try await waitForRing(in: house)
            try await edit(in: house) { $0.rule.at = "12:30" }
            try await dismiss(in: house)
            #expect(try await alarm(in: house).next == noon(plus: 30))
        }
    }

    @Test func alarmForOneDate_ringsOnce_whenItsSunriseGoesOnToALaterTime() async throws {
        let house = try await House()
        try await house.run { () async throws -> Void in
            try await add(at: "12:30", { ($0.rule.days, $0.sunrise) = (nil, "20m") }, to: house)
            try await go(to: 15, in: house)
            try await house.until { try await alarm(in: house).phase == .sunrise }
            #expect(try await edit(in: house) { $0.rule.at = "12:32" }.next == noon(plus: 32))
            try await go(to: 32, in: house)
            try await waitForRing(in: house)
            try await dismiss(in: house)
            #expect(try await alarm(in: house).next == nil)
            #expect(try await beginnings(in: house) == 1)
        }
    }

    @Test func alarmForOneDate_isSilent_whenItIsDisabledWhileItRings() async throws {
        let house = try await House()
        try await house.run { () async throws -> Void in
            try await add({ $0.rule.days = nil }, to: house)
            try await go(to: 1, in: house)
            try await waitForRing(in: house)
            let disabled = try await house.control.perform(
                Endpoints.switchAlarm, ScheduleSwitchRequest(name: "up", device: nil, enabled: false))
            #expect(disabled.phase == nil)
        }
    }

    /// Noon is on a Friday.
    @Test func alarm_ringsOnceForATime_whenOtherDaysAreGiven_andTheClockIsSetBack() async throws {
        let house = try await House()
        try await house.run { () async throws -> Void in
            try await add(to: house)
            try await go(to: 1, in: house)
            try await waitForRing(in: house)
            try await dismiss(in: house)
            try await go(to: 3, in: house)
            try await edit(in: house) { $0.rule.days = "fri,sat" }
            house.clock.step(to: House.noon + .seconds(30))
            try await house.untilLooked()
            try await go(to: 1, in: house)
            #expect(try await beginnings(in: house) == 1)
        }
    }

    @Test func alarm_ringsOnceForATime_whenItIsEditedToAnotherAndBack_andTheClockIsSetBack() async throws {
        let house = try await House()
        try await house.run { () async throws -> Void in
            try await add(to: house)
            try await go(to: 1, in: house)
            try await waitForRing(in: house)
            try await dismiss(in: house)
            try await go(to: 3, in: house)
            try await edit(in: house) { $0.rule.at = "12:30" }
            try await edit(in: house) { $0.rule.at = "12:01" }
            house.clock.step(to: House.noon + .seconds(30))
            try await house.untilLooked()
            try await go(to: 1, in: house)
            #expect(try await beginnings(in: house) == 1)
        }
    }

    /// The time that somebody gave a date wins over the rule, before and after an edit.
    @Test func movedDate_keepsItsTime_whenTheRuleIsEdited() async throws {
        let house = try await House()
        try await house.run { () async throws -> Void in
            try await add(at: "12:30", to: house)
            _ = try await house.control.perform(
                Endpoints.moveAlarm, MoveRequest(name: "up", device: nil, at: "12:10"))
            #expect(try await edit(in: house) { $0.rule.at = "13:00" }.next == noon(plus: 10))
            try await go(to: 10, in: house)
            try await waitForRing(in: house)
            try await dismiss(in: house)
            #expect(try await alarm(in: house).next == noon(plus: day + 60))
        }
    }

    /// What was settled before a restart stays so.
    @Test func alarm_ringsOnce_whenTheDaemonRestartsAfterAnEdit() async throws {
        let house = try await House()
        try await house.run { () async throws -> Void in
            try await add(to: house)
            try await go(to: 1, in: house)
            try await waitForRing(in: house)
            try await edit(in: house) { $0.rule.at = "12:05" }
            try await dismiss(in: house)
        }
        let after = try await house.restarted()
        try await after.run { () async throws -> Void in
            try await go(to: 6, in: after)
            #expect(try await alarm(in: after).phase == nil)
            #expect(try await alarm(in: after).next == noon(plus: day + 5))
        }
    }

    @Test(arguments: [(false, 153), (true, 77)])
    func ring_followsAnEdit_onlyIfAsked(now: Bool, volume: UInt8) async throws {
        try await House.ringing { house in
            try await house.until { await house.peripheral.state.volume == Level(rawValue: 153) }
            _ = try await edit(now: now, in: house) { $0.volume = 30 }
            if now {
                try await house.until { await house.peripheral.state.volume == Level(rawValue: volume) }
            }
            #expect(await house.peripheral.state.volume == Level(rawValue: volume))
            #expect(await house.peripheral.state.isOn)
        }
    }

    @Test func alarm_isSilent_whenItIsDisabled_andRingsTomorrow_whenItIsEnabled() async throws {
        let house = try await House()
        try await house.run { () async throws -> Void in
            try await add(to: house)
            try await go(to: 1, in: house)
            try await waitForRing(in: house)
            let disabled = try await house.control.perform(
                Endpoints.switchAlarm, ScheduleSwitchRequest(name: "up", device: nil, enabled: false))
            #expect(!disabled.enabled && disabled.disabled && disabled.phase == nil && disabled.next == nil)
            try await house.until { await !house.peripheral.state.isOn }
            let enabled = try await house.control.perform(
                Endpoints.switchAlarm, ScheduleSwitchRequest(name: "up", device: nil, enabled: true))
            #expect(enabled.next == noon(plus: day + 1))
        }
    }

    @Test func alarmForOneDate_ringsAgain_onlyWithAnotherTime() async throws {
        let house = try await House()
        try await house.run { () async throws -> Void in
            try await add({ $0.rule.days = nil }, to: house)
            try await go(to: 1, in: house)
            try await waitForRing(in: house)
            try await edit(in: house) { $0.volume = 40 }
            #expect(try await alarm(in: house).phase == .ringing)
            try await dismiss(in: house)
            let error = await #expect(throws: ControlError.self) {
                try await house.control.perform(
                    Endpoints.switchAlarm, ScheduleSwitchRequest(name: "up", device: nil, enabled: true))
            }
            #expect(error?.message == "“up” was for one date, and that is over.")
            #expect(try await edit(in: house) { $0.rule.at = "12:10" }.next == noon(plus: 10))
        }
    }

    /// The other dates would be gone.
    @Test(
        arguments: [("12:30", "tomorrow", "12:30 --date tomorrow"), ("20m", nil, "20m")] as [(String, String?, String)])
    func edit_isRefused_ifItWouldLeaveOneDateOfMany(time: String, date: String?, arguments: String) async throws {
        let house = try await House()
        try await add(to: house)
        let before = try await alarm(in: house)
        let error = await #expect(throws: ControlError.self) {
            try await edit(in: house) { ($0.rule.at, $0.rule.date) = (time, date) }
        }
        #expect(error?.message == "“up” repeats, and --date would leave it on one date only.")
        #expect(
            error?.advice
                == "To change one date and keep the others: `lull alarm move up --device nursery \(arguments)`.")
        #expect(try await alarm(in: house) == before)
    }

    @Test(arguments: [
        ("5s", "The sunrise of 10m is cut short, as the alarm rings in 5s."),
        ("12:09", "The sunrise of 10m is cut short, as the alarm rings in 9m."), ("12:10", nil), ("11:00", nil),
    ])
    func alarm_saysThatItsSunriseIsCutShort_whenItRingsSooner(at: String, warning: String?) async throws {
        let house = try await House()
        let request = AlarmRequest(
            name: "soon", device: "nursery", rule: RuleRequest(at: at), sunrise: "10m", color: nil, sound: "bird",
            volume: 60, snooze: nil, zone: nil)
        #expect(try await house.control.perform(Endpoints.addAlarm, request).warning == warning)
        try await add(at: "13:00", { $0.sunrise = "10m" }, to: house)
        #expect(try await edit(in: house) { $0.volume = 40 }.warning == nil)
        guard TimeOfDay(parsing: at) != nil else { return }
        #expect(try await edit(in: house) { $0.rule.at = at }.warning == warning)
        #expect(try await edit(in: house) { $0.volume = 50 }.warning == nil)
    }

    /// Noon is on a Friday.
    @Test(
        arguments: [
            ("mon-fri", nil, "sat 13:00 no longer holds."), ("mon-fri", "12:30", "sat 13:00 no longer holds."),
            ("mon-thu,sat", nil, nil), ("sat", nil, nil), ("fri,sat", "12:30", "sat 13:00 no longer holds."),
        ] as [(String, String?, String?)])
    func edit_namesTheTimesOfWeekdays_thatNoLongerHold(days: String, at: String?, warning: String?) async throws {
        let house = try await House()
        try await add(at: "12:10,sat=13:00", { $0.rule.days = "mon-sat" }, to: house)
        #expect(try await edit(in: house) { ($0.rule.days, $0.rule.at) = (days, at) }.warning == warning)
    }

    @Test func edit_saysThatADateStaysMoved_andHowToUndoThat() async throws {
        let house = try await House()
        try await add(at: "12:10", to: house)
        for (time, date) in [("12:40", "2027-01-16"), ("12:50", "2027-01-18")] {
            _ = try await house.control.perform(
                Endpoints.moveAlarm, MoveRequest(name: "up", device: nil, at: time, date: date))
        }
        #expect(
            try await edit(in: house) { $0.rule.at = "12:20" }.warning
                == "It stays at 12:40 on Sat 2027-01-16 and 12:50 on Mon 2027-01-18, where somebody moved it. "
                + "To undo the first: `lull alarm move up --device nursery 12:20 --date 2027-01-16`.")
        #expect(try await edit(in: house) { $0.volume = 40 }.warning == nil)
        #expect(
            try await edit(in: house) { $0.rule.at = "12:50" }.warning
                == "It stays at 12:40 on Sat 2027-01-16, where somebody moved it. "
                + "To undo that: `lull alarm move up --device nursery 12:50 --date 2027-01-16`.")
        // A date that its days leave out has no time at all.
        let edited = try await edit(in: house) { $0.rule.days = "mon" }
        #expect(
            edited.warning
                == "The move to 12:40 on Sat 2027-01-16 does not count while “up” has no time on that date.")
        #expect(edited.moved.map(\.date.description) == ["2027-01-18"])
        #expect(try await alarm(in: house).next == noon(plus: 3 * day + 50))
    }

    @Test func edit_takesALengthOfTimeFromNow_forOneDate() async throws {
        let house = try await House()
        try await add({ $0.rule.days = nil }, to: house)
        #expect(try await edit(in: house) { $0.rule.at = "20m" }.next == House.noon + .seconds(1200))
        let error = await #expect(throws: ControlError.self) { try await edit(in: house) { $0.rule.at = "25:00" } }
        #expect(error?.message == "“25:00” is not a time of day.")
        #expect(
            error?.advice == "Write --at as 07:00, 8pm, sat,sun=08:30, sunrise-30m, or 20m for in 20 minutes.")
    }

    @Test func edit_isRefused_ifNobodyWouldWake() async throws {
        let house = try await House()
        try await add(to: house)
        let error = await #expect(throws: ControlError.self) { try await edit(in: house) { $0.sound = "off" } }
        #expect(error?.code == .invalidArgument)
        #expect(try await alarm(in: house).sound == "bird")
    }

    @Test func removal_takesTheWholeNameAlone() async throws {
        let house = try await House()
        try await add(to: house)
        let error = await #expect(throws: ControlError.self) {
            try await house.control.perform(Endpoints.removeAlarm, ScheduleSelection(name: "u", device: nil))
        }
        #expect(error?.message == "No alarm is called “u”.")
        #expect(error?.advice == "Write the whole name to remove it: `lull alarm remove up --device nursery`.")
        #expect(try await alarm(in: house).name == "up")
    }

    @Test func removal_needsAName() async throws {
        let house = try await House()
        try await add(to: house)
        let error = await #expect(throws: ControlError.self) {
            try await house.control.perform(Endpoints.removeAlarm, ScheduleSelection(name: nil, device: "nursery"))
        }
        #expect(error?.message == "No alarm is named.")
        #expect(try await alarm(in: house).name == "up")
    }
}
