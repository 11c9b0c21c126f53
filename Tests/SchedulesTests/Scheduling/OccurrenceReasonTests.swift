// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import Scheduling
import SleepModel
import Storage
import Testing

/// What is entered about occurrences that did not run, or should not have.
@Suite struct OccurrenceReasonTests {
    private let evening = Plans.sample("2027-01-05T01:00:00Z", boot: .seconds(100_000))

    /// A machine that has looked once, on the evening of the 4th, New York time.
    private func machine(
        _ schedules: [Schedule]? = nil, overrides: [OccurrenceOverride] = [], pauses: [Pause] = []
    ) throws -> OccurrenceMachine {
        var machine = OccurrenceMachine(
            schedules: schedules ?? [Plans.schedule(settled: "2027-01-04T12:00:00Z")], running: [], known: [:],
            overrides: overrides, pauses: pauses, zones: try Plans.zones())
        #expect(look(&machine, at: evening) == [])
        return machine
    }

    /// Lets time pass, accepts all claims, and says what was decided.
    private func look(_ machine: inout OccurrenceMachine, at sample: ClockSample) -> [StoreChange] {
        let changes = machine.advance(to: sample) { _, _, sample in
            .routine(RoutineRun(plan: RoutinePlan(steps: []), start: sample.anchor))
        }
        for case .claim(let record, let settled, _) in changes {
            machine.claimed(record, .accepted, settled: settled, at: sample)
        }
        return changes
    }

    private func records(_ changes: [StoreChange]) -> [OccurrenceRecord] {
        changes.compactMap { if case .claim(let record, _, _) = $0 { record } else { nil } }
    }

    private func sample(_ wall: String, boot: Int, asleep: Int = 0, bootID: String = "first") -> ClockSample {
        ClockSample(
            wall: Plans.instant(wall), boot: .seconds(100_000 + boot), monotonic: .seconds(100_000 + boot - asleep),
            bootID: bootID)
    }

    @Test func advance_saysWhyAnAlarmWasMissed() throws {
        // 14:00 UTC is two hours after the alarm and 13 hours after the evening.
        let cases: [(ClockSample, OccurrenceReason)] = [
            (sample("2027-01-05T14:00:00Z", boot: 46_800, asleep: 46_000), .suspend),
            (sample("2027-01-05T14:00:00Z", boot: 60), .clockStep),
            (sample("2027-01-05T14:00:00Z", boot: 60, bootID: "second"), .down),
            (sample("2027-01-05T14:00:00Z", boot: 46_800), .down),
        ]
        for (sample, reason) in cases {
            var machine = try machine()
            let missed = records(look(&machine, at: sample))
            #expect(missed.map(\.outcome) == [.missed])
            #expect(missed.map(\.reason) == [reason])
        }
    }

    @Test func advance_voidsWhatRanUnderAClockThatWasDaysAhead() throws {
        // K3: the 5th, 6th and 7th ring under a clock that is ahead, and again when they come.
        var machine = try machine()
        var boot = 0
        for day in ["05", "06", "07"] {
            boot += 60
            let rung = look(&machine, at: sample("2027-01-\(day)T12:00:00Z", boot: boot))
            #expect(records(rung).map(\.outcome) == [nil])
            _ = machine.end(Plans.key("2027-01-\(day)"), .dismissed, actor: .person, at: evening)
        }
        let corrected = sample("2027-01-05T01:05:00Z", boot: boot + 60)
        let voided = look(&machine, at: corrected)
        let keys = voided.compactMap { if case .void(let key, .clockStep, _, _) = $0 { key } else { nil } }
        #expect(Set(keys) == Set(["2027-01-05", "2027-01-06", "2027-01-07"].map { Plans.key($0) }))
        #expect(machine.nextWake(at: corrected) == WakeRequest(wall: Plans.instant("2027-01-05T12:00:00Z")))
        let rung = look(&machine, at: sample("2027-01-05T12:00:00Z", boot: boot + 39_360))
        #expect(records(rung).map(\.key) == [Plans.key("2027-01-05")])
        #expect(records(rung).map(\.outcome) == [nil])
    }

    @Test func advance_unsettlesWhatItVoids_forTheNextProcessToo() throws {
        let once = Plans.schedule(days: .once(Plans.date("2027-01-06")), settled: "2027-01-04T12:00:00Z")
        var machine = try machine([once])
        let rung = look(&machine, at: sample("2027-01-06T12:00:00Z", boot: 60))
        #expect(records(rung).map(\.outcome) == [nil])
        _ = machine.end(Plans.key("2027-01-06"), .dismissed, actor: .person, at: evening)
        #expect(machine.schedules.map(\.isEnabled) == [false])
        let corrected = sample("2027-01-05T01:05:00Z", boot: 120)
        let saved = look(&machine, at: corrected).compactMap { change in
            if case .save(let schedule, _) = change { schedule } else { nil }
        }
        #expect(saved.map(\.isEnabled) == [true])
        #expect(saved.map(\.settledThrough) == [corrected.wall])
        #expect(machine.nextWake(at: corrected) == WakeRequest(wall: Plans.instant("2027-01-06T12:00:00Z")))
    }

    @Test func advance_unsettlesWhatNobodyLookedAt_whenTheClockWasYearsAhead() throws {
        // Only the newest weeks of the years ahead are entered; the days to come are among those that are not.
        var machine = try machine()
        let missed = records(look(&machine, at: sample("2029-01-05T18:00:00Z", boot: 60)))
        #expect(missed.count == 35 && missed.allSatisfy { $0.outcome == .missed })
        let corrected = sample("2027-01-05T01:05:00Z", boot: 120)
        let saved = look(&machine, at: corrected).compactMap { change in
            if case .save(let schedule, _) = change { schedule } else { nil }
        }
        #expect(saved.map(\.settledThrough) == [corrected.wall])
        #expect(look(&machine, at: sample("2027-01-05T01:06:00Z", boot: 180)) == [])
    }

    /// How many seconds the clock is four hours slow, and whether the alarm of before rings once more.
    @Test(arguments: [(60, OccurrenceOutcome.skipped), (1000, .skipped)])
    func alarm_ringsOnce_whenTheClockIsSlowForAMoment(seconds: Int, outcome: OccurrenceOutcome?) throws {
        var machine = try machine()
        #expect(records(look(&machine, at: sample("2027-01-05T12:00:00Z", boot: 39_600))).map(\.outcome) == [nil])
        _ = machine.end(Plans.key("2027-01-05"), .dismissed, actor: .person, at: evening)
        let glitch = look(&machine, at: sample("2027-01-05T08:05:00Z", boot: 39_900))
        #expect(glitch.contains { if case .void = $0 { true } else { false } })
        let right = ClockSample(
            wall: Plans.instant("2027-01-05T12:05:00Z") + .seconds(seconds), boot: .seconds(139_900 + seconds),
            monotonic: .seconds(139_900 + seconds), bootID: "first")
        let again = records(look(&machine, at: right))
        #expect(again.map(\.outcome) == [outcome])
        #expect(again.map(\.reason) == [.clockStep])
    }

    @Test func alarm_ringsAgain_whenTheTimeToItHasPassed() throws {
        var machine = try machine()
        _ = look(&machine, at: sample("2027-01-05T12:00:00Z", boot: 60))
        _ = machine.end(Plans.key("2027-01-05"), .dismissed, actor: .person, at: evening)
        _ = look(&machine, at: sample("2027-01-05T01:05:00Z", boot: 120))
        // Five minutes of them passed at once, when the clock was set.
        let rung = records(look(&machine, at: sample("2027-01-05T12:00:00Z", boot: 39_120)))
        #expect(rung.map(\.outcome) == [nil])
    }

    @Test func oneTimeSchedule_staysDisabled_whenSomebodyDisabledItAfterItWasMissed() throws {
        func once(_ day: String, settled: String) -> Schedule {
            Plans.schedule(days: .once(Plans.date(day)), settled: settled)
        }
        var machine = try machine([once("2027-01-05", settled: "2027-01-04T12:00:00Z")])
        #expect(records(look(&machine, at: sample("2027-01-05T18:00:00Z", boot: 60))).map(\.outcome) == [.missed])
        var other = once("2027-01-10", settled: "2027-01-05T18:01:00Z")
        other.isEnabled = false
        let now = sample("2027-01-05T18:01:00Z", boot: 120)
        _ = machine.take(Rearrangement(saved: [other]), at: now)
        #expect(look(&machine, at: now) == [])
        #expect(machine.schedules == [other])
        #expect(look(&machine, at: sample("2027-01-10T12:00:00Z", boot: 410_000)) == [])
    }

    @Test func nextWake_isThePlansOwn_whenItIsAskedWithAnOlderSample() throws {
        var machine = try machine()
        _ = look(&machine, at: sample("2027-01-05T12:00:00Z", boot: 39_600))
        let before = sample("2027-01-05T11:59:59Z", boot: 39_599)
        let now = sample("2027-01-05T12:00:00Z", boot: 39_600)
        #expect(machine.nextWake(at: before) == machine.nextWake(at: now))
    }

    @Test func advance_keepsWhatHappened_whenTheClockGoesBackByAnHour() throws {
        // K1
        var machine = try machine()
        _ = look(&machine, at: sample("2027-01-05T12:00:00Z", boot: 39_600))
        _ = machine.end(Plans.key("2027-01-05"), .dismissed, actor: .person, at: evening)
        #expect(look(&machine, at: sample("2027-01-05T11:10:00Z", boot: 40_200)) == [])
        #expect(look(&machine, at: sample("2027-01-05T12:00:00Z", boot: 43_200)) == [])
        let next = records(look(&machine, at: sample("2027-01-06T12:00:00Z", boot: 129_600)))
        #expect(next.map(\.key) == [Plans.key("2027-01-06")])
    }

    @Test func advance_keepsOnRunning_whenTheClockGoesBackByDays() throws {
        // K2 and G5: what rings goes on; only when it has ended is its day free again.
        var machine = try machine()
        _ = look(&machine, at: sample("2027-01-07T12:00:00Z", boot: 60))
        let corrected = sample("2027-01-05T01:02:00Z", boot: 120)
        #expect(look(&machine, at: corrected).allSatisfy { if case .void = $0 { false } else { true } })
        #expect(Array(machine.running.keys) == [Plans.key("2027-01-07")])
        _ = machine.end(Plans.key("2027-01-07"), .dismissed, actor: .person, at: corrected)
        let after = look(&machine, at: sample("2027-01-05T01:02:01Z", boot: 121))
        let keys = after.compactMap { if case .void(let key, _, _, _) = $0 { key } else { nil } }
        #expect(keys == [Plans.key("2027-01-07")])
    }

    @Test func advance_keepsTheReason_whenARunThatLiesAheadHasJustEnded() throws {
        // Its day is looked at anew, but what kept the host from looking since then was still its sleep.
        var machine = try machine()
        for (day, boot) in [("05", 60), ("06", 70), ("07", 80)] {
            _ = look(&machine, at: sample("2027-01-\(day)T12:00:00Z", boot: boot))
            guard day != "07" else { continue }
            _ = machine.end(Plans.key("2027-01-\(day)"), .dismissed, actor: .person, at: evening)
        }
        _ = look(&machine, at: sample("2027-01-05T01:02:00Z", boot: 120))
        let woken = sample("2027-01-05T21:02:00Z", boot: 72_120, asleep: 72_000)
        _ = machine.end(Plans.key("2027-01-07"), .unattended, actor: .schedule, at: woken)
        let missed = records(look(&machine, at: woken))
        #expect(missed.map(\.key) == [Plans.key("2027-01-05")])
        #expect(missed.map(\.reason) == [.suspend])
    }

    @Test func advance_countsOnByTheNewBoot_afterTheHostWasStartedAnew() throws {
        var machine = try machine()
        _ = look(&machine, at: sample("2027-01-05T12:00:00Z", boot: 39_600))
        let restarted = ClockSample(
            wall: Plans.instant("2027-01-05T12:05:00Z"), boot: .seconds(20), monotonic: .seconds(20), bootID: "second")
        let changes = look(&machine, at: restarted)
        guard case .update(let record, []) = changes.first, case .routine(let run)? = record.run else {
            Issue.record("the run is kept with another anchor: \(changes)")
            return
        }
        #expect(
            run.start
                == RunAnchor(wall: Plans.instant("2027-01-05T12:00:00Z"), boot: .seconds(-280), bootID: "second"))
        #expect(machine.running[record.key] == record)
        // From now on a step of the wall clock moves nothing.
        var later = restarted
        later.boot += .seconds(60)
        later.monotonic += .seconds(60)
        later.wall = Plans.instant("2027-01-05T11:05:00Z")
        #expect(look(&machine, at: later) == [])
        #expect(later.elapsed(since: run.start) == .seconds(360))
    }

    /// K28: the boot seconds at which the device was reached last before it was lost, nil where it is reached.
    @Test(
        arguments: [
            (nil, OccurrenceActor.schedule, nil), (39_000, .schedule, .undelivered), (39_600, .schedule, .undelivered),
            (39_700, .schedule, nil), (39_000, .person, .undelivered), (39_700, .person, nil),
        ] as [(Int?, OccurrenceActor, OccurrenceReason?)])
    func end_saysThatNobodySawIt_whenTheDeviceWasOutOfReachAllTheWhile(
        lastReached: Int?, actor: OccurrenceActor, reason: OccurrenceReason?
    ) throws {
        var machine = try machine()
        _ = look(&machine, at: sample("2027-01-05T12:00:00Z", boot: 39_600))
        machine.reach(lostSince: lastReached.map { .seconds(100_000 + $0) })
        let changes = machine.end(
            Plans.key("2027-01-05"), .unattended, actor: actor, at: sample("2027-01-05T12:30:00Z", boot: 41_400))
        guard case .update(let record, let log)? = changes.first else {
            Issue.record("the end is written: \(changes)")
            return
        }
        #expect(record.reason == reason)
        #expect(log.map(\.reason) == [reason])
    }

    @Test func key_isTheDatesOne_whicheverPassIsWanted() throws {
        let zone = try Plans.zones().rules(for: nil)
        func key(_ overlap: OverlapPolicy) -> [OccurrenceKey] {
            Plans.schedule(at: "01:30", overlap: overlap, settled: "2026-10-31T12:00:00Z").upcoming(
                after: Plans.instant("2026-10-31T12:00:00Z"), until: Plans.instant("2026-11-01T12:00:00Z"), limit: 5,
                zone: zone, known: []
            ).map(\.key)
        }
        #expect(key(.first) == [Plans.key("2026-11-01")])
        #expect(key(.second) == [Plans.key("2026-11-01")])
        #expect(key(.both) == [Plans.key("2026-11-01"), Plans.key("2026-11-01", pass: 2)])
    }

    @Test func change_isTiedToTheDate_andUsedOnce() throws {
        // K26
        let wake = ScheduleID(rawValue: "wake")
        var machine = try machine()
        let changes = machine.change(wake, on: Plans.date("2027-01-05"), to: .skip(), at: evening)
        #expect(
            changes == [
                .override(
                    OccurrenceOverride(
                        schedule: wake, date: Plans.date("2027-01-05"), change: .skip(), since: evening.wall),
                    log: [
                        LogEntry(
                            at: evening.wall, planned: Plans.instant("2027-01-05T12:00:00Z"), device: Plans.device,
                            kind: .alarm, occurrence: Plans.key("2027-01-05"), name: "wake", outcome: .skip,
                            actor: .person)
                    ])
            ])
        let skipped = records(look(&machine, at: sample("2027-01-05T12:00:00Z", boot: 39_600)))
        #expect(skipped.map(\.outcome) == [.skipped])
        #expect(skipped.map(\.reason) == [.skip])
        #expect(look(&machine, at: sample("2027-01-05T11:30:00Z", boot: 39_700)) == [])
        #expect(look(&machine, at: sample("2027-01-05T12:00:00Z", boot: 41_500)) == [])
        let next = records(look(&machine, at: sample("2027-01-06T12:00:00Z", boot: 129_600)))
        #expect(next.map(\.outcome) == [nil])
    }

    @Test func change_canBeUndone() throws {
        let wake = ScheduleID(rawValue: "wake")
        var machine = try machine()
        _ = machine.change(wake, on: Plans.date("2027-01-05"), to: .skip(), at: evening)
        _ = machine.change(wake, on: Plans.date("2027-01-05"), to: nil, at: evening)
        let rung = records(look(&machine, at: sample("2027-01-05T12:00:00Z", boot: 39_600)))
        #expect(rung.map(\.outcome) == [nil])
    }

    @Test func next_passesOverWhatIsSkipped() throws {
        let schedule = Plans.schedule(settled: "2027-01-04T12:00:00Z")
        let override = OccurrenceOverride(
            schedule: schedule.id, date: Plans.date("2027-01-05"), change: .skip(), since: evening.wall)
        let machine = try machine([schedule], overrides: [override])
        #expect(machine.next(of: schedule, at: evening)?.key == Plans.key("2027-01-06"))
        let upcoming = machine.upcoming(after: evening.wall, until: evening.wall + .seconds(3 * 86_400))
        #expect(upcoming.map(\.occurrence.key) == ["2027-01-06", "2027-01-07"].map { Plans.key($0) })
    }

    @Test func pause_skipsUntilItEnds() throws {
        var machine = try machine()
        machine.pause([Pause(since: evening.wall, until: CivilDateTime(iso8601: "2027-01-06T00:00"), zone: nil)])
        let skipped = records(look(&machine, at: sample("2027-01-05T12:00:00Z", boot: 39_600)))
        #expect(skipped.map(\.outcome) == [.skipped])
        #expect(skipped.map(\.reason) == [.pause])
        let rung = records(look(&machine, at: sample("2027-01-06T12:00:00Z", boot: 126_000)))
        #expect(rung.map(\.outcome) == [nil])
    }
}
