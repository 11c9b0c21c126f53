// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import Testing

@testable import Composition

/// The reasons that `lull next` gives.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct PlanReasonTests {
    private func bedtime() -> BedtimeRequest {
        var bedtime = BedtimeRequest(
            device: "nursery", at: "20:00", windDown: "30m", sound: "rain", wake: "06:45")
        (bedtime.reminder, bedtime.soundFor, bedtime.stayInBed) = ("15m", "3h", "30m")
        (bedtime.stayInBedLight, bedtime.wakeFor) = ("orange 5%", "08:00")
        return bedtime
    }

    @Test func plan_saysWhatComesBeforeAndAfterItsTimes() async throws {
        let house = try await House()
        _ = try await house.control.perform(Endpoints.setBedtime, bedtime())
        var alarm = AlarmRequest(
            name: "up", device: "nursery", at: "07:00", days: "daily", sunrise: "15m", color: "red")
        alarm.lightAfter = "20m"
        _ = try await house.control.perform(Endpoints.addAlarm, alarm)
        #expect(
            try await house.control.perform(Endpoints.next, NextQuery(days: 1)).map(\.why) == [
                "daily at 20:00 after a reminder at 19:15 and a wind-down of 30m; "
                    + "the sound ends at 23:00",
                "wake light after the bedtime of 2027-01-15, until 08:00; a light asks to stay in bed from 06:15",
                "daily at 07:00 after a sunrise of 15m; its light stays for 20m after it",
            ])
    }

    @Test func plan_saysFromWhatTimeOfTheSunSomethingIsMoved() async throws {
        let house = try await House()
        var rule = RuleRequest(at: "sunset-30m", days: "daily")
        rule.place = "52.52,13.41"
        let routine = RoutineRequest(
            name: "dusk", device: "nursery", rule: rule, steps: ["light amber 40%; for 30m"])
        _ = try await house.control.perform(Endpoints.addRoutine, routine)
        let own = try #require(try await house.control.perform(Endpoints.next, NextQuery(days: 1)).first)
        _ = try await house.control.perform(
            Endpoints.moveRoutine, MoveRequest(name: "dusk", device: nil, at: "19:00"))
        let moved = try await house.control.perform(Endpoints.next, NextQuery(days: 1))
        #expect(moved.map(\.why) == ["moved from \(own.local.dropFirst(11).prefix(8))"])
    }

    /// It is noon.
    @Test(
        arguments: [
            ("11:59", true), ("12:01", true), ("2027-01-15T11:59", true), ("2027-01-15T13:00", false),
            ("last night", true), ("yesterday 19:00", true), ("today 12:01", false), ("TODAY 11:59", true),
        ])
    func log_beginsAtALocalTime(since: String, isThere: Bool) async throws {
        let house = try await House()
        _ = try await house.control.perform(
            Endpoints.addAlarm, AlarmRequest(name: "up", device: "nursery", at: "13:00"))
        let log = try await house.control.perform(Endpoints.log, LogQuery(since: since, device: nil))
        #expect(log.contains { $0.name == "up" } == isThere)
    }

    @Test func plan_marksWhatIsSkipped_andLeavesItOutUnlessAsked() async throws {
        let house = try await House()
        for name in ["one", "two"] {
            _ = try await house.control.perform(
                Endpoints.addAlarm, AlarmRequest(name: name, device: "nursery", at: "13:00", days: "daily"))
        }
        _ = try await house.control.perform(Endpoints.skipAlarm, SkipRequest(name: "one", device: nil))
        let planned = try await house.control.perform(Endpoints.next, NextQuery(days: 1))
        #expect(planned.map(\.name) == ["two"])
        #expect(planned.map(\.skipped) == [false])
        let all = try await house.control.perform(
            Endpoints.next, NextQuery(days: 1, device: "nursery", skipped: true))
        #expect(
            all.map { "\($0.name) \($0.local) \($0.skipped)" } == [
                "one 2027-01-15T13:00:00+00:00 true", "two 2027-01-15T13:00:00+00:00 false",
            ])
        await #expect(throws: ControlError.self) {
            try await house.control.perform(Endpoints.next, NextQuery(days: 1, device: "kitchen"))
        }
    }

    @Test func plan_saysWhenTheSoundEnds_ofANightThatRuns() async throws {
        let house = try await House()
        try await house.run { () async throws -> Void in
            _ = try await house.control.perform(Endpoints.setBedtime, self.bedtime())
            _ = try await house.control.perform(
                Endpoints.startBedtime, ScheduleSelection(name: nil, device: "nursery"))
            #expect(
                try await house.control.perform(Endpoints.next, NextQuery(days: 1)).map(\.why) == [
                    "its wind-down has begun",
                    "wake light after the bedtime of 2027-01-15, until 08:00; "
                        + "a light asks to stay in bed from 06:15; the sound ends at 15:30",
                ])
        }
    }

    /// A second bedtime, on the night of the day that it is.
    private func weekend() -> BedtimeRequest {
        var weekend = BedtimeRequest(device: "nursery", at: "21:30", sound: "rain", wake: "08:00")
        (weekend.name, weekend.rule.days) = ("weekend", "fri")
        (weekend.reminder, weekend.soundFor, weekend.stayInBed, weekend.wakeFor) = ("off", "off", "off", "30m")
        return weekend
    }

    @Test func plan_leavesOutTheWakeLight_ofANightThatAnotherTakesOver() async throws {
        let house = try await House()
        _ = try await house.control.perform(Endpoints.setBedtime, bedtime())
        _ = try await house.control.perform(Endpoints.setBedtime, weekend())
        let plan = try await house.control.perform(Endpoints.next, NextQuery(days: 1))
        #expect(
            plan.map { "\($0.name): \($0.why)" } == [
                "bedtime: daily at 20:00 after a reminder at 19:15 and a wind-down of 30m; the sound ends at 23:00; "
                    + "“weekend” takes over at 21:00, so the wake light of this night stays off",
                "weekend: every fri at 21:30 after a wind-down of 30m",
                "weekend: wake light after the bedtime of 2027-01-15, until 08:30",
            ])
    }

    @Test func plan_leavesOutTheWakeLight_ofARunningNightThatAnotherTakesOver() async throws {
        let house = try await House()
        try await house.run { () async throws -> Void in
            _ = try await house.control.perform(Endpoints.setBedtime, self.bedtime())
            _ = try await house.control.perform(
                Endpoints.startBedtime, ScheduleSelection(name: nil, device: "nursery"))
            _ = try await house.control.perform(Endpoints.setBedtime, self.weekend())
            let plan = try await house.control.perform(Endpoints.next, NextQuery(days: 1))
            #expect(
                plan.map { "\($0.name): \($0.why)" } == [
                    "bedtime: its wind-down has begun",
                    "weekend: every fri at 21:30 after a wind-down of 30m",
                    "weekend: wake light after the bedtime of 2027-01-15, until 08:30",
                ])
        }
    }
}
