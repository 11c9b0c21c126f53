// SPDX-License-Identifier: Apache-2.0

import CivilTime
import ControlAPI
import SimulatedDevice
import SleepModel
import Testing

@testable import Clocks

/// What clocks, downtime and suspends do to alarms: the cases K1 to K13, over the whole household.
@MainActor
@Suite(.timeLimit(.minutes(2)))
struct ClockCaseTests {
    private let bird = SoundID(rawValue: 9)

    @Test func alarm_doesNotRingAgain_whenTheClockGoesBackAfterADismissal() async throws {
        let night = try await SimulatedNight("2027-01-05 06:00")
        try await night.live {
            try await night.addAlarm()
            try await night.wait(until: "2027-01-05 07:05")
            try await night.dismiss()
            try await night.wait(until: "2027-01-05 07:10")
            try await night.set("2027-01-05 06:10")
            try await night.wait(until: "2027-01-06 07:01")
        }
        #expect(try await night.outcomes() == ["5 started", "5 dismissed", "6 started"])
    }

    @Test func alarm_ringsOnByElapsedTime_whenTheClockGoesBackMeanwhile() async throws {
        let night = try await SimulatedNight("2027-01-05 06:00")
        try await night.live {
            try await night.addAlarm()
            try await night.wait(until: "2027-01-05 07:10")
            try await night.set("2027-01-05 06:10")
            try await night.wait(until: "2027-01-05 06:29:59")
            #expect(try await night.phases == ["up": .ringing])
            #expect(await night.state.sound == bird)
            try await night.wait(until: "2027-01-05 08:00")
        }
        let outcomes = try await night.outcomes()
        // The log is in the order of the clock, which was set back.
        #expect(outcomes == ["5 unattended", "5 started"])
    }

    @Test func alarms_ringOnTheRealDays_whenTheClockWasDaysAhead() async throws {
        let night = try await SimulatedNight("2027-01-05 06:00")
        try await night.live {
            try await night.addAlarm()
            try await night.set("2027-01-07 06:59")
            try await night.wait(until: "2027-01-07 07:05")
            try await night.dismiss()
            try await night.set("2027-01-05 06:10")
            try await night.wait(until: "2027-01-05 07:01")
            #expect(try await night.phases == ["up": .ringing])
            try await night.dismiss()
            try await night.wait(until: "2027-01-07 07:01")
            #expect(try await night.phases == ["up": .ringing])
        }
        let outcomes = try await night.outcomes()
        #expect(outcomes.contains("7 void clock-step"))
        #expect(outcomes.filter { $0 == "7 started" }.count == 2)
    }

    @Test(arguments: [
        (
            "2027-03-13 12:00", "02:30",
            "daily at 02:30; the clocks change: 02:30 does not exist"
        ),
        (
            "2027-11-06 12:00", "01:30",
            "daily at 01:30; the clocks change: 01:30 comes twice, and this is the first"
        ),
        ("2027-03-13 12:00", "03:30", "daily at 03:30"),
    ])
    func next_saysWhyATimeDiffers_whereTheClocksChange(start: String, time: String, why: String) async throws {
        let night = try await SimulatedNight(start, zone: "America/New_York")
        try await night.live {
            _ = try await night.perform(
                Endpoints.addAlarm, AlarmRequest(name: "up", device: "nursery", at: time, days: "daily"))
            let next = try await night.perform(Endpoints.next, NextQuery(days: 2))
            #expect(next.first?.why == why)
        }
    }

    @Test func move_isToTheTimeThatTheAlarmRings_whereTheClocksChange() async throws {
        let night = try await SimulatedNight("2027-03-13 12:00", zone: "America/New_York")
        try await night.live {
            try await night.addAlarm()
            let moved = try await night.perform(
                Endpoints.moveAlarm, MoveRequest(name: "up", device: nil, at: "02:30", date: "2027-03-14"))
            #expect(moved.moved.map { "\($0.date) \($0.at)" } == ["2027-03-14 03:30"])
            try await night.setBedtime(wake: "07:00")
            let bedtime = try await night.perform(
                Endpoints.moveWakeTime, MoveRequest(name: nil, device: "nursery", at: "02:30", date: "2027-03-14"))
            #expect(bedtime.mornings.map { "\($0.date) \($0.at)" } == ["2027-03-14 03:30"])
        }
    }

    /// As well of a night ahead as of one that runs.
    @Test(arguments: ["2027-03-13 12:00", "2027-03-14 04:00"])
    func next_saysWhyAWakeLightDiffers_whereTheClocksChange(time: String) async throws {
        let night = try await SimulatedNight("2027-03-13 12:00", zone: "America/New_York")
        try await night.live {
            try await night.setBedtime(wake: "02:30")
            try await night.wait(until: time)
            let next = try await night.perform(Endpoints.next, NextQuery(days: 3)).filter { $0.kind == .window }
            #expect(
                next.prefix(2).map(\.why) == [
                    "wake light after the bedtime of 2027-03-13, until 04:00; "
                        + "the clocks change: 02:30 does not exist",
                    "wake light after the bedtime of 2027-03-14, until 03:00",
                ])
        }
    }

    /// The link breaks while the host sleeps, and nothing is written between the ring and then.
    @Test func alarm_isUnattended_whenItRangAndTheHostSleptOverItsEnd() async throws {
        let night = try await SimulatedNight("2027-01-05 06:00")
        try await night.live {
            try await night.addAlarm()
            try await night.wait(until: "2027-01-05 07:00:30")
            night.clock.manual.suspend(for: try SimulatedNight.instant("2027-01-05 07:40") - night.clock.now().wall)
            await night.peripheral.dropConnection()
            try await night.wait(until: "2027-01-05 07:41")
        }
        #expect(try await night.outcomes() == ["5 started", "5 unattended"])
    }

    @Test(arguments: [("07:05", "5 started"), ("07:29", "5 started"), ("10:00", "5 missed clock-step")])
    func alarm_ringsLateOrIsMissed_whenTheClockGoesForwardOverIt(time: String, outcome: String) async throws {
        let night = try await SimulatedNight("2027-01-05 06:00")
        try await night.live {
            try await night.addAlarm()
            try await night.wait(until: "2027-01-05 06:58")
            try await night.set("2027-01-05 \(time)")
            #expect(try await night.outcomes() == [outcome])
            try await night.wait(until: "2027-01-05 10:01")
        }
        #expect(try night.commands().contains("SI01") == (outcome == "5 started"))
    }

    @Test func alarm_ringsOnce_whenTheClockIsCorrectedByLessThanASecond() async throws {
        let night = try await SimulatedNight("2027-01-05 06:00")
        try await night.live {
            try await night.addAlarm()
            try await night.wait(until: "2027-01-05 07:00")
            for _ in 0..<5 {
                night.clock.manual.step(to: night.clock.now().wall - .milliseconds(500))
                await night.clock.idle()
            }
            try await night.wait(until: "2027-01-05 08:00")
        }
        #expect(try await night.outcomes() == ["5 started", "5 unattended"])
        #expect(try night.commands().filter { $0 == "SI01" }.count == 1)
    }

    @Test(arguments: [("07:04", "5 started"), ("10:00", "5 missed down")])
    func alarm_ringsLateOrIsMissed_afterDowntime(time: String, outcome: String) async throws {
        let night = try await SimulatedNight("2027-01-05 06:00")
        try await night.live { try await night.addAlarm() }
        try night.pass(until: "2027-01-05 \(time)")
        try await night.live {
            #expect(try await night.outcomes() == [outcome])
            try await night.wait(until: "2027-01-05 10:01")
        }
        #expect(try night.commands().contains("SI01") == (outcome == "5 started"))
    }

    @Test func alarm_ringsForTheLatestAlone_afterDowntimeOverThree() async throws {
        let night = try await SimulatedNight("2027-01-05 06:00")
        try await night.live { try await night.addAlarm() }
        try night.pass(until: "2027-01-07 07:05")
        try await night.live {
            try await night.wait(until: "2027-01-07 07:06")
            #expect(try await night.outcomes() == ["5 missed down", "6 missed down", "7 started"])
            #expect(await night.state.sound == bird)
        }
    }

    @Test(arguments: [("07:04", "5 started"), ("10:00", "5 missed suspend")])
    func alarm_ringsLateOrIsMissed_afterASuspend(time: String, outcome: String) async throws {
        let night = try await SimulatedNight("2027-01-05 06:00")
        try await night.live {
            try await night.addAlarm()
            try await night.wait(until: "2027-01-05 06:10")
            try await night.suspend(until: "2027-01-05 \(time)")
            #expect(try await night.outcomes() == [outcome])
        }
    }

    @Test(arguments: [false, true])
    func alarm_ringsOn_afterAShortDowntime(reboots: Bool) async throws {
        let night = try await SimulatedNight("2027-01-05 06:00")
        try await night.live {
            try await night.addAlarm()
            try await night.wait(until: "2027-01-05 07:10")
        }
        if reboots {
            night.clock.manual.reboot(bootID: "second", downtime: .seconds(20))
        } else {
            try night.pass(until: "2027-01-05 07:10:20")
        }
        try await night.live {
            try await night.wait(until: "2027-01-05 07:29:59")
            #expect(try await night.phases == ["up": .ringing])
            #expect(await night.state.sound == bird)
            try await night.wait(until: "2027-01-05 08:00")
            #expect(await !night.state.isOn)
        }
        #expect(try await night.outcomes() == ["5 started", "5 unattended"])
    }

    @Test(arguments: [false, true])
    func alarm_isOverAndSilent_afterALongDowntime(reboots: Bool) async throws {
        let night = try await SimulatedNight("2027-01-05 06:00")
        try await night.live {
            try await night.addAlarm()
            try await night.wait(until: "2027-01-05 07:10")
        }
        if reboots {
            night.clock.manual.reboot(bootID: "second", downtime: .seconds(2400))
        } else {
            try night.pass(until: "2027-01-05 07:50")
        }
        try await night.live {
            try await night.wait(until: "2027-01-05 07:51")
            #expect(await !night.state.isOn)
        }
        #expect(try await night.outcomes() == ["5 started", "5 unattended"])
    }
}
