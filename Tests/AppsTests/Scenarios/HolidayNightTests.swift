// SPDX-License-Identifier: Apache-2.0

import CivilTime
import ControlAPI
import SleepModel
import Testing

/// A school alarm over holidays, by what reaches the device.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct HolidayNightTests {
    private func bring(_ night: SimulatedNight, _ events: (dates: String, summary: String)...) async throws {
        let calendar = events.map { HolidayServiceTests.calendar($0) }.joined()
        _ = try await night.perform(
            Endpoints.importHolidays, HolidaysImportRequest(name: "school", calendar: calendar))
    }

    private func addAlarm(_ night: SimulatedNight, sunrise: String? = nil) async throws {
        var rule = RuleRequest(at: "06:45", days: "weekdays")
        rule.notOn = "school"
        _ = try await night.perform(
            Endpoints.addAlarm,
            AlarmRequest(name: "up", device: "nursery", rule: rule, sunrise: sunrise, sound: "bird"))
    }

    /// 2027-01-04 is a Monday, and so is 2027-01-11.
    @Test func alarm_ringsOnANormalMonday_andNotOnAHolidayOne() async throws {
        let night = try await SimulatedNight("2027-01-03 18:00")
        try await night.live {
            try await self.bring(night, ("20270111", "Snow day"))
            try await self.addAlarm(night)
            try await night.wait(until: "2027-01-04 06:45:05")
            #expect(await night.state.sound == SoundID(rawValue: 9))
            try await night.dismiss()
            try await night.wait(until: "2027-01-11 06:30")
            let before = try night.commands(since: "2027-01-04 00:00").count
            try await night.wait(until: "2027-01-11 12:00")
            #expect(await !night.state.isOn)
            #expect(try night.commands(since: "2027-01-11 06:30").filter { $0.hasPrefix("SN") } == [])
            #expect(before > 0)
            try await night.wait(until: "2027-01-12 06:45:05")
            #expect(try await night.phases == ["up": .ringing])
        }
        #expect(try await night.outcomes().filter { $0.hasPrefix("11 ") } == [])
        #expect(try await night.outcomes().filter { $0.hasPrefix("4 ") } == ["4 started", "4 dismissed"])
    }

    @Test func holiday_isNotMissed_whileTheDaemonIsDown() async throws {
        let night = try await SimulatedNight("2027-01-03 18:00")
        try await night.live {
            try await self.bring(night, ("20270104-20270106", "Snow days"))
            try await self.addAlarm(night)
        }
        try night.pass(until: "2027-01-06 12:00")
        try await night.live { try await night.wait(until: "2027-01-06 12:01") }
        #expect(try await night.outcomes() == ["6 missed down"])
    }

    @Test func import_countsAtOnce_andAfterARestart() async throws {
        let night = try await SimulatedNight("2027-01-03 18:00")
        try await night.live {
            try await self.bring(night, ("20270301", "Later"))
            try await self.addAlarm(night)
            try await self.bring(night, ("20270104", "Snow day"))
            try await night.wait(until: "2027-01-04 08:00")
            #expect(await !night.state.isOn)
            // Nobody is woken late, or told of something missed, by a calendar without today.
            try await self.bring(night, ("20270301", "Later"))
            try await night.wait(until: "2027-01-04 08:05")
            #expect(await !night.state.isOn)
        }
        try await night.live {
            try await night.wait(until: "2027-01-05 06:45:05")
            #expect(try await night.phases == ["up": .ringing])
            try await night.dismiss()
        }
        #expect(try await night.outcomes() == ["5 started", "5 dismissed"])
    }

    @Test func import_withinTheGraceOfATime_wakesNobody() async throws {
        let night = try await SimulatedNight("2027-01-03 18:00")
        try await night.live {
            try await self.bring(night, ("20270104", "Snow day"))
            try await self.addAlarm(night)
            try await night.wait(until: "2027-01-04 06:55")
            try await self.bring(night, ("20270301", "Later"))
            try await night.wait(until: "2027-01-04 07:30")
            #expect(await !night.state.isOn)
        }
        #expect(try await night.outcomes() == [])
    }

    @Test func ring_goesOn_whenItsDateBecomesAHoliday() async throws {
        let night = try await SimulatedNight("2027-01-03 18:00")
        try await night.live {
            try await self.bring(night, ("20270301", "Later"))
            try await self.addAlarm(night, sunrise: "30m")
            try await night.wait(until: "2027-01-04 06:30")
            try await self.bring(night, ("20270104", "Snow day"))
            try await night.wait(until: "2027-01-04 06:45:05")
            #expect(try await night.phases == ["up": .ringing])
        }
        try await night.live {
            try await night.wait(until: "2027-01-04 06:46")
            #expect(try await night.phases == ["up": .ringing])
            try await night.dismiss()
            try await self.bring(night, ("20270301", "Later"))
            try await night.wait(until: "2027-01-04 07:10")
            #expect(try await night.phases == [:])
        }
        #expect(try await night.outcomes() == ["4 started", "4 ringing", "4 dismissed"])
    }

    @Test func holiday_thatIsCalledOff_ringsAtItsTime() async throws {
        let night = try await SimulatedNight("2027-01-03 18:00")
        try await night.live {
            try await self.bring(night, ("20270104", "Snow day"))
            try await self.addAlarm(night, sunrise: "30m")
            try await night.wait(until: "2027-01-04 06:30")
            #expect(await !night.state.isOn)
            try await self.bring(night, ("20270301", "Later"))
            try await night.wait(until: "2027-01-04 06:45:05")
            #expect(try await night.phases == ["up": .ringing])
        }
    }
}
