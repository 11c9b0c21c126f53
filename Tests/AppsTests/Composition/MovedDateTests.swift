// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import ControlAPI
import SimulatedDevice
import SleepModel
import Testing

@testable import Composition
@testable import Household

/// Schedules that are skipped or have another time on a single date.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct MovedDateTests {
    private let day: Int64 = 24 * 60
    private func noon(plus minutes: Int64) -> Instant { House.noon + .seconds(minutes * 60) }
    private var today: CivilDate? { CivilDate(year: 2027, month: 1, day: 15) }
    private var tomorrow: CivilDate? { CivilDate(year: 2027, month: 1, day: 16) }

    private func add(at time: String = "12:10", sunrise: String? = nil, to house: House) async throws {
        _ = try await house.control.perform(
            Endpoints.addAlarm,
            AlarmRequest(name: "up", device: "nursery", at: time, days: "daily", sunrise: sunrise, sound: "bird"))
    }

    private func move(to time: String, on date: String? = nil, in house: House) async throws -> AlarmDocument {
        try await house.control.perform(
            Endpoints.moveAlarm, MoveRequest(name: "up", device: nil, at: time, date: date))
    }

    private func alarm(in house: House) async throws -> AlarmDocument {
        try await house.control.perform(Endpoints.alarm, ScheduleSelection(name: "up", device: nil))
    }

    /// An alarm at 12:30 whose sunrise of 20 minutes has begun five minutes ago.
    private func addInSunrise(to house: House) async throws {
        try await add(at: "12:30", sunrise: "20m", to: house)
        try await go(to: 15, in: house)
        try await house.until { try await alarm(in: house).phase == .sunrise }
    }

    private func go(to minutes: Int64, in house: House) async throws {
        house.clock.advance(by: noon(plus: minutes) - house.clock.now().wall)
        try await house.untilLooked()
    }

    @Test func alarm_isMovedByALengthOfTimeFromNow() async throws {
        let house = try await House()
        try await add(to: house)
        #expect(try await move(to: "20m", in: house).next == noon(plus: 20))
        let late = await #expect(throws: ControlError.self) { try await move(to: "20m", on: "tomorrow", in: house) }
        #expect(late?.message == "“20m” counts from now, and --date is another day.")
        let wrong = await #expect(throws: ControlError.self) { try await move(to: "soon", in: house) }
        #expect(wrong?.advice == "Write the time as 07:00, 8pm, or 20m for in 20 minutes.")
    }

    @Test func alarm_ringsAtTheOtherTime_andTomorrowAsEver() async throws {
        let house = try await House()
        try await house.run { () async throws -> Void in
            try await add(to: house)
            let moved = try await move(to: "12:25", in: house)
            #expect(
                moved.moved == [
                    MovedDateDocument(date: try #require(today), at: try #require(TimeOfDay(hour: 12, minute: 25)))
                ])
            let next = try await house.control.perform(Endpoints.next, NextQuery(days: 1))
            #expect(next.first?.at == noon(plus: 25))
            #expect(next.first?.why == "moved from 12:10")
            try await go(to: 11, in: house)
            #expect(try await alarm(in: house).phase == nil)
            try await go(to: 25, in: house)
            try await house.until { try await alarm(in: house).phase == .ringing }
            _ = try await house.control.perform(
                Endpoints.dismissAlarm, ScheduleSelection(name: nil, device: nil))
            #expect(try await alarm(in: house).next == noon(plus: day + 10))
            #expect(try await alarm(in: house).moved == [])
        }
    }

    @Test func move_isTakenBack_byTheAlarmsOwnTime() async throws {
        let house = try await House()
        try await add(to: house)
        _ = try await move(to: "12:25", in: house)
        let back = try await move(to: "12:10", in: house)
        #expect(back.moved == [] && back.next == noon(plus: 10))
    }

    @Test func move_isThereAgain_whenASkipIsTakenBack() async throws {
        let house = try await House()
        try await add(to: house)
        let moved = try await move(to: "12:25", in: house)
        let skipped = try await house.control.perform(Endpoints.skipAlarm, SkipRequest(name: "up", device: nil))
        #expect(skipped.skipped == [try #require(today)] && skipped.moved == [])
        #expect(skipped.next == noon(plus: day + 10))
        let again = try await house.control.perform(Endpoints.unskipAlarm, SkipRequest(name: "up", device: nil))
        #expect(again == moved)
    }

    @Test func skip_isThereForWhatIsMoved_untilThatTime() async throws {
        let house = try await House()
        try await house.run { () async throws -> Void in
            try await add(to: house)
            _ = try await move(to: "12:25", in: house)
            try await go(to: 15, in: house)
            let skipped = try await house.control.perform(Endpoints.skipAlarm, SkipRequest(name: "up", device: nil))
            #expect(skipped.skipped == [try #require(today)])
            try await go(to: 20, in: house)
            let again = try await house.control.perform(Endpoints.unskipAlarm, SkipRequest(name: "up", device: nil))
            #expect(again.next == noon(plus: 25))
        }
    }

    @Test(arguments: ["12:10", "12:40"])
    func move_endsASkip_ofADateThatWasMovedBefore(time: String) async throws {
        let house = try await House()
        try await add(to: house)
        _ = try await move(to: "12:25", in: house)
        _ = try await house.control.perform(Endpoints.skipAlarm, SkipRequest(name: "up", device: nil))
        let back = try await move(to: time, on: "2027-01-15", in: house)
        #expect(back.skipped == [])
        #expect(back.next == noon(plus: time == "12:10" ? 10 : 40))
        #expect(back.moved.isEmpty == (time == "12:10"))
    }

    @Test func move_isForTheDateThatIsGiven() async throws {
        let house = try await House()
        try await add(to: house)
        #expect(try await move(to: "13:00", on: "2027-01-16", in: house).next == noon(plus: 10))
        let next = try await house.control.perform(Endpoints.next, NextQuery(days: 2))
        #expect(next.map(\.at) == [noon(plus: 10), noon(plus: day + 60)])
    }

    @Test(
        arguments: [
            ("11:00", nil, "11:00 on 2027-01-15 has passed."),
            ("13:00", "2027-01-14", "“up” has no time on 2027-01-14 that lies ahead."),
        ] as [(String, String?, String)])
    func move_isRefused_intoThePast(time: String, date: String?, message: String) async throws {
        let house = try await House()
        try await add(to: house)
        let error = await #expect(throws: ControlError.self) { try await move(to: time, on: date, in: house) }
        #expect(error?.message == message)
        #expect(try await alarm(in: house).moved == [])
    }

    @Test func move_isRefused_onceTheAlarmHasBegunOrRung() async throws {
        let house = try await House()
        try await house.run { () async throws -> Void in
            try await add(at: "12:01", to: house)
            try await go(to: 1, in: house)
            try await house.until { try await alarm(in: house).phase == .ringing }
            var error = await #expect(throws: ControlError.self) { try await move(to: "12:30", in: house) }
            #expect(error?.message == "“up” of 2027-01-15 has begun, so that date stays as it is.")
            #expect(
                error?.advice
                    == "To let it ring later: `lull alarm snooze up --device nursery --for 20m`. "
                    + "End it: `lull alarm dismiss up --device nursery`. Or give another date with --date.")
            _ = try await house.control.perform(
                Endpoints.dismissAlarm, ScheduleSelection(name: nil, device: nil))
            error = await #expect(throws: ControlError.self) {
                try await move(to: "12:30", on: "2027-01-15", in: house)
            }
            #expect(error?.message == "“up” has no time on 2027-01-15 that lies ahead.")
            #expect(try await move(to: "12:30", in: house).next == noon(plus: day + 30))
        }
    }

    @Test func sunrise_goesOnToTheTimeOfItsDate_andTheAlarmRingsOnce() async throws {
        let house = try await House()
        try await house.run { () async throws -> Void in
            try await add(at: "12:30", sunrise: "20m", to: house)
            try await go(to: 15, in: house)
            try await house.until { try await alarm(in: house).phase == .sunrise }
            #expect(try await move(to: "12:40", in: house).next == noon(plus: 40))
            try await go(to: 31, in: house)
            #expect(try await alarm(in: house).phase == .sunrise)
            // Its own time takes that back, as far as it has not passed.
            let error = await #expect(throws: ControlError.self) { try await move(to: "12:30", in: house) }
            #expect(error?.message == "12:30 on 2027-01-15 has passed.")
            try await go(to: 40, in: house)
            try await house.until { try await alarm(in: house).phase == .ringing }
            _ = try await house.control.perform(
                Endpoints.dismissAlarm, ScheduleSelection(name: nil, device: nil))
            try await go(to: 60, in: house)
            #expect(try await alarm(in: house).phase == nil)
            #expect(try await alarm(in: house).next == noon(plus: day + 30))
        }
    }

    @Test(arguments: [false, true])
    func sunrise_makesRoom_whenItsDateIsMovedHoursAhead(isTakenBack: Bool) async throws {
        let house = try await House()
        try await house.run { () async throws -> Void in
            try await add(at: "12:30", sunrise: "20m", to: house)
            try await go(to: 15, in: house)
            try await house.until { try await alarm(in: house).phase == .sunrise }
            #expect(try await move(to: "16:30", in: house).next == noon(plus: 270))
            #expect(try await alarm(in: house).phase == nil)
            try await house.until { await !house.peripheral.state.isOn }
            if isTakenBack { #expect(try await move(to: "12:30", in: house).next == noon(plus: 30)) }
            try await go(to: 30, in: house)
            #expect(try await alarm(in: house).phase == (isTakenBack ? .ringing : nil))
            try await go(to: isTakenBack ? 31 : 270, in: house)
            try await house.until { try await alarm(in: house).phase == .ringing }
            _ = try await house.control.perform(
                Endpoints.dismissAlarm, ScheduleSelection(name: nil, device: nil))
            #expect(try await alarm(in: house).next == noon(plus: day + 30))
            #expect(try await alarm(in: house).moved == [])
        }
    }

    @Test(arguments: [("12:05", "The sunrise of 20m is cut short, as the alarm rings in 5m."), ("12:20", nil)])
    func move_saysThatTheSunriseIsCutShort_whenItRingsSooner(time: String, warning: String?) async throws {
        let house = try await House()
        try await add(at: "13:00", sunrise: "20m", to: house)
        #expect(try await move(to: time, in: house).warning == warning)
    }

    @Test func move_saysNothingOfTheSunrise_whenThatHasBegun() async throws {
        let house = try await House()
        try await house.run { () async throws -> Void in
            try await addInSunrise(to: house)
            #expect(try await move(to: "12:31", in: house).warning == nil)
        }
    }

    @Test func sunrise_thatGoesOnToAnotherTime_saysFromWhichItIsMoved() async throws {
        let house = try await House()
        try await house.run { () async throws -> Void in
            try await addInSunrise(to: house)
            _ = try await move(to: "12:40", in: house)
            let next = try await house.control.perform(Endpoints.next, NextQuery(days: 1))
            #expect(next.first?.at == noon(plus: 40))
            #expect(next.first?.why == "moved from 12:30; its sunrise has begun")
            let status = try await house.control.perform(Endpoints.status, DeviceChoice(device: nil)).first
            #expect(status?.moved.map { "\($0.name) \($0.date) \($0.at)" } == ["up 2027-01-15 12:40"])
        }
    }

    @Test func movedSunrise_ringsAtItsTime_afterARestart() async throws {
        let house = try await House()
        try await house.run { () async throws -> Void in
            try await addInSunrise(to: house)
            _ = try await move(to: "12:40", in: house)
        }
        let after = try await house.restarted()
        try await after.run { () async throws -> Void in
            try await go(to: 35, in: after)
            try await after.until { try await alarm(in: after).phase == .sunrise }
            try await go(to: 40, in: after)
            try await after.until { try await alarm(in: after).phase == .ringing }
        }
    }

    @Test func routine_isSkipped_andRunsAgain() async throws {
        let house = try await House()
        _ = try await house.control.perform(
            Endpoints.addRoutine,
            RoutineRequest(
                name: "evening", device: "nursery", at: "12:10", days: nil, steps: ["light amber 40%; for 5m"],
                zone: nil))
        let request = SkipRequest(name: "evening", device: nil)
        for _ in 0..<2 {
            let skipped = try await house.control.perform(Endpoints.skipRoutine, request)
            #expect(skipped.skipped == [try #require(today)] && skipped.next == noon(plus: day + 10))
        }
        let again = try await house.control.perform(Endpoints.unskipRoutine, request)
        #expect(again.skipped == [] && again.next == noon(plus: 10))
        let moved = try await house.control.perform(
            Endpoints.moveRoutine, MoveRequest(name: "evening", device: nil, at: "12:40"))
        #expect(moved.next == noon(plus: 40))
    }

    @Test func routine_isSkippedTonight_whileItRunsByHand() async throws {
        let house = try await House()
        try await house.run { () async throws -> Void in
            _ = try await house.control.perform(
                Endpoints.addRoutine,
                RoutineRequest(
                    name: "evening", device: "nursery", at: "12:30", days: nil, steps: ["light amber 40%; for 5m"],
                    zone: nil))
            _ = try await house.control.perform(
                Endpoints.runRoutine, RoutineRunRequest(name: "evening", device: nil))
            let skipped = try await house.control.perform(
                Endpoints.skipRoutine, SkipRequest(name: "evening", device: nil))
            #expect(skipped.running != nil)
            #expect(skipped.skipped == [try #require(today)])
        }
    }

    @Test func bedtime_isSkippedAndMoved() async throws {
        let house = try await House()
        _ = try await house.control.perform(
            Endpoints.setBedtime, BedtimeRequest(device: "nursery", at: "20:00", windDown: "30m"))
        let skipped = try await house.control.perform(
            Endpoints.skipBedtime, SkipRequest(name: nil, device: "nursery"))
        #expect(skipped.skipped == [try #require(today)])
        let moved = try await house.control.perform(
            Endpoints.moveBedtime, MoveRequest(name: nil, device: "nursery", at: "21:00", date: "2027-01-15"))
        #expect(moved.skipped == [] && moved.next == noon(plus: 8 * 60 + 30))
        let error = await #expect(throws: ControlError.self) {
            try await house.control.perform(Endpoints.unskipBedtime, SkipRequest(name: nil, device: "nursery"))
        }
        #expect(error?.message == "The bedtime of nursery is not skipped.")
    }
}
