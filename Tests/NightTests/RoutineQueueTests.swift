// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import Coordination
import Routines
import Scheduling
import SleepModel
import Testing

/// Routines that are to begin while another one runs.
@Suite struct RoutineQueueTests {
    private let before = "2027-01-06T00:00:00Z"  // 19:00 on a Tuesday
    private let ignored = Night.key("tidy", "2027-01-05")

    private func light(_ level: UInt8) -> Light { Light(Night.amber.appearance, brightness: Level(rawValue: level)) }

    /// A story from 20:00 for an hour, and from 20:30 on what is to meet it.
    private func bench(
        _ meeting: RoutineMeeting, at time: String? = "20:30", _ ends: [RoutineStep.End] = [.after(.minutes(10))]
    ) throws -> RoutineBench {
        let story = Night.routine("story", since: before, [RoutineStep(light: light(10), end: .after(.hours(1)))])
        let steps = ends.enumerated().map { RoutineStep(light: light(UInt8(20 + $0.offset)), end: $0.element) }
        let tidy = Night.schedule(
            "tidy", at: time, since: before, plan: .routine(RoutinePlan(steps: steps, ifRunning: meeting)))
        return try RoutineBench.routines([story, tidy], at: before)
    }

    private func outcomes(_ name: String, in bench: RoutineBench) -> [LogOutcome] {
        bench.ledger.log.filter { $0.name == name }.map(\.outcome)
    }

    @Test func queued_beginsWhenTheOtherHasEnded_andIsWhole() throws {
        var bench = try bench(.queue)
        bench.pass(.minutes(119))
        #expect(bench.light == light(10))
        #expect(bench.machine.queue.map(\.key) == [ignored])
        #expect(outcomes("tidy", in: bench) == [.queued])
        bench.pass(.minutes(1))
        #expect(bench.light == light(20))
        // It waited, and is not late.
        #expect(bench.ledger.lastLine?.lateSeconds == 0)
        bench.pass(.minutes(10) - .seconds(1))
        #expect(bench.light == light(20))
        bench.pass(.seconds(1))
        #expect(outcomes("story", in: bench) == [.started, .done])
        #expect(outcomes("tidy", in: bench) == [.queued, .started, .done])
        #expect(bench.ledger.refusals == 0)
    }

    @Test(arguments: [true, false])
    func queued_stillWaits_afterARestart(reboots: Bool) throws {
        var bench = try bench(.queue)
        bench.pass(.minutes(95))
        if reboots {
            bench.clock.reboot(bootID: "second", downtime: .minutes(10))
        } else {
            bench.clock.advance(by: .minutes(10))
        }
        bench.restart()
        #expect(bench.light == light(10))
        #expect(bench.machine.queue.map(\.key) == [ignored])
        bench.pass(.minutes(15))
        #expect(bench.light == light(20))
        bench.restart()
        #expect(bench.light == light(20))
        #expect(outcomes("tidy", in: bench) == [.queued, .started])
    }

    @Test func queued_beginsAfterARestart_whenTheOtherEndedMeanwhile() throws {
        var bench = try bench(.queue)
        bench.pass(.minutes(95))
        bench.clock.advance(by: .minutes(60))
        bench.restart()
        #expect(bench.light == light(20))
        #expect(bench.ledger.outcomes(of: "story") == ["2027-01-05": "done"])
    }

    @Test func queued_beginsAtOnce_whenNothingRuns() throws {
        var bench = try bench(.queue)
        bench.pass(.minutes(61))
        bench.act { machine, sample in machine.stop(ScheduleID(rawValue: "story"), at: sample) }
        bench.pass(.minutes(29))
        #expect(bench.light == light(20))
        #expect(outcomes("tidy", in: bench) == [.started])
    }

    @Test func device_staysOn_betweenTheTwo() throws {
        var bench = try bench(.queue)
        bench.pass(.minutes(95))
        let before = bench.machine
        bench.act { machine, sample in machine.stop(ScheduleID(rawValue: "story"), at: sample) }
        #expect(!bench.machine.switchesOff(after: before, isFirst: false, at: bench.now))
        bench.advance()
        #expect(bench.light == light(20))
    }

    @Test func queued_isLeftOut_afterFourHours() throws {
        var bench = try bench(.queue)
        bench.pass(.minutes(61))
        try bench.act { machine, sample in
            try machine.steer(ScheduleID(rawValue: "story"), .extend(.hours(12)), at: sample)
        }
        bench.pass(.minutes(29 + 240) - .seconds(1))
        #expect(bench.machine.queue.map(\.key) == [ignored])
        bench.pass(.seconds(1))
        #expect(bench.machine.queue.isEmpty)
        #expect(bench.light == light(10))
        let record = try #require(bench.ledger.records[ignored])
        #expect(record.outcome == .skipped)
        #expect(record.reason == .busy)
    }

    @Test func queued_isLeftOut_whenItsTimeOfDayHasPassed() throws {
        var bench = try bench(.queue, [.after(.minutes(5)), .at(Night.time("20:50"))])
        bench.pass(.minutes(110) - .seconds(1))
        #expect(bench.machine.queue.map(\.key) == [ignored])
        bench.pass(.seconds(1))
        #expect(bench.ledger.outcomes(of: "tidy") == ["2027-01-05": "skipped"])
    }

    @Test func occurrence_isLeftOut_whenItIsFoundTooLateToWait() throws {
        var bench = try bench(.queue, [.after(.hours(8))])
        bench.pass(.minutes(61))
        try bench.act { machine, sample in
            try machine.steer(ScheduleID(rawValue: "story"), .extend(.hours(12)), at: sample)
        }
        bench.clock.suspend(for: .hours(5))
        bench.advance()
        #expect(bench.ledger.outcomes(of: "tidy") == ["2027-01-05": "skipped"])
        #expect(outcomes("tidy", in: bench) == [.skipped])
    }

    @Test func steps_thatWereToEndBefore_areLeftOut() throws {
        var bench = try bench(.queue, [.at(Night.time("20:45")), .after(.minutes(10)), .at(Night.time("21:30"))])
        bench.pass(.minutes(120))
        #expect(bench.light == light(21))
        bench.pass(.minutes(10))
        #expect(bench.light == light(22))
        bench.pass(.minutes(20))
        #expect(bench.ledger.outcomes(of: "tidy") == ["2027-01-05": "done"])
    }

    @Test func stop_endsWhatWaits_asWell() throws {
        var bench = try bench(.queue)
        bench.pass(.minutes(95))
        bench.act { machine, sample in machine.stop(at: sample) }
        bench.advance()
        #expect(bench.machine.runs.isEmpty)
        #expect(bench.machine.queue.isEmpty)
        #expect(bench.ledger.outcomes(of: "tidy") == ["2027-01-05": "cancelled"])
    }

    @Test func ignored_isLeftOut_andBeginsTheNextDay() throws {
        var bench = try bench(.ignore)
        bench.pass(.minutes(95))
        #expect(bench.light == light(10))
        let record = try #require(bench.ledger.records[ignored])
        #expect(record.outcome == .skipped)
        #expect(record.reason == .busy)
        bench.restart()
        bench.pass(.minutes(26))
        #expect(bench.machine.runs.isEmpty)
        bench.act { machine, sample in machine.stop(at: sample) }
        bench.pass(.minutes(23 * 60))
        bench.act { machine, sample in machine.stop(ScheduleID(rawValue: "story"), at: sample) }
        bench.pass(.minutes(30))
        #expect(bench.ledger.outcomes(of: "tidy") == ["2027-01-05": "skipped", "2027-01-06": "open"])
    }

    @Test func replace_takesThePlace_andWhatWaitsIsNext() throws {
        let story = Night.routine("story", since: before, [RoutineStep(light: light(10), end: .after(.hours(3)))])
        let steps = [RoutineStep(light: light(20), end: .after(.minutes(10)))]
        let waiting = Night.schedule(
            "tidy", at: "20:10", since: before, plan: .routine(RoutinePlan(steps: steps, ifRunning: .queue)))
        let other = Night.routine(
            "other", at: "20:20", since: before, [RoutineStep(light: light(30), end: .after(.minutes(10)))])
        var bench = try RoutineBench.routines([story, waiting, other], at: before)
        bench.pass(.minutes(81))
        #expect(bench.light == light(30))
        #expect(bench.ledger.outcomes(of: "story") == ["2027-01-05": "superseded"])
        bench.pass(.minutes(9))
        #expect(bench.light == light(20))
    }

    // MARK: - By hand

    @Test func run_goesByWhatIsAsked_orByTheRoutine() throws {
        var bench = try bench(.ignore, at: nil)
        bench.pass(.minutes(61))
        let tidy = try #require(bench.machine.occurrences.schedules.last)
        #expect(throws: HouseholdError.anotherRuns) {
            try bench.act { machine, sample in try machine.run(tidy, slot: "manual-1", at: sample) }
        }
        try bench.act { machine, sample in
            try machine.run(tidy, slot: "manual-2", ifRunning: .queue, at: sample)
        }
        #expect(bench.machine.queue.map(\.key.slot) == ["manual-2"])
        #expect(bench.light == light(10))
        try bench.act { machine, sample in
            try machine.run(tidy, slot: "manual-3", ifRunning: .replace, at: sample)
        }
        bench.advance()
        #expect(bench.machine.runs.map(\.key.slot) == ["manual-3"])
        bench.pass(.minutes(10))
        #expect(bench.machine.runs.map(\.key.slot) == ["manual-2"])
    }
}
