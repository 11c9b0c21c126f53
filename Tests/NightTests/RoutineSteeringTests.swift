// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import Coordination
import Routines
import Scheduling
import SleepModel
import Testing

/// Routines that somebody takes off the course of their plan.
@Suite struct RoutineSteeringTests {
    private let before = "2027-01-06T00:00:00Z"  // 19:00 on a Tuesday
    private let key = Night.key("evening", "2027-01-05")

    private func light(_ level: UInt8) -> Light { Light(Night.amber.appearance, brightness: Level(rawValue: level)) }

    /// At 20:00: light for 10 minutes, a fade to another over 10 minutes, sound until told, dark for 10 minutes.
    private func bench(passing minutes: Int64) throws -> RoutineBench {
        let steps = [
            RoutineStep(light: light(10), end: .after(.minutes(10))),
            RoutineStep(light: light(210), lightFade: .minutes(10), end: .after(.minutes(10))),
            RoutineStep(sound: Night.rain, volume: Level(rawValue: 30), end: .whenStopped),
            RoutineStep(light: .off, end: .after(.minutes(10))),
        ]
        var bench = try RoutineBench.routines([Night.routine(since: before, steps)], at: before)
        bench.pass(.minutes(60 + minutes))
        return bench
    }

    private func steer(_ bench: inout RoutineBench, _ steering: RoutineSteering) throws {
        try bench.act { machine, sample in try machine.steer(key.schedule, steering, at: sample) }
    }

    private func part(of channel: DeviceChannel, in bench: RoutineBench) -> IntentSource? {
        bench.machine.intents(at: bench.now).first { $0.channel == channel }?.source
    }

    // MARK: - Steps

    @Test func next_beginsTheNextStep_andThoseAfterItFollow() throws {
        var bench = try bench(passing: 2)
        bench.machine.shown = ShownValues(light: light(10), volume: .zero)
        try steer(&bench, .next)
        #expect(bench.steps == [1])
        #expect(bench.light == light(10))
        bench.pass(.minutes(10) - .seconds(1))
        #expect(bench.steps == [1])
        bench.pass(.seconds(1))
        #expect(bench.steps == [2])
        bench.pass(.hours(5))
        #expect(bench.actions == [.power(true), .light(light(210)), .sound(Night.rain), .volume(Level(rawValue: 30))])
        try steer(&bench, .next)
        #expect(bench.light == .off)
        bench.pass(.minutes(10))
        #expect(bench.ledger.outcomes(of: "evening") == ["2027-01-05": "done"])
        #expect(
            bench.ledger.log.map(\.outcome) == [.started, .stepped, .stepped, .done])
        #expect(bench.ledger.log.compactMap(\.detail) == ["step 2", "step 4"])
    }

    @Test func next_endsTheRoutine_atItsLastStep() throws {
        var bench = try bench(passing: 2)
        try steer(&bench, .step(3))
        try steer(&bench, .next)
        #expect(bench.steps == [])
        #expect(bench.ledger.records[key]?.outcome == .done)
        #expect(bench.ledger.records[key]?.actor == .person)
        #expect(throws: HouseholdError.notRunning) { try steer(&bench, .next) }
    }

    @Test func previous_beginsTheStepBeforeAgain_andTheFirstOneAtTheFirst() throws {
        var bench = try bench(passing: 15)
        try steer(&bench, .previous)
        #expect(bench.steps == [0])
        #expect(bench.light == light(10))
        bench.pass(.minutes(9))
        try steer(&bench, .previous)
        bench.pass(.minutes(9))
        #expect(bench.steps == [0])
        bench.pass(.minutes(1))
        #expect(bench.steps == [1])
    }

    @Test func goto_showsWhatTheStepsBeforeItCameTo_andNothingOfThoseAfter() throws {
        var bench = try bench(passing: 5)
        try steer(&bench, .step(2))
        #expect(bench.actions == [.power(true), .light(light(210)), .sound(Night.rain), .volume(Level(rawValue: 30))])
        try steer(&bench, .step(0))
        #expect(bench.actions == [.power(true), .light(light(10))])
        #expect(throws: HouseholdError.noStep(of: 4)) { try steer(&bench, .step(4)) }
        #expect(throws: HouseholdError.noStep(of: 4)) { try steer(&bench, .step(-1)) }
        #expect(bench.steps == [0])
    }

    @Test func fade_beginsAtWhatIsShown_whenSomebodyGoesToItsStep() throws {
        var bench = try bench(passing: 20)
        bench.machine.shown = ShownValues(light: light(100), volume: Level(rawValue: 30))
        try steer(&bench, .previous)
        #expect(bench.light == light(100))
        bench.machine.shown = nil
        bench.pass(.minutes(10) - .seconds(1))
        #expect(bench.light != light(210))
        bench.pass(.seconds(1))
        #expect(bench.light == light(210))
    }

    @Test func hold_ends_onlyOnChannelsWhoseStepBeginsAgain() throws {
        var bench = try bench(passing: 20)
        let (light, sound) = (part(of: .light, in: bench), part(of: .sound, in: bench))
        try steer(&bench, .step(2))
        #expect(part(of: .light, in: bench) == light)
        #expect(part(of: .sound, in: bench) != sound)
        try steer(&bench, .previous)
        #expect(part(of: .light, in: bench) != light)
    }

    // MARK: - Pauses

    @Test func pause_holdsAFade_andTheStepGoesOnAfterwards() throws {
        var bench = try bench(passing: 15)
        let half = bench.light
        try steer(&bench, .pause)
        #expect(bench.machine.nextWake(at: bench.now).boot == nil)
        bench.pass(.minutes(90))
        #expect(bench.steps == [1])
        #expect(bench.light == half)
        #expect(bench.machine.intents(at: bench.now).allSatisfy { $0.until == nil })
        try steer(&bench, .resume)
        #expect(bench.light == half)
        bench.pass(.minutes(5) - .seconds(1))
        #expect(bench.steps == [1])
        bench.pass(.seconds(1))
        #expect(bench.steps == [2])
        #expect(bench.light == light(210))
        #expect(bench.ledger.log.map(\.outcome) == [.started, .paused, .resumed])
    }

    @Test(arguments: [true, false])
    func pause_lasts_overARestart(reboots: Bool) throws {
        var bench = try bench(passing: 15)
        let half = bench.light
        try steer(&bench, .pause)
        if reboots {
            bench.clock.reboot(bootID: "second", downtime: .minutes(40))
        } else {
            bench.clock.advance(by: .minutes(40))
        }
        bench.restart()
        #expect(bench.steps == [1])
        #expect(bench.light == half)
        try steer(&bench, .resume)
        bench.restart()
        bench.pass(.minutes(5) - .seconds(1))
        #expect(bench.steps == [1])
        bench.pass(.seconds(1))
        #expect(bench.steps == [2])
    }

    @Test func pause_isOne_whenAskedForTwice() throws {
        var bench = try bench(passing: 2)
        try steer(&bench, .pause)
        bench.pass(.minutes(5))
        try steer(&bench, .pause)
        try steer(&bench, .resume)
        bench.pass(.minutes(8))
        #expect(bench.steps == [1])
        #expect(throws: HouseholdError.notPaused) { try steer(&bench, .resume) }
    }

    @Test(arguments: [RoutineSteering.next, .previous, .step(2)])
    func pause_ends_whenSomebodyGoesToAStep(_ steering: RoutineSteering) throws {
        var bench = try bench(passing: 5)
        try steer(&bench, .pause)
        bench.pass(.minutes(30))
        try steer(&bench, steering)
        #expect(bench.machine.runs.first?.run.course.pausedAt == nil)
        #expect(throws: HouseholdError.notPaused) { try steer(&bench, .resume) }
    }

    /// Until 20:30, then for 10 minutes.
    private func untilHalfPast() throws -> RoutineBench {
        let steps = [
            RoutineStep(light: light(10), end: .at(Night.time("20:30"))),
            RoutineStep(light: light(20), end: .after(.minutes(10))),
        ]
        var bench = try RoutineBench.routines([Night.routine(since: before, steps)], at: before)
        bench.pass(.minutes(75))
        return bench
    }

    /// How long the pause at 20:15 lasts, and when the step ends after it.
    @Test(arguments: [(5, 10), (15, 0), (50, 0)] as [(Int64, Int64)])
    func step_endsAtItsTimeOfDay_orWithThePauseThatOutlastsIt(pause: Int64, left: Int64) throws {
        var bench = try untilHalfPast()
        try steer(&bench, .pause)
        bench.pass(.minutes(pause))
        #expect(bench.steps == [0])
        try steer(&bench, .resume)
        if left > 0 {
            bench.pass(.minutes(left) - .seconds(1))
            #expect(bench.steps == [0])
        }
        bench.pass(.seconds(1))
        #expect(bench.steps == [1])
        bench.pass(.minutes(10) - .seconds(2))
        #expect(bench.steps == [1])
        bench.pass(.seconds(2))
        #expect(bench.steps == [])
    }

    @Test func step_endsAtItsTimeOfDay_afterTwoPauses() throws {
        var bench = try untilHalfPast()
        for _ in 0..<2 {
            try steer(&bench, .pause)
            bench.pass(.minutes(3))
            try steer(&bench, .resume)
        }
        bench.pass(.minutes(9) - .seconds(1))
        #expect(bench.steps == [0])
        bench.pass(.seconds(1))
        #expect(bench.steps == [1])
    }

    @Test func step_endsLaterThanItsTimeOfDay_byWhatItWasExtended_whateverPauses() throws {
        var bench = try untilHalfPast()
        try steer(&bench, .extend(.minutes(10)))
        try steer(&bench, .pause)
        bench.pass(.minutes(5))
        try steer(&bench, .resume)
        bench.pass(.minutes(20) - .seconds(1))
        #expect(bench.steps == [0])
        bench.pass(.seconds(1))
        #expect(bench.steps == [1])
    }

    /// The clock is set by five minutes after a pause or an extension: how long the step still lasts.
    @Test(
        arguments: [(.resume, 300, 7), (.resume, -300, 17), (.extend(.minutes(10)), 300, 20), (.resume, 1200, 0)]
            as [(RoutineSteering, Int64, Int64)])
    func step_followsTheClock_afterItWasSteered(steering: RoutineSteering, change: Int64, left: Int64) throws {
        var bench = try untilHalfPast()
        if steering == .resume {
            try steer(&bench, .pause)
            bench.pass(.minutes(3))
        }
        try steer(&bench, steering)
        bench.clock.step(to: bench.now.wall + .seconds(change))
        if left > 0 {
            bench.pass(.minutes(left) - .seconds(1))
            #expect(bench.steps == [0])
        }
        bench.pass(.seconds(1))
        #expect(bench.steps == [1])
    }

    @Test func step_waitsForTheEndOfThePause_whenTheClockIsSetPastItsTimeOfDay() throws {
        var bench = try untilHalfPast()
        try steer(&bench, .pause)
        bench.clock.step(to: bench.now.wall + .minutes(60))
        bench.pass(.minutes(5))
        #expect(bench.steps == [0])
        try steer(&bench, .resume)
        bench.pass(.seconds(1))
        #expect(bench.steps == [1])
    }

    // MARK: - Longer steps

    @Test func extension_putsOffTheEndOfTheStep_alsoDuringAPause() throws {
        var bench = try bench(passing: 5)
        try steer(&bench, .extend(.minutes(10)))
        bench.pass(.minutes(10))
        try steer(&bench, .pause)
        try steer(&bench, .extend(.minutes(1)))
        bench.pass(.minutes(10))
        try steer(&bench, .resume)
        bench.restart()
        bench.pass(.minutes(6) - .seconds(1))
        #expect(bench.steps == [0])
        bench.pass(.seconds(1))
        #expect(bench.steps == [1])
        #expect(bench.ledger.log.first { $0.outcome == .extended }?.detail == "step 1, 10m longer")
        // Begun again it is as long as planned.
        try steer(&bench, .previous)
        bench.pass(.minutes(10))
        #expect(bench.steps == [1])
    }

    @Test func extension_putsOffATimeOfDay() throws {
        var bench = try untilHalfPast()
        try steer(&bench, .extend(.minutes(10)))
        bench.pass(.minutes(25) - .seconds(1))
        #expect(bench.steps == [0])
        bench.pass(.seconds(1))
        #expect(bench.steps == [1])
    }

    @Test func extension_isRefused_ofAStepThatLastsUntilTold() throws {
        var bench = try bench(passing: 25)
        #expect(throws: HouseholdError.untilTold(step: 2)) { try steer(&bench, .extend(.minutes(10))) }
    }

    // MARK: - Edits

    @Test func edit_keepsThePlace_whenThereAreFewerSteps() throws {
        var bench = try bench(passing: 5)
        try steer(&bench, .step(2))
        let edited = Night.routine(
            since: before, [RoutineStep(light: light(99), end: .after(.minutes(10)))])
        bench.act { machine, sample in machine.occurrences.edit(edited, changesRuns: true, at: sample) }
        #expect(bench.steps == [0])
        #expect(bench.light == light(99))
        bench.pass(.minutes(10))
        #expect(bench.steps == [])
    }

    /// What somebody extended stays so in a step that is as long as before, and an edit of its length counts.
    @Test(arguments: [(10, 20), (12, 12)] as [(planned: Int64, lasts: Int64)])
    func edit_keepsAnExtension_whereTheStepIsAsLongAsBefore(planned: Int64, lasts: Int64) throws {
        var bench = try bench(passing: 5)
        try steer(&bench, .extend(.minutes(10)))
        let edited = Night.routine(
            since: before,
            [
                RoutineStep(light: light(99), end: .after(.minutes(planned))),
                RoutineStep(light: light(210), end: .after(.minutes(10))),
            ])
        bench.act { machine, sample in machine.occurrences.edit(edited, changesRuns: true, at: sample) }
        #expect(bench.light == light(99))
        bench.pass(.minutes(lasts - 5) - .seconds(1))
        #expect(bench.steps == [0])
        bench.pass(.seconds(1))
        #expect(bench.steps == [1])
    }
}
