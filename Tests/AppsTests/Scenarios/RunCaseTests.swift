// SPDX-License-Identifier: Apache-2.0

import CivilTime
import ControlAPI
import SleepModel
import Testing

@testable import Clocks

/// What clocks, kills and transitions do to routines, bedtimes and sunrises: the cases K2, K6 and K14 to K17.
@MainActor
@Suite(.timeLimit(.minutes(2)))
struct RunCaseTests {
    private let rain = SoundID(rawValue: 7)

    @Test func routine_keepsItsPlace_whenTheClockGoesBack() async throws {
        let night = try await SimulatedNight("2027-01-05 19:00")
        try await night.live {
            try await night.addRoutine(
                at: "20:00", "light #ff0000; for 5m", "light #00ff00; for 5m", "light #0000ff; for 20m", "sound rain")
            try await night.wait(until: "2027-01-05 20:15")
            #expect(try await night.step == 3)
            try await night.set("2027-01-05 19:15")
            try await night.wait(until: "2027-01-05 19:29:58")
            #expect(try await night.step == 3)
            try await night.wait(until: "2027-01-05 19:30:02")
            #expect(try await night.step == 4)
        }
    }

    @Test func routine_endsByTheClock_whenItIsSetForwardIntoIt() async throws {
        let night = try await SimulatedNight("2027-01-05 19:00")
        try await night.live {
            try await night.addRoutine(at: "20:00", "light #ff0000; for 30m", "light off; sound rain; until 07:00")
            try await night.wait(until: "2027-01-05 20:10")
            try await night.set("2027-01-05 23:10")
            #expect(try await night.step == 1)
            try await night.wait(until: "2027-01-05 23:30:05")
            #expect(try await night.step == 2)
            try await night.wait(until: "2027-01-06 06:59:59")
            #expect(await night.state.sound == rain)
            try await night.wait(until: "2027-01-06 07:00:05")
            #expect(try await night.step == nil)
            #expect(await !night.state.isOn)
        }
    }

    @Test func bedtime_showsWhatIsTrueNow_whenTheClockIsSetIntoIt() async throws {
        let night = try await SimulatedNight("2027-01-05 18:00")
        try await night.live {
            _ = try await night.perform(
                Endpoints.setBedtime,
                BedtimeRequest(device: "nursery", at: "20:00", windDown: "30m", sound: "rain", wake: "07:00"))
            try await night.set("2027-01-05 22:30")
            try await night.wait(until: "2027-01-05 22:30:05")
            #expect(await night.state.sound == rain)
            #expect(await night.state.light.brightness == .zero)
            let phases = try await night.perform(Endpoints.bedtimes, DeviceChoice()).map(\.phase)
            #expect(phases == [.night])
            try await night.wait(until: "2027-01-06 07:00:05")
            let wake = try await night.perform(Endpoints.bedtimes, DeviceChoice()).map(\.phase)
            #expect(wake == [.wake])
        }
    }

    @Test func routine_goesOnInTheRightStep_withoutAFlashOfTheFirst() async throws {
        let night = try await SimulatedNight("2027-01-05 19:00")
        try await night.live {
            try await night.addRoutine(
                at: "20:00", "light #ff0000 50%; for 4m", "light #00ff00 50%; for 4m", "light #0000ff 50%; for 8m",
                "light white 80% fade 10m; for 10m", "light off; sound rain; for 10m")
            try await night.wait(until: "2027-01-05 20:12")
            #expect(try await night.step == 3)
        }
        try night.pass(until: "2027-01-05 20:19")
        try await night.live {
            try await night.wait(until: "2027-01-05 20:19:05")
            #expect(try await night.step == 4)
            let commands = try night.commands(since: "2027-01-05 20:19")
            #expect(!commands.contains { $0.hasPrefix("SCFF0000") || $0.hasPrefix("SC00FF00") }, "\(commands)")
            try await night.wait(until: "2027-01-05 20:26:05")
            #expect(try await night.step == 5)
        }
    }

    /// A routine at 01:50 whose step lasts through the gap of New York.
    @Test func step_lastsItsElapsedTime_overAGap() async throws {
        let night = try await SimulatedNight("2027-03-14 06:00", zone: "America/New_York")
        try await night.live {
            try await night.addRoutine(at: "01:50", "sound rain; for 30m")
            try await night.wait(until: "2027-03-14 07:19:59")
            #expect(try await night.step == 1)
            try await night.wait(until: "2027-03-14 07:20:05")
            #expect(try await night.step == nil)
        }
        #expect(try await night.outcomes("dusk") == ["14 started", "14 done"])
    }

    @Test(
        arguments: [
            ("2027-03-14 00:00", "2027-03-14 01:00", "2027-03-14 11:00"),
            ("2026-10-31 23:00", "2026-11-01 00:00", "2026-11-01 12:00"),
        ])
    func step_endsAtItsTimeOfDay_overATransition(start: String, begin: String, end: String) async throws {
        let night = try await SimulatedNight(start, zone: "America/New_York")
        try await night.live {
            try await night.addRoutine(at: "20:00", "sound rain; until 07:00")
            try await night.wait(until: begin + ":05")
            let running = try await night.perform(Endpoints.routines, DeviceChoice()).first?.running
            #expect(running?.until == (try SimulatedNight.instant(end)))
            try await night.wait(until: end + ":05")
            #expect(try await night.step == nil)
        }
    }

    /// An alarm at 02:15 on a night that has no such time: it rings at 03:15, and its sunrise begins at 01:45.
    @Test func sunrise_isElapsedTime_beforeAnAlarmInAGap() async throws {
        let night = try await SimulatedNight("2027-03-14 06:00", zone: "America/New_York")
        try await night.live {
            try await night.addAlarm(at: "02:15", sunrise: "30m")
            try await night.wait(until: "2027-03-14 06:44:59")
            #expect(try await night.phases.isEmpty)
            try await night.wait(until: "2027-03-14 06:45:05")
            #expect(try await night.phases == ["up": .sunrise])
            try await night.wait(until: "2027-03-14 07:14:59")
            #expect(try await night.phases == ["up": .sunrise])
            try await night.wait(until: "2027-03-14 07:15:05")
            #expect(try await night.phases == ["up": .ringing])
        }
    }
}
