// SPDX-License-Identifier: Apache-2.0

import CivilTime
import ControlAPI
import SimulatedDevice
import SleepModel
import Storage
import Testing

@testable import Composition

/// A morning that wakes at another time than the others, as it is a holiday.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct MovedMorningTests {
    /// A night from 20:00 to 07:00, lived from 19:00 until a time.
    private func night(
        wake: String? = "07:00", until time: String,
        _ body: @escaping @MainActor @Sendable (SimulatedNight) async throws -> Void
    ) async throws -> SimulatedNight {
        let night = try await SimulatedNight("2027-01-05 19:00")
        try await night.live {
            try await night.setBedtime(wake: wake, windDown: "30m", nightLight: "red 5%")
            try await night.wait(until: time)
            try await body(night)
        }
        return night
    }

    @discardableResult
    private func wake(_ night: SimulatedNight, at time: String, on date: String? = nil) async throws -> BedtimeDocument
    {
        try await night.perform(
            Endpoints.moveWakeTime, MoveRequest(name: nil, device: "nursery", at: time, date: date))
    }

    /// A change of the bedtime, without `--now`.
    private func request(_ change: (inout BedtimeRequest) -> Void) -> BedtimeRequest {
        var request = BedtimeRequest(device: "nursery", at: nil)
        change(&request)
        return request
    }

    private func phase(_ night: SimulatedNight) async throws -> BedtimePhase? {
        try await night.perform(Endpoints.bedtimes, DeviceChoice()).first?.phase
    }

    /// What the log says of the mornings.
    private func mornings(_ night: SimulatedNight) async throws -> [String] {
        try await night.store.entries(since: nil, device: nil, limit: 1000)
            .filter { $0.kind == .bedtime && $0.outcome == .okToWake }.map { "\(ZoneRules.utc.civil(at: $0.at))" }
    }

    @Test func morning_wakesAtItsOwnTime_andTheNextOneAsUsual() async throws {
        let night = try await night(until: "2027-01-05 19:15") { night in
            let moved = try await self.wake(night, at: "08:30")
            #expect(moved.mornings.map { "\($0.date) \($0.at)" } == ["2027-01-06 08:30"])
            #expect(moved.wake == TimeOfDay(hour: 7, minute: 0))
            let status = try await night.perform(Endpoints.status, DeviceChoice()).first
            #expect(status?.mornings.map { "\($0.name) \($0.date) \($0.at)" } == ["bedtime 2027-01-06 08:30"])
            try await night.wait(until: "2027-01-06 08:15")
            #expect(try await self.phase(night) == .night)
            try await night.wait(until: "2027-01-07 09:00")
        }
        #expect(try await mornings(night) == ["2027-01-06T08:30", "2027-01-07T07:00"])
    }

    @Test(arguments: ["08:30", "06:00"])
    func nightThatRuns_goesOnToTheTimeOfItsMorning(time: String) async throws {
        let night = try await night(until: "2027-01-06 03:00") { night in
            let moved = try await self.wake(night, at: time)
            #expect(moved.wakesAt.map { "\(ZoneRules.utc.civil(at: $0))" } == "2027-01-06T\(time)")
            try await night.wait(until: "2027-01-07 09:00")
        }
        #expect(try await mornings(night) == ["2027-01-06T\(time)", "2027-01-07T07:00"])
    }

    @Test func nightThatRuns_keepsTheTimeOfItsMorning_afterARestart() async throws {
        let night = try await night(until: "2027-01-06 03:00") { night in try await self.wake(night, at: "08:30") }
        try await night.live { try await night.wait(until: "2027-01-06 09:00") }
        #expect(try await mornings(night) == ["2027-01-06T08:30"])
    }

    @Test func nightWithoutAWakeTime_hasOneOnThatMorning() async throws {
        let night = try await night(wake: nil, until: "2027-01-05 21:00") { night in
            try await self.wake(night, at: "06:30", on: "2027-01-06")
            try await night.wait(until: "2027-01-07 12:00")
        }
        #expect(try await mornings(night) == ["2027-01-06T06:30"])
    }

    @Test func usualTime_takesTheOtherOneBack() async throws {
        let night = try await night(until: "2027-01-06 03:00") { night in
            try await self.wake(night, at: "08:30")
            #expect(try await self.wake(night, at: "07:00").mornings == [])
            try await night.wait(until: "2027-01-06 08:00")
        }
        #expect(try await mornings(night) == ["2027-01-06T07:00"])
    }

    @Test func nightThatRuns_takesNothingElseOfAnEarlierEdit() async throws {
        let night = try await night(until: "2027-01-06 03:00") { night in
            try await night.perform(Endpoints.setBedtime, self.request { $0.nightLight = "blue 10%" })
            try await self.wake(night, at: "08:30")
            try await night.wait(until: "2027-01-06 04:00")
            #expect(await night.state.light.text() == "red 5%")
        }
        #expect(try await mornings(night) == [])
    }

    @Test func wakeLight_staysForALength_whereItsEndHasPassed() async throws {
        let night = try await night(until: "2027-01-05 19:15") { night in
            try await night.perform(Endpoints.setBedtime, self.request { $0.wakeFor = "08:00" })
            try await self.wake(night, at: "08:30")
            try await night.wait(until: "2027-01-06 08:59")
            #expect(try await self.phase(night) == .wake)
            try await night.wait(until: "2027-01-06 09:01")
            #expect(try await self.phase(night) == nil)
        }
        #expect(try await mornings(night) == ["2027-01-06T08:30"])
    }

    @Test func next_saysThatTheMorningIsMoved() async throws {
        _ = try await night(until: "2027-01-05 19:15") { night in
            try await self.wake(night, at: "08:30")
            let windows = try await night.perform(Endpoints.next, NextQuery(days: 2)).filter { $0.kind == .window }
            #expect(
                windows.map(\.why) == [
                    "wake light after the bedtime of 2027-01-05, until 09:00; moved from 07:00",
                    "wake light after the bedtime of 2027-01-06, until 07:30",
                ])
        }
    }

    @Test(arguments: [
        ("25:00", nil, "“25:00” is not a time of day."),
        ("06:00", "2027-01-05", "No night of “bedtime” on nursery ends on 2027-01-05."),
        ("02:00", nil, "02:00 on 2027-01-06 has passed."),
        ("21:00", nil, "Lights-out of the next night comes before that, at 20:00 on 2027-01-06."),
    ])
    func wakeTime_isRefused_whereItCannotBe(time: String, date: String?, message: String) async throws {
        _ = try await night(until: "2027-01-06 03:00") { night in
            let error = await #expect(throws: ControlError.self) { try await self.wake(night, at: time, on: date) }
            #expect(error?.message == message)
        }
    }

    @Test func reply_namesTheAlarmBeforeTheWakeTime() async throws {
        _ = try await night(until: "2027-01-06 03:00") { night in
            try await night.perform(
                Endpoints.addAlarm, AlarmRequest(name: "school", device: "nursery", at: "07:00"))
            let moved = try await self.wake(night, at: "08:30")
            #expect(
                moved.warning
                    == "The alarm “school” rings before that, at 07:00. To leave that out: "
                    + "`lull alarm skip school --device nursery --date 2027-01-06`.")
        }
    }

    /// The alarm is at one o'clock in Berlin, which is seven in New York.
    @Test func reply_namesTheAlarmBeforeTheWakeTime_byTheClockOfTheHost() async throws {
        let night = try await SimulatedNight("2027-01-05 19:00", zone: "America/New_York")
        try await night.live {
            try await night.setBedtime(wake: "07:00")
            var alarm = AlarmRequest(name: "school", device: "nursery", at: "13:00", days: "daily")
            alarm.zone = "Europe/Berlin"
            try await night.perform(Endpoints.addAlarm, alarm)
            let moved = try await self.wake(night, at: "08:30")
            #expect(
                moved.warning
                    == "The alarm “school” rings before that, at 07:00. To leave that out: "
                    + "`lull alarm skip school --device nursery --date 2027-01-06`.")
        }
    }

    @Test func reply_namesEachAlarmBeforeTheWakeTime_andLeavesTheFirstOut() async throws {
        _ = try await night(until: "2027-01-06 03:00") { night in
            for (name, time) in [("school", "07:00"), ("late", "08:00"), ("later", "09:00")] {
                try await night.perform(
                    Endpoints.addAlarm, AlarmRequest(name: name, device: "nursery", at: time))
            }
            let moved = try await self.wake(night, at: "08:30")
            #expect(
                moved.warning
                    == "The alarm “school” rings before that, at 07:00. The alarm “late” rings before that, at 08:00. "
                    + "To leave the first one out: `lull alarm skip school --device nursery --date 2027-01-06`.")
        }
    }
}
