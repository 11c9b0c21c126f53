// SPDX-License-Identifier: Apache-2.0

import CivilTime
import ControlAPI
import Scheduling
import SleepModel
import Testing

@testable import Clocks

/// What happens between a snooze and its end, and to alarms that somebody changes: the cases K18 to K30.
@MainActor
@Suite(.timeLimit(.minutes(2)))
struct SnoozeCaseTests {
    private let bird = SoundID(rawValue: 9)

    /// A night in which an alarm rang at 07:00 and was snoozed for nine minutes at 07:01.
    private func whileSnoozed(_ body: @escaping @MainActor @Sendable (SimulatedNight) async throws -> Void) async throws
    {
        let night = try await SimulatedNight("2027-01-05 06:00")
        try await night.live {
            try await night.addAlarm()
            try await night.wait(until: "2027-01-05 07:01")
            try await night.snooze()
            try await body(night)
        }
    }

    @Test(
        arguments: [
            ("2026-11-01 05:00", "01:50", "2026-11-01 05:55", "2026-11-01 06:04"),
            ("2027-03-14 06:00", "01:50", "2027-03-14 06:55", "2027-03-14 07:04"),
        ])
    func snooze_lastsNineMinutes_overATransition(start: String, time: String, snoozed: String, end: String) async throws
    {
        let night = try await SimulatedNight(start, zone: "America/New_York")
        try await night.live {
            try await night.addAlarm(at: time)
            try await night.wait(until: snoozed)
            try await night.snooze()
            try await night.wait(until: end.dropLast(2) + "03")
            #expect(try await night.phases == ["up": .snoozed])
            try await night.wait(until: end + ":01")
            #expect(try await night.phases == ["up": .ringing])
        }
    }

    @Test func snooze_keepsItsInstant_whenTheHostMoves() async throws {
        let files = try ZoneFiles(host: "York")
        let night = try await SimulatedNight("2027-01-05 11:00", zones: files.book())
        try await night.live {
            try await night.addAlarm()
            try await night.wait(until: "2027-01-05 12:01")
            try await night.snooze()
            files.moveHost(to: "London")
            night.clock.manual.changeZone()
            try await night.wait(until: "2027-01-05 12:09:59")
            #expect(try await night.phases == ["up": .snoozed])
            try await night.wait(until: "2027-01-05 12:10:01")
            #expect(try await night.phases == ["up": .ringing])
        }
        #expect(try await night.outcomes() == ["5 started", "5 snoozed", "5 ringing"])
    }

    @Test(arguments: ["06", "08"])
    func snooze_lastsNineMinutes_whenTheClockIsSet(hour: String) async throws {
        try await whileSnoozed { night in
            try await night.set("2027-01-05 \(hour):01")
            try await night.wait(until: "2027-01-05 \(hour):09:59")
            #expect(try await night.phases == ["up": .snoozed])
            try await night.wait(until: "2027-01-05 \(hour):10:01")
            #expect(try await night.phases == ["up": .ringing])
        }
    }

    @Test(arguments: [("07:04", "07:10", AlarmPhase.ringing), ("08:00", "08:00", .ringing), ("16:00", "16:00", nil)])
    func snooze_keepsItsInstant_overDowntime(back: String, looked: String, phase: AlarmPhase?) async throws {
        let night = try await SimulatedNight("2027-01-05 06:00")
        try await night.live {
            try await night.addAlarm()
            try await night.wait(until: "2027-01-05 07:01")
            try await night.snooze()
            try await night.wait(until: "2027-01-05 07:02")
        }
        try night.pass(until: "2027-01-05 \(back)")
        try await night.live {
            if back < "07:10" { #expect(try await night.phases == ["up": .snoozed]) }
            try await night.wait(until: "2027-01-05 \(looked):03")
            #expect(try await night.phases["up"] == phase)
            #expect(await night.state.isOn == (phase != nil))
        }
    }

    @Test(arguments: [("08:00", AlarmPhase.ringing), ("16:00", nil)])
    func snooze_ringsLateOrIsOver_afterASuspend(time: String, phase: AlarmPhase?) async throws {
        try await whileSnoozed { night in
            try await night.suspend(until: "2027-01-05 \(time)")
            try await night.wait(until: "2027-01-05 \(time):03")
            #expect(try await night.phases["up"] == phase)
        }
    }

    @Test func snooze_ringsAfterMidnight_andTomorrowIsUntouched() async throws {
        let night = try await SimulatedNight("2027-01-05 22:00")
        try await night.live {
            try await night.addAlarm(at: "23:55")
            try await night.wait(until: "2027-01-05 23:56")
            try await night.snooze()
            try await night.wait(until: "2027-01-06 00:06")
            #expect(try await night.phases == ["up": .ringing])
            try await night.dismiss()
            try await night.wait(until: "2027-01-06 23:56")
        }
        #expect(
            try await night.outcomes()
                == ["5 started", "5 snoozed", "5 ringing", "5 dismissed", "6 started"])
    }

    /// What is done to an alarm during its snooze.
    enum Deed: CaseIterable { case edit, disable, remove }

    @Test(arguments: Deed.allCases)
    func snooze_isThatOfItsRun_whenItsAlarmIsChangedMeanwhile(deed: Deed) async throws {
        try await whileSnoozed { night in
            switch deed {
            case .edit: try await night.edit("at: 07:00", to: "at: 06:30")
            case .disable: try await night.edit("kind: alarm", to: "kind: alarm\n    enabled: false")
            case .remove:
                _ = try await night.perform(Endpoints.removeAlarm, ScheduleSelection(name: "up", device: nil))
            }
            try await night.wait(until: "2027-01-05 07:11")
            #expect(await night.state.isOn == (deed == .edit))
            let last = try await night.outcomes().last
            #expect(last == (deed == .edit ? "5 ringing" : "5 cancelled"))
        }
    }

    @Test func snooze_waitsForTheOtherAlarm_andIsNotLost() async throws {
        let night = try await SimulatedNight("2027-01-05 06:00")
        try await night.live {
            try await night.addAlarm("a")
            try await night.addAlarm("b", at: "07:05")
            try await night.wait(until: "2027-01-05 07:00:30")
            try await night.snooze("a")
            try await night.wait(until: "2027-01-05 07:10")
            #expect(try await night.phases == ["a": .snoozed, "b": .ringing])
            try await night.dismiss("b")
            try await night.wait(until: "2027-01-05 07:10:05")
            #expect(try await night.phases == ["a": .ringing])
            #expect(await night.state.sound == bird)
            #expect(await night.state.isOn)
        }
    }

    @Test func alarm_ringsTomorrow_whenItIsAddedInItsMinute() async throws {
        let night = try await SimulatedNight("2027-01-05 07:00:20")
        try await night.live {
            try await night.addAlarm()
            let alarm = try await night.perform(Endpoints.alarms, DeviceChoice()).first
            #expect(alarm?.next == (try SimulatedNight.instant("2027-01-06 07:00")))
            try await night.wait(until: "2027-01-06 07:01")
        }
        #expect(try await night.outcomes() == ["6 started"])
    }

    @Test func alarm_ringsTomorrow_whenItIsMovedToATimeThatHasPassed() async throws {
        let night = try await SimulatedNight("2027-01-05 06:00")
        try await night.live {
            try await night.addAlarm()
            try await night.wait(until: "2027-01-05 06:45")
            try await night.edit("at: 07:00", to: "at: 06:30")
            try await night.wait(until: "2027-01-06 06:31")
        }
        #expect(try await night.outcomes() == ["6 started"])
    }

    @Test func skip_isOfItsDateAndUsedOnce_whateverTheClockDoes() async throws {
        let night = try await SimulatedNight("2027-01-05 06:00")
        try await night.live {
            try await night.addAlarm()
            try await night.skip()
            try await night.edit("kind: alarm", to: "kind: alarm\n    enabled: false")
            try await night.edit("enabled: false", to: "enabled: true")
        }
        try await night.live {
            try await night.wait(until: "2027-01-05 07:10")
            try await night.set("2027-01-05 06:50")
            try await night.wait(until: "2027-01-06 07:01")
        }
        let outcomes = try await night.outcomes()
        #expect(outcomes == ["5 skip", "5 skipped skip", "6 started"])
    }

    @Test func alarmsOfOneMinute_areOneRing_andARecordEach() async throws {
        let night = try await SimulatedNight("2027-01-05 06:00")
        try await night.live {
            for number in 1...100 { try await night.addAlarm("up-\(number)") }
            try await night.wait(until: "2027-01-05 07:01")
            #expect(try await night.phases.values.count { $0 == .ringing } == 100)
            try await night.dismiss("up-7")
            try await night.wait(until: "2027-01-05 07:02")
            #expect(try await night.phases.isEmpty)
        }
        #expect(try night.commands().filter { $0 == "SI01" }.count == 1)
        for number in 1...100 {
            #expect(try await night.outcomes("up-\(number)") == ["5 started", "5 dismissed"])
        }
    }

    /// Midnight of 6 September 2026 is in a gap in Santiago.
    @Test func pause_endsWithTheFirstMoment_ofADayWithoutAMidnight() async throws {
        let night = try await SimulatedNight("2026-09-05 12:00", zone: "America/Santiago")
        try await night.live {
            try await night.addAlarm(at: "23:59")
            try await night.addAlarm("next", at: "01:01")
            let pause = try await night.perform(Endpoints.pause, PauseRequest(until: "2026-09-06T00:00"))
            #expect(pause.until == (try SimulatedNight.instant("2026-09-06 04:00")))
            try await night.wait(until: "2026-09-06 04:02")
            #expect(try await night.outcomes() == ["5 skipped pause"])
            #expect(try await night.outcomes("next") == ["6 started"])
        }
    }

    @Test func alarm_isDismissedOnce_whenTwoDoItAtOnce() async throws {
        let night = try await SimulatedNight("2027-01-05 06:00")
        try await night.live {
            try await night.addAlarm()
            try await night.wait(until: "2027-01-05 07:01")
            async let first: Void = night.dismiss()
            async let second: Void = night.dismiss()
            _ = try? await first
            _ = try? await second
            try await night.wait(until: "2027-01-05 07:02")
            #expect(await !night.state.isOn)
        }
        #expect(try await night.outcomes() == ["5 started", "5 dismissed"])
    }
}
