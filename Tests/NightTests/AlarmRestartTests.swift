// SPDX-License-Identifier: Apache-2.0

import Alarms
import CivilTime
import Clocks
import Coordination
import Scheduling
import SleepModel
import Testing

/// What downtime, suspends and set clocks do to alarms: table 2.4 of the facts about routines.
@Suite struct AlarmRestartTests {
    private let before = "2027-01-05T11:00:00Z"
    private let key = Night.key("wake", "2027-01-05")

    private func bench(sunrise: Duration? = nil) throws -> AlarmBench {
        try AlarmBench.alarms([Night.alarm(since: before, sunrise: sunrise)], at: before)
    }

    @Test func advance_doesNotRingAgain_whenTheClockGoesBackAfterADismissal() throws {
        // K1
        var bench = try bench()
        bench.pass(.minutes(70))
        bench.act { [key] machine, sample in machine.dismiss(key, at: sample) }
        bench.clock.step(to: bench.now.wall - .hours(1))
        bench.pass(.hours(3))
        #expect(bench.ledger.outcomes(of: "wake") == ["2027-01-05": "dismissed"])
        #expect(bench.ledger.refusals == 0)
        bench.pass(.hours(22))
        #expect(bench.ledger.outcomes(of: "wake").keys.sorted() == ["2027-01-05", "2027-01-06"])
    }

    @Test func advance_keepsRinging_whenTheClockGoesBackMeanwhile() throws {
        // K2
        var bench = try bench()
        bench.pass(.minutes(70))
        bench.clock.step(to: bench.now.wall - .hours(1))
        bench.pass(.minutes(20) - .seconds(1))
        #expect(bench.phases == ["ringing 1"])
        bench.pass(.seconds(1))
        #expect(bench.ledger.outcomes(of: "wake") == ["2027-01-05": "unattended"])
    }

    @Test(
        arguments: [
            (5 * 60, "open"), (30 * 60 - 1, "open"), (30 * 60, "missed"), (3 * 3600, "missed"),
        ] as [(Int64, String)])
    func advance_ringsLateOrMisses_whenTheClockGoesForwardOverIt(late: Int64, outcome: String) throws {
        // K4, K5
        var bench = try bench()
        bench.pass(.minutes(58))
        bench.clock.step(to: Night.instant("2027-01-05T12:00:00Z") + .seconds(late))
        bench.advance()
        #expect(bench.ledger.outcomes(of: "wake") == ["2027-01-05": outcome])
        #expect(bench.ledger.records[key]?.lateness == .seconds(late))
        #expect(bench.phases == (outcome == "open" ? ["ringing 1"] : []))
    }

    @Test(arguments: [(64, ["ringing 1"]), (240, [])] as [(Int64, [String])])
    func restart_ringsLateOrMisses_afterDowntime(minutes: Int64, phases: [String]) throws {
        // K8
        var bench = try bench()
        bench.pass(.minutes(10))
        bench.clock.advance(by: .minutes(minutes - 10))
        bench.restart()
        #expect(bench.phases == phases)
        #expect(bench.ledger.records.count == 1)
    }

    @Test func restart_ringsForTheLatestAlone_afterDowntimeOverThree() throws {
        // K9
        var bench = try bench()
        bench.clock.advance(by: .hours(49) + .minutes(5))
        bench.restart()
        #expect(
            bench.ledger.outcomes(of: "wake") == [
                "2027-01-05": "missed", "2027-01-06": "missed", "2027-01-07": "open",
            ])
        #expect(bench.phases == ["ringing 1"])
    }

    @Test(
        arguments: [
            (10, ["ringing 1"], "open"), (56, ["ringing 1"], "open"), (57, [], "cancelled"),
        ] as [(Int64, [String], String)])
    func restart_ringsAgain_whenTheStateOfTheRunIsLost(minutes: Int64, phases: [String], outcome: String) throws {
        var bench = try bench()
        bench.pass(.minutes(61))
        bench.ledger.loseRuns()
        bench.clock.advance(by: .minutes(minutes - 1))
        bench.restart()
        #expect(bench.phases == phases)
        #expect(bench.ledger.outcomes(of: "wake") == ["2027-01-05": outcome])
        #expect(bench.ledger.lastLine?.reason == .damaged)
    }

    @Test func run_goesOnAndCanBeDismissed_whenItsScheduleCannotBeRead() throws {
        var bench = try bench()
        bench.pass(.minutes(61))
        bench.ledger.loseSchedules()
        bench.restart()
        #expect(bench.phases == ["ringing 1"])
        #expect(bench.machine.occurrences.schedules.map(\.name) == ["wake"])
        #expect(bench.machine.occurrences.schedules.map(\.isEnabled) == [false])
        bench.act { [key] machine, sample in machine.dismiss(key, at: sample) }
        #expect(bench.ledger.outcomes(of: "wake") == ["2027-01-05": "dismissed"])
        #expect(bench.machine.occurrences.schedules == [])
        bench.pass(.hours(48))
        #expect(bench.ledger.records.count == 1)
    }

    @Test func restart_goesOnWithTheSunrise_whenTheStateOfTheRunIsLost() throws {
        var bench = try bench(sunrise: .minutes(30))
        bench.pass(.minutes(40))
        let actions = bench.actions()
        bench.ledger.loseRuns()
        bench.restart()
        #expect(bench.phases == ["sunrise"])
        #expect(bench.actions() == actions)
    }

    @Test func restart_losesNone_afterACrashAtAnyWrite() throws {
        for writes in 0..<3 {
            var bench = try bench()
            bench.clock.advance(by: .hours(49) + .minutes(5))
            bench.ledger.remainingWrites = writes
            bench.restart()
            bench.ledger.remainingWrites = nil
            bench.restart()
            #expect(
                bench.ledger.outcomes(of: "wake") == [
                    "2027-01-05": "missed", "2027-01-06": "missed", "2027-01-07": "open",
                ], "crash after \(writes) writes")
        }
    }

    @Test func advance_triesAgain_whenTheStoreFailedToClaim() throws {
        var bench = try bench()
        bench.pass(.minutes(59))
        bench.ledger.remainingWrites = 0
        bench.pass(.minutes(1))
        #expect(bench.phases == [])
        bench.ledger.remainingWrites = nil
        bench.pass(.seconds(5))
        #expect(bench.phases == ["ringing 1"])
    }

    @Test(arguments: [(64, ["ringing 1"]), (240, [])] as [(Int64, [String])])
    func advance_ringsLateOrMisses_afterASuspend(minutes: Int64, phases: [String]) throws {
        // K10
        var bench = try bench()
        bench.pass(.minutes(10))
        bench.clock.suspend(for: .minutes(minutes - 10))
        bench.advance()
        #expect(bench.phases == phases)
        #expect(bench.ledger.records[key]?.outcome == (phases == [] ? .missed : nil))
    }

    @Test(arguments: [(64, ["ringing 1"], "open"), (240, [], "missed")] as [(Int64, [String], String)])
    func advance_ringsLateOrMisses_afterASuspendInTheSunrise(
        minutes: Int64, phases: [String], outcome: String
    ) throws {
        // K10
        var bench = try bench(sunrise: .minutes(30))
        bench.pass(.minutes(40))
        bench.clock.suspend(for: .minutes(minutes - 40))
        bench.advance()
        #expect(bench.phases == phases)
        #expect(bench.ledger.outcomes(of: "wake") == ["2027-01-05": outcome])
    }

    @Test(arguments: [true, false])
    func ring_saysHowLateItIs_afterDowntimeInTheSunrise(isBegun: Bool) throws {
        var bench = try bench(sunrise: .minutes(30))
        // One that began late is no later for that at its ring.
        bench.clock.advance(by: .minutes(isBegun ? 31 : 40))
        bench.restart()
        #expect(bench.phases == ["sunrise"])
        if isBegun {
            bench.clock.advance(by: .minutes(29) + .seconds(4))
            bench.restart()
        } else {
            bench.pass(.minutes(20))
        }
        #expect(bench.phases == ["ringing 1"])
        #expect(bench.ledger.log.last?.outcome == .ringing)
        #expect(bench.ledger.log.last?.lateSeconds == (isBegun ? 4 : 0))
    }

    /// People were to be woken at the ring, and not when the light began to grow.
    @Test(arguments: [(40, "sunrise", 0), (60, "ringing 1", 0), (65, "ringing 1", 300)] as [(Int64, String, Int)])
    func start_isLateFromTheTimeOfTheRing_notFromTheSunrise(minutes: Int64, phase: String, late: Int) throws {
        var bench = try bench(sunrise: .minutes(30))
        bench.clock.advance(by: .minutes(minutes))
        bench.restart()
        #expect(bench.phases == [phase])
        #expect(bench.ledger.records[key]?.lateness == .seconds(late))
        #expect(bench.ledger.log.map(\.outcome) == [.started])
        #expect(bench.ledger.log.last?.lateSeconds == late)
    }

    @Test func miss_isLateFromTheTimeOfTheRing_notFromTheSunrise() throws {
        var bench = try bench(sunrise: .minutes(30))
        bench.clock.advance(by: .minutes(60 + 45))
        bench.restart()
        #expect(bench.ledger.outcomes(of: "wake") == ["2027-01-05": "missed"])
        #expect(bench.ledger.log.last?.lateSeconds == 45 * 60)
    }

    @Test func ring_saysHowLateItIs_afterDowntimeInASnooze() throws {
        var bench = try bench()
        bench.clock.advance(by: .minutes(65))
        bench.restart()
        try bench.act { [key] machine, sample in try machine.snooze(key, length: nil, at: sample) }
        bench.clock.advance(by: .minutes(9) + .seconds(7))
        bench.restart()
        #expect(bench.phases == ["ringing 2"])
        #expect(bench.ledger.log.map(\.outcome) == [.started, .snoozed, .ringing])
        #expect(bench.ledger.log.last?.lateSeconds == 7)
    }

    @Test func restart_rings_whenKilledBetweenClaimAndTheFirstByte() throws {
        // K12
        var bench = try bench()
        bench.clock.advance(by: .hours(1))
        let effects = bench.machine.advance(to: bench.now)
        #expect(effects.count == 1)
        for effect in effects { #expect(bench.ledger.perform(effect) == .accepted) }
        bench.clock.advance(by: .seconds(20))
        bench.restart()
        #expect(bench.machine.runs.map(\.key) == [key])
        #expect(bench.phases == ["ringing 1"])
        #expect(bench.ledger.records.count == 1)
    }

    @Test(arguments: [true, false])
    func restart_ringsOn_whenKilledWhileRinging(reboots: Bool) throws {
        // K13
        var bench = try bench()
        bench.pass(.minutes(65))
        let rungFor = bench.now.elapsed(since: try #require(bench.machine.runs.first?.run.phase.since))
        if reboots {
            bench.clock.reboot(bootID: "second", downtime: .seconds(20))
        } else {
            bench.clock.advance(by: .seconds(20))
        }
        bench.restart()
        #expect(bench.phases == ["ringing 1"])
        let anchor = try #require(bench.machine.runs.first?.run.phase.since)
        #expect(anchor.bootID == bench.now.bootID)
        #expect(bench.now.elapsed(since: anchor) == rungFor + .seconds(20))
        bench.pass(.minutes(25) - .seconds(21))
        #expect(bench.phases == ["ringing 1"])
        bench.pass(.seconds(1))
        #expect(bench.ledger.outcomes(of: "wake") == ["2027-01-05": "unattended"])
    }

    @Test(arguments: [true, false])
    func restart_endsUnattended_whenKilledWhileRingingForLong(reboots: Bool) throws {
        // K13
        var bench = try bench()
        bench.pass(.minutes(60))
        if reboots {
            bench.clock.reboot(bootID: "second", downtime: .minutes(40))
        } else {
            bench.clock.advance(by: .minutes(40))
        }
        bench.restart()
        #expect(bench.ledger.outcomes(of: "wake") == ["2027-01-05": "unattended"])
    }

    @Test(arguments: [true, false])
    func restart_growsOnFromTheSamePlace_duringTheSunrise(reboots: Bool) throws {
        var bench = try bench(sunrise: .minutes(30))
        bench.pass(.minutes(40))
        if reboots {
            bench.clock.reboot(bootID: "second", downtime: .minutes(5))
        } else {
            bench.clock.advance(by: .minutes(5))
        }
        let restarted = bench.now
        bench.restart()
        #expect(bench.actions().contains(.light(Light(Night.amber.appearance, brightness: .init(rawValue: 50)))))
        bench.pass(.minutes(15))
        #expect(bench.phases == ["ringing 1"])
        #expect(bench.now.wall - restarted.wall == .minutes(15))
        #expect(bench.now.wall == Night.instant("2027-01-05T12:00:00Z"))
    }

    @Test(arguments: [true, false])
    func advance_ringsOnce_whenTheClockGoesBackBeforeAMissedAlarm(restarts: Bool) throws {
        let alarm = Night.alarm(days: .once(Night.date("2027-01-05")), since: before)
        var bench = try AlarmBench.alarms([alarm], at: before)
        bench.clock.step(to: bench.now.wall + .hours(12))
        bench.pass(.minutes(1))
        #expect(bench.ledger.outcomes(of: "wake") == ["2027-01-05": "missed"])
        bench.clock.step(to: Night.instant(before))
        if restarts { bench.restart() }
        bench.pass(.minutes(61))
        #expect(bench.phases == ["ringing 1"])
        bench.pass(.hours(48))
        #expect(bench.ledger.outcomes(of: "wake") == ["2027-01-05": "unattended"])
        #expect(bench.ledger.schedules.map(\.isEnabled) == [false])
    }

    @Test func save_waitsForTheNextDay_whenMovedToATimeThatPassed() throws {
        // K24, K25
        var bench = try bench()
        bench.pass(.minutes(45))
        bench.act { machine, sample in
            machine.occurrences.save(Night.alarm(at: "06:30", since: sample.wall.iso8601), at: sample)
        }
        bench.pass(.hours(2))
        #expect(bench.ledger.outcomes(of: "wake") == [:])
        let next = bench.machine.occurrences.upcoming(after: bench.now.wall, until: bench.now.wall + .hours(24))
        #expect(next.map(\.occurrence.key) == [Night.key("wake", "2027-01-06")])
    }

    @Test func save_leavesTheRunAlone_whenEditedWhileRinging() throws {
        var bench = try bench()
        bench.pass(.minutes(60))
        bench.act { machine, sample in
            machine.occurrences.save(Night.alarm(since: sample.wall.iso8601, sound: Night.rain), at: sample)
        }
        bench.restart()
        #expect(bench.actions().contains(.sound(Night.bird)))
    }
}
