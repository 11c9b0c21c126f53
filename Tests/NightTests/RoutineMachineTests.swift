// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import Coordination
import Routines
import Scheduling
import SleepModel
import Testing

/// A routine machine at work, in New York.
typealias RoutineBench = MachineBench<RoutineMachine>

extension MachineBench<RoutineMachine> {
    static func routines(_ schedules: [Schedule], at wall: String) throws -> MachineBench<RoutineMachine> {
        let zones = try Night.zones()
        let ledger = TestLedger(schedules)
        return MachineBench(clock: Night.clock(wall), ledger: ledger) {
            RoutineMachine(occurrences: ledger.occurrences(of: .routine, zones: zones))
        }
    }

    /// The steps that run.
    var steps: [Int?] {
        machine.runs.map { machine.segment($0.key, $0.run, at: now)?.index }
    }

    var actions: Set<DeviceAction> { Set(machine.intents(at: now).map { $0.target.action(at: now) }) }

    /// The light that is wanted.
    var light: Light? {
        for case .light(let light) in actions { return light }
        return nil
    }
}

@Suite struct RoutineMachineTests {
    private let before = "2027-01-06T00:00:00Z"  // 19:00 on a Tuesday
    private let key = Night.key("evening", "2027-01-05")

    private func light(_ level: UInt8) -> Light { Light(Night.amber.appearance, brightness: Level(rawValue: level)) }

    /// Five steps of five minutes at 20:00, the fourth with a fade.
    private func fiveSteps() throws -> RoutineBench {
        let steps = [10, 20, 30, 255, 50].map { (level: UInt8) in
            RoutineStep(
                light: light(level), lightFade: level == 255 ? .minutes(5) : .zero, sound: Night.rain,
                volume: Level(rawValue: level), end: .after(.minutes(5)))
        }
        return try RoutineBench.routines([Night.routine(since: before, steps)], at: before)
    }

    @Test func advance_takesTheStepsInTurn_andEnds() throws {
        var bench = try fiveSteps()
        bench.pass(.minutes(60) - .seconds(1))
        #expect(bench.steps == [])
        bench.pass(.seconds(1))
        #expect(bench.steps == [0])
        #expect(
            bench.actions == [.power(true), .light(light(10)), .sound(Night.rain), .volume(Level(rawValue: 10))])
        bench.pass(.minutes(5))
        #expect(bench.steps == [1])
        #expect(bench.light == light(20))
        bench.pass(.minutes(20) - .seconds(1))
        #expect(bench.steps == [4])
        bench.pass(.seconds(1))
        #expect(bench.ledger.records[key]?.outcome == .done)
        #expect(bench.machine.intents(at: bench.now) == [])
    }

    @Test(arguments: [true, false])
    func restart_findsTheStepAndItsFade_afterDowntime(reboots: Bool) throws {
        // K14: killed in the third step, back in the fourth at 19:00 of the run, half a minute before its end.
        var bench = try fiveSteps()
        bench.pass(.minutes(72))
        #expect(bench.steps == [2])
        let downtime = Duration.minutes(7) + .seconds(30)
        if reboots {
            bench.clock.reboot(bootID: "second", downtime: downtime)
        } else {
            bench.clock.advance(by: downtime)
        }
        bench.restart()
        #expect(bench.steps == [3])
        // Nine tenths of the way from the lightness of level 30 to full.
        #expect(bench.light == light(217))
        bench.pass(.seconds(30))
        #expect(bench.steps == [4])
    }

    @Test func advance_joinsInProgress_whenFoundLate() throws {
        var bench = try fiveSteps()
        bench.clock.advance(by: .minutes(71))
        bench.advance()
        #expect(bench.steps == [2])
        #expect(bench.machine.runs.map(\.run.start.wall) == [Night.instant("2027-01-06T01:00:00Z")])
        #expect(bench.ledger.records[key]?.lateness == .minutes(11))
    }

    @Test(arguments: [Int64(25), 27, 200])
    func advance_misses_whenNothingIsLeftToJoin(late: Int64) throws {
        var bench = try fiveSteps()
        bench.clock.advance(by: .minutes(60 + late))
        bench.advance()
        #expect(bench.steps == [])
        bench.pass(.seconds(1))
        #expect(bench.ledger.outcomes(of: "evening") == ["2027-01-05": "missed"])
    }

    @Test(arguments: [(29, "open"), (30, "missed")] as [(Int64, String)])
    func advance_hasAGrace_whenTheRoutineWaitsToBeStopped(late: Int64, outcome: String) throws {
        let steps = [RoutineStep(light: light(10), end: .whenStopped)]
        var bench = try RoutineBench.routines([Night.routine(since: before, steps)], at: before)
        bench.clock.advance(by: .minutes(60 + late))
        bench.advance()
        #expect(bench.ledger.outcomes(of: "evening") == ["2027-01-05": outcome])
    }

    @Test func advance_keepsItsElapsedPosition_whenTheClockIsSet() throws {
        // K2, K6
        for step in [-3600, 3 * 3600] as [Int64] {
            var bench = try fiveSteps()
            bench.pass(.minutes(71))
            bench.clock.step(to: bench.now.wall + .seconds(step))
            bench.advance()
            #expect(bench.steps == [2])
            bench.pass(.minutes(4))
            #expect(bench.steps == [3])
            #expect(bench.ledger.records.count == 1)
        }
    }

    @Test func advance_runsTheOneStartedLast_whenAnotherRuns() throws {
        let long = [RoutineStep(light: light(10), sound: Night.rain, end: .after(.hours(2)))]
        let short = [RoutineStep(light: light(99), end: .after(.minutes(10)))]
        var bench = try RoutineBench.routines(
            [Night.routine("long", since: before, long), Night.routine("short", at: "20:30", since: before, short)],
            at: before)
        bench.pass(.minutes(91))
        #expect(bench.actions == [.power(true), .light(light(99))])
        #expect(bench.ledger.outcomes(of: "long") == ["2027-01-05": "superseded"])
        #expect(bench.ledger.outcomes(of: "short") == ["2027-01-05": "open"])
    }

    @Test func advance_runsOneOnly_whenTwoStartTogether() throws {
        let first = [RoutineStep(light: light(10), end: .after(.hours(2)))]
        let second = [RoutineStep(sound: Night.rain, end: .after(.hours(2)))]
        var bench = try RoutineBench.routines(
            [Night.routine("first", since: before, first), Night.routine("second", since: before, second)], at: before)
        bench.pass(.minutes(60))
        #expect(bench.actions == [.power(true), .sound(Night.rain)])
        bench.pass(.seconds(1))
        #expect(bench.ledger.outcomes(of: "first") == ["2027-01-05": "superseded"])
        #expect(bench.ledger.outcomes(of: "second") == ["2027-01-05": "open"])
    }

    @Test func advance_keepsTheOldRun_untilTheNewOneIsClaimed() throws {
        let steps = [RoutineStep(light: light(10), end: .after(.hours(2)))]
        var bench = try RoutineBench.routines(
            [Night.routine("old", since: before, steps), Night.routine("new", at: "20:30", since: before, steps)],
            at: before)
        bench.pass(.minutes(89))
        bench.ledger.remainingWrites = 0
        bench.pass(.minutes(1))
        #expect(bench.machine.runs.map(\.key.schedule.rawValue) == ["old"])
        bench.ledger.remainingWrites = nil
        bench.pass(.seconds(6))
        #expect(bench.machine.runs.map(\.key.schedule.rawValue) == ["new"])
    }

    // MARK: - By hand

    @Test func run_startsNow_inPlaceOfWhatRuns() throws {
        var bench = try fiveSteps()
        bench.pass(.minutes(61))
        let routine = Night.routine("nap", at: nil, since: before, [RoutineStep(light: light(7), end: .whenStopped)])
        bench.act { machine, sample in machine.occurrences.save(routine, at: sample) }
        try bench.act { machine, sample in try machine.run(routine, slot: "manual-1", at: sample) }
        #expect(bench.light == light(7))
        bench.pass(.hours(10))
        #expect(bench.ledger.outcomes(of: "evening") == ["2027-01-05": "superseded"])
        #expect(bench.light == light(7))
        bench.act { machine, sample in machine.stop(at: sample) }
        #expect(bench.ledger.outcomes(of: "nap") == ["2027-01-05": "cancelled"])
        #expect(bench.machine.intents(at: bench.now) == [])
    }

    @Test func run_takesOver_whenTheStoreDoesNotTakeItsRecord() throws {
        var bench = try fiveSteps()
        bench.pass(.minutes(61))
        let routine = Night.routine("nap", at: nil, since: before, [RoutineStep(light: light(7), end: .whenStopped)])
        bench.act { machine, sample in machine.occurrences.save(routine, at: sample) }
        bench.ledger.remainingWrites = 0
        try bench.act { machine, sample in try machine.run(routine, slot: "manual-1", at: sample) }
        bench.ledger.remainingWrites = nil
        bench.advance()
        #expect(bench.machine.runs.map(\.key.slot) == ["manual-1"])
    }

    @Test func stop_leavesOthersAlone_whenOneIsNamed() throws {
        var bench = try fiveSteps()
        bench.pass(.minutes(61))
        bench.act { machine, sample in machine.stop(ScheduleID(rawValue: "other"), at: sample) }
        #expect(bench.steps == [0])
        bench.act { [key] machine, sample in machine.stop(key.schedule, at: sample) }
        #expect(bench.ledger.outcomes(of: "evening") == ["2027-01-05": "cancelled"])
        bench.pass(.hours(24))
        #expect(bench.steps == [0])
    }

    // MARK: - Steps

    @Test func intents_keepWhatAnEarlierStepSet_whenAStepLeavesItOut() throws {
        let steps = [
            RoutineStep(light: light(10), sound: Night.rain, volume: Level(rawValue: 30), end: .after(.minutes(5))),
            RoutineStep(sound: Night.bird, end: .after(.minutes(5))),
        ]
        var bench = try RoutineBench.routines([Night.routine(since: before, steps)], at: before)
        bench.pass(.minutes(66))
        #expect(
            bench.actions == [.power(true), .light(light(10)), .sound(Night.bird), .volume(Level(rawValue: 30))])
    }

    @Test func intents_fadeOn_whenAFadeOutlastsItsStep() throws {
        let steps = [
            RoutineStep(light: light(255), lightFade: .minutes(20), end: .after(.minutes(10))),
            RoutineStep(sound: Night.rain, end: .after(.minutes(20))),
        ]
        var bench = try RoutineBench.routines([Night.routine(since: before, steps)], at: before)
        bench.pass(.minutes(70) - .seconds(1))
        #expect(bench.light == light(50))
        bench.pass(.seconds(1))
        #expect(bench.steps == [1])
        #expect(bench.light == light(50))
        bench.pass(.minutes(10))
        #expect(bench.light == light(255))
    }

    @Test func intents_fadeFromWhatIsShownAndHeard_whenTheRoutineStarts() throws {
        let steps = [
            RoutineStep(
                light: .off, lightFade: .minutes(20), volume: Level(rawValue: 20), volumeFade: .minutes(10),
                end: .after(.minutes(30)))
        ]
        var bench = try RoutineBench.routines([Night.routine(since: before, steps)], at: before)
        bench.machine.shown = ShownValues(light: light(255), volume: Level(rawValue: 100))
        bench.pass(.minutes(60))
        #expect(bench.light == light(255))
        #expect(bench.actions.contains(.volume(Level(rawValue: 100))))
        bench.machine.shown = nil
        bench.pass(.minutes(10))
        #expect(bench.light == light(47))
        #expect(bench.actions.contains(.volume(Level(rawValue: 20))))
        bench.pass(.minutes(10))
        #expect(bench.light == .off)
    }

    /// What was shown and heard when the routine started may be over since.
    @Test func intents_fadeFromWhatIsShownAndHeard_whenTheirStepStarts() throws {
        let steps = [
            RoutineStep(end: .after(.minutes(10))),
            RoutineStep(
                light: light(255), lightFade: .minutes(20), sound: Night.rain, volume: Level(rawValue: 20),
                volumeFade: .minutes(10), end: .after(.minutes(30))),
        ]
        var bench = try RoutineBench.routines([Night.routine(since: before, steps)], at: before)
        bench.machine.shown = ShownValues(light: light(100), volume: Level(rawValue: 100))
        bench.pass(.minutes(60))
        bench.machine.shown = ShownValues(light: light(0), volume: .zero)
        bench.pass(.minutes(10))
        #expect(bench.light == light(1))
        #expect(bench.actions.contains(.volume(.zero)))
        bench.machine.shown = ShownValues(light: light(100), volume: Level(rawValue: 100))
        bench.pass(.minutes(5))
        #expect(bench.actions.contains(.volume(Level(rawValue: 10))))
    }

    @Test func intents_fadeFromWhereTheLastFadeGot_whenItWasCutShort() throws {
        let steps = [
            RoutineStep(light: light(255), lightFade: .minutes(20), end: .after(.minutes(10))),
            RoutineStep(light: .off, lightFade: .minutes(10), end: .after(.minutes(20))),
        ]
        var bench = try RoutineBench.routines([Night.routine(since: before, steps)], at: before)
        bench.pass(.minutes(70))
        #expect(bench.light == light(50))
        bench.pass(.minutes(10))
        #expect(bench.light == .off)
    }

    /// Rain at 100 for ten minutes, and then `step`, from 20:10.
    private func rain(then steps: RoutineStep...) throws -> RoutineBench {
        let rain = RoutineStep(
            light: light(10), sound: Night.rain, volume: Level(rawValue: 100), end: .after(.minutes(10)))
        var bench = try RoutineBench.routines([Night.routine(since: before, [rain] + steps)], at: before)
        bench.pass(.minutes(70))
        return bench
    }

    @Test(arguments: [
        RoutineStep(sound: SoundID.none, volumeFade: .minutes(5), end: .after(.minutes(20))),
        RoutineStep(sound: Night.rain, volume: .zero, volumeFade: .minutes(5), end: .after(.minutes(20))),
        RoutineStep(volume: .zero, volumeFade: .minutes(5), end: .after(.minutes(20))),
    ])
    func sound_fallsSilent_atTheEndOfItsFade(_ step: RoutineStep) throws {
        var bench = try rain(then: step)
        bench.pass(.minutes(2) + .seconds(30))
        #expect(bench.actions == [.power(true), .light(light(10)), .sound(Night.rain), .volume(Level(rawValue: 50))])
        bench.pass(.seconds(148))
        #expect(bench.actions.contains(.sound(Night.rain)))
        bench.pass(.seconds(2))
        #expect(bench.actions == [.power(true), .light(light(10)), .sound(.none)])
        bench.restart()
        #expect(bench.actions == [.power(true), .light(light(10)), .sound(.none)])
    }

    @Test func sound_isHeardAgain_fromNothing_afterItFellSilent() throws {
        var bench = try rain(
            then: RoutineStep(sound: SoundID.none, volumeFade: .minutes(5), end: .after(.minutes(10))),
            RoutineStep(
                sound: Night.bird, volume: Level(rawValue: 60), volumeFade: .minutes(10), end: .after(.minutes(10))))
        bench.pass(.minutes(10))
        #expect(bench.actions == [.power(true), .light(light(10)), .sound(Night.bird), .volume(.zero)])
        bench.pass(.minutes(5))
        #expect(bench.actions.contains(.volume(Level(rawValue: 30))))
    }

    @Test func sound_staysOn_whenItsFadeIsCutShort() throws {
        var bench = try rain(
            then: RoutineStep(volume: .zero, volumeFade: .minutes(10), end: .after(.minutes(5))),
            RoutineStep(volume: Level(rawValue: 40), end: .after(.minutes(20))))
        bench.pass(.minutes(15))
        #expect(bench.actions.contains(.sound(Night.rain)))
        #expect(bench.actions.contains(.volume(Level(rawValue: 40))))
    }

    @Test func sound_isOff_whenSomebodyGoesPastItsFade() throws {
        var bench = try rain(
            then: RoutineStep(sound: SoundID.none, volumeFade: .minutes(5), end: .after(.minutes(10))),
            RoutineStep(light: light(1), end: .whenStopped))
        try bench.act { machine, sample in try machine.steer(key.schedule, .step(2), at: sample) }
        #expect(bench.actions == [.power(true), .light(light(1)), .sound(.none)])
    }

    @Test func fade_toSilence_stands_duringAPause() throws {
        var bench = try rain(
            then: RoutineStep(sound: SoundID.none, volumeFade: .minutes(5), end: .after(.minutes(10))))
        bench.pass(.minutes(4))
        try bench.act { machine, sample in try machine.steer(key.schedule, .pause, at: sample) }
        bench.pass(.minutes(30))
        #expect(bench.actions.contains(.volume(Level(rawValue: 20))))
        try bench.act { machine, sample in try machine.steer(key.schedule, .resume, at: sample) }
        bench.pass(.minutes(1))
        #expect(bench.actions == [.power(true), .light(light(10)), .sound(.none)])
    }

    @Test func intents_sayUntilWhen_andBelongToTheirStep() throws {
        var bench = try fiveSteps()
        bench.pass(.minutes(61))
        let first = try #require(bench.machine.intents(at: bench.now).first)
        #expect(first.until == Night.instant("2027-01-06T01:05:00Z"))
        #expect(first.since == Night.instant("2027-01-06T01:00:00Z"))
        #expect(first.by == "evening")
        bench.pass(.minutes(5))
        #expect(bench.machine.intents(at: bench.now).first?.source != first.source)
    }
}
