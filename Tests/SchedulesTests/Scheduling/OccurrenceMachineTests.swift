// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import SleepModel
import Storage
import Testing

@testable import Scheduling

@Suite struct OccurrenceMachineTests {
    private let settled = "2027-01-04T12:00:00Z"
    private let due = Plans.sample("2027-01-07T12:05:00Z")

    private func machine(
        _ schedules: [Schedule], running: [OccurrenceRecord] = [], known: Set<OccurrenceKey> = [],
        overrides: [OccurrenceOverride] = [], pauses: [Pause] = []
    ) throws -> OccurrenceMachine {
        OccurrenceMachine(
            schedules: schedules, running: running,
            known: Dictionary(grouping: known, by: \.schedule).mapValues { keys in
                Dictionary(
                    uniqueKeysWithValues: keys.map {
                        ($0, OccurrenceStanding(planned: Plans.instant("\($0.date)T12:00:00Z")))
                    })
            },
            overrides: overrides, pauses: pauses, zones: try Plans.zones())
    }

    private func advance(_ machine: inout OccurrenceMachine, to sample: ClockSample) -> [StoreChange] {
        machine.advance(to: sample) { _, occurrence, sample in
            .routine(RoutineRun(plan: RoutinePlan(steps: []), start: sample.anchor(plannedAt: occurrence.planned)))
        }
    }

    private func claims(_ effects: [StoreChange]) -> [(record: OccurrenceRecord, settled: Schedule?)] {
        effects.compactMap { if case .claim(let record, let settled, _) = $0 { (record, settled) } else { nil } }
    }

    @Test func advance_claimsInOrder_andSettlesOneByOne() throws {
        var machine = try machine([Plans.schedule(settled: settled)])
        let claims = claims(advance(&machine, to: due))
        #expect(claims.map(\.record.key) == ["2027-01-05", "2027-01-06", "2027-01-07"].map { Plans.key($0) })
        #expect(claims.map(\.record.outcome) == [.missed, .missed, nil])
        #expect(claims.map(\.record.endedAt) == [due.wall, due.wall, nil])
        #expect(claims.map(\.settled?.settledThrough) == claims.map(\.record.planned))
        #expect(claims.last?.record.lateness == .seconds(300))
        #expect(claims.last?.record.zone == "America/New_York")
        #expect(claims.last?.record.zoneData == "2026f")
    }

    @Test func advance_keepsAOneTimeScheduleEnabled_untilTheClaimThatSettlesItLast() throws {
        var machine = try machine([Plans.schedule(days: .once(Plans.date("2027-01-07")), settled: settled)])
        let claims = claims(advance(&machine, to: due))
        #expect(claims.map(\.settled?.isEnabled) == [false])
    }

    @Test func advance_doesNotClaimAgain_whileAClaimIsBeingWritten() throws {
        var machine = try machine([Plans.schedule(settled: settled)])
        #expect(advance(&machine, to: due).count == 3)
        #expect(advance(&machine, to: due) == [])
        #expect(machine.running == [:])
    }

    @Test func claimed_startsTheRun_whenAccepted() throws {
        var machine = try machine([Plans.schedule(settled: settled)])
        for claim in claims(advance(&machine, to: due)) {
            machine.claimed(claim.record, .accepted, settled: claim.settled, at: due)
        }
        #expect(Array(machine.running.keys) == [Plans.key("2027-01-07")])
        #expect(machine.schedules.map(\.settledThrough) == [Plans.instant("2027-01-07T12:00:00Z")])
        #expect(advance(&machine, to: due) == [])
    }

    @Test func claimed_startsNothing_whenRefused() throws {
        // K30: somebody else has it.
        var machine = try machine([Plans.schedule(settled: settled)])
        for claim in claims(advance(&machine, to: due)) {
            machine.claimed(claim.record, .refused, settled: claim.settled, at: due)
        }
        #expect(machine.running == [:])
        #expect(advance(&machine, to: due) == [])
    }

    @Test func claimed_triesAgainTwoSecondsAfterItsTime_whenTheStoreFailed() throws {
        var machine = try machine([Plans.schedule(settled: "2027-01-06T12:00:00Z")])
        let due = Plans.sample("2027-01-07T12:00:00.5Z", boot: .seconds(1000))
        for claim in claims(advance(&machine, to: due)) {
            machine.claimed(claim.record, .failed, settled: claim.settled, at: due)
        }
        #expect(machine.running == [:])
        #expect(machine.nextWake(at: due).boot == due.boot + .milliseconds(1500))
        let early = Plans.sample("2027-01-07T12:00:01.9Z", boot: .milliseconds(1_001_400))
        #expect(advance(&machine, to: early) == [])
        let late = Plans.sample("2027-01-07T12:00:02Z", boot: .milliseconds(1_001_500))
        #expect(claims(advance(&machine, to: late)).count == 1)
    }

    @Test func claimed_startsWithoutARecord_whenTheStoreFailsLongerThanItWaits() throws {
        var machine = try machine([Plans.schedule(settled: settled)])
        for claim in claims(advance(&machine, to: due)) {
            machine.claimed(claim.record, .failed, settled: claim.settled, at: due)
        }
        #expect(Array(machine.running.keys) == [Plans.key("2027-01-07")])
        #expect(machine.nextWake(at: due).boot == due.boot + PendingWrites.retry)
        let early = Plans.sample("2027-01-07T12:05:04Z", boot: .seconds(1004))
        #expect(advance(&machine, to: early) == [])
        let late = Plans.sample("2027-01-07T12:05:05Z", boot: .seconds(1005))
        let repeated = claims(advance(&machine, to: late))
        #expect(repeated.map(\.record.outcome) == [.missed, .missed, nil])
        for claim in repeated { machine.claimed(claim.record, .accepted, settled: claim.settled, at: late) }
        #expect(Array(machine.running.keys) == [Plans.key("2027-01-07")])
        #expect(advance(&machine, to: Plans.sample("2027-01-07T12:05:15Z", boot: .seconds(1015))) == [])
    }

    /// The disk is full and the clock is set back before there is room again.
    @Test func claimed_startsTheRun_whileTheRecordThatItWasMissedStillWaits() throws {
        var machine = try machine([Plans.schedule(settled: settled)])
        for claim in claims(advance(&machine, to: due)) {
            machine.claimed(claim.record, .failed, settled: claim.settled, at: due)
        }
        #expect(claims(advance(&machine, to: Plans.sample("2027-01-05T11:59:59Z", boot: .seconds(1001)))).isEmpty)
        let again = Plans.sample("2027-01-05T12:00:00Z", boot: .seconds(1002))
        let begun = claims(advance(&machine, to: again))
        #expect(begun.map(\.record.key) == [Plans.key("2027-01-05")])
        for claim in begun { machine.claimed(claim.record, .accepted, settled: claim.settled, at: again) }
        #expect(machine.running[Plans.key("2027-01-05")] != nil)
        let later = claims(advance(&machine, to: Plans.sample("2027-01-05T12:00:10Z", boot: .seconds(1012))))
        #expect(!later.map(\.record.key).contains(Plans.key("2027-01-05")))
    }

    /// It was missed by another clock, rings again on a full disk, and is over before there is room again.
    @Test func retry_entersTheBeginningAndTheEnd_ofWhatWasMissedBefore() throws {
        var machine = try machine([Plans.schedule(settled: settled)])
        for claim in claims(advance(&machine, to: due)) {
            machine.claimed(claim.record, .accepted, settled: claim.settled, at: due)
        }
        _ = advance(&machine, to: Plans.sample("2027-01-05T11:59:59Z", boot: .seconds(1001)))
        let again = Plans.sample("2027-01-05T12:00:05Z", boot: .seconds(1007))
        for claim in claims(advance(&machine, to: again)) {
            machine.claimed(claim.record, .failed, settled: claim.settled, at: again)
        }
        let key = Plans.key("2027-01-05")
        #expect(machine.running[key] != nil)
        #expect(machine.end(key, .dismissed, actor: .person, at: again) == [])
        for seconds in [1020, 1040] {
            let sample = Plans.sample("2027-01-05T12:00:20Z", boot: .seconds(seconds))
            let changes = advance(&machine, to: sample)
            guard case .claim(let begun, _, let first)? = changes.first,
                case .update(let ended, let last)? = changes.last
            else {
                Issue.record("\(changes)")
                return
            }
            #expect([begun.key, ended.key] == [key, key])
            #expect([begun.outcome, ended.outcome] == [nil, .dismissed])
            #expect(first.map(\.outcome) + last.map(\.outcome) == [.started, .dismissed])
            // The disk takes neither at first.
            let result = seconds == 1020 ? ClaimResult.failed : .accepted
            machine.claimed(begun, result, settled: nil, at: sample)
            machine.writes.wrote(ended, log: last, isWritten: result == .accepted, at: sample)
        }
        #expect(advance(&machine, to: Plans.sample("2027-01-05T12:01:00Z", boot: .seconds(1060))) == [])
    }

    @Test func claimed_isIgnored_whenNothingWasClaimed() throws {
        var machine = try machine([Plans.schedule(settled: settled)])
        var other = machine
        let claim = try #require(claims(advance(&other, to: due)).first)
        machine.claimed(claim.record, .accepted, settled: nil, at: due)
        #expect(machine.running == [:])
    }

    @Test func nextWake_isTheSoonestStart() throws {
        let machine = try machine([
            Plans.schedule("late", at: "09:00", settled: settled),
            Plans.schedule("early", at: "08:00", settled: settled, plan: Plans.alarm(sunrise: .seconds(1800))),
        ])
        let now = Plans.sample("2027-01-04T12:00:00Z")
        #expect(machine.nextWake(at: now) == WakeRequest(wall: Plans.instant("2027-01-04T12:30:00Z")))
    }

    @Test func begin_isAnOccurrenceOfItsOwn_byHand() throws {
        let schedule = Plans.schedule(settled: settled)
        var machine = try machine([schedule])
        let run = OccurrenceRun.routine(RoutineRun(plan: RoutinePlan(steps: []), start: due.anchor))
        let effect = machine.begin(schedule, run: run, slot: "manual-1", at: due)
        let claim = try #require(claims([effect]).first)
        #expect(
            claim.record.key
                == OccurrenceKey(schedule: schedule.id, date: Plans.date("2027-01-07"), slot: "manual-1"))
        #expect(claim.record.actor == .person)
        #expect(claim.settled == nil)
    }

    @Test func end_isFinal() throws {
        var machine = try machine([Plans.schedule(settled: "2027-01-06T12:00:00Z")])
        for claim in claims(advance(&machine, to: due)) {
            machine.claimed(claim.record, .accepted, settled: claim.settled, at: due)
        }
        let key = Plans.key("2027-01-07")
        let effects = machine.end(key, .dismissed, actor: .person, at: due)
        guard case .update(let record, let log)? = effects.first else {
            Issue.record("an end is written")
            return
        }
        #expect(record.outcome == .dismissed)
        #expect(record.endedAt == due.wall)
        #expect(record.run == nil)
        #expect(log.map(\.outcome) == [.dismissed])
        #expect(machine.end(key, .done, actor: .schedule, at: due) == [])
        let run = OccurrenceRun.routine(RoutineRun(plan: RoutinePlan(steps: []), start: due.anchor))
        #expect(machine.update(key, run: run, outcome: nil, actor: .person, at: due) == [])
    }

    @Test func remove_endsItsRunsAlone() throws {
        var machine = try machine([
            Plans.schedule("first", settled: "2027-01-06T12:00:00Z"),
            Plans.schedule("second", settled: "2027-01-06T12:00:00Z"),
        ])
        for claim in claims(advance(&machine, to: due)) {
            machine.claimed(claim.record, .accepted, settled: claim.settled, at: due)
        }
        #expect(machine.remove(ScheduleID(rawValue: "first"), at: due).count == 2)
        #expect(Array(machine.running.keys) == [Plans.key("2027-01-07", "second")])
        #expect(machine.schedules.map(\.name) == ["second"])
        #expect(machine.remove(ScheduleID(rawValue: "first"), at: due) == [])
    }

    @Test func next_isTheOneThatShowsAlready_untilItIsClaimed() throws {
        let alarm = Plans.schedule(settled: "2027-01-05T11:45:00Z", plan: Plans.alarm(sunrise: .seconds(1800)))
        let now = Plans.sample("2027-01-05T11:45:00Z")
        #expect(try machine([alarm]).next(of: alarm, at: now)?.key == Plans.key("2027-01-05"))
        let claimed = try machine([alarm], known: [Plans.key("2027-01-05")])
        #expect(claimed.next(of: alarm, at: now)?.key == Plans.key("2027-01-06"))
    }

    @Test func claimed_leavesAMissedOneToCome_whenTheClockIsSetBack() throws {
        var machine = try machine([Plans.schedule(settled: settled)])
        for claim in claims(advance(&machine, to: due)) {
            machine.claimed(claim.record, .accepted, settled: claim.settled, at: due)
        }
        let early = Plans.sample("2027-01-05T11:00:00Z", boot: .seconds(1001))
        #expect(machine.nextWake(at: early) == WakeRequest(wall: Plans.instant("2027-01-05T12:00:00Z")))
        #expect(claims(advance(&machine, to: Plans.sample("2027-01-06T11:00:00Z", boot: .seconds(1002)))).isEmpty)
    }

    @Test func advance_beginsWhatWasMissed_whenItIsTimeAgainAfterTheClockWasSetBack() throws {
        var machine = try machine([Plans.schedule(settled: settled)])
        for claim in claims(advance(&machine, to: due)) {
            machine.claimed(claim.record, .accepted, settled: claim.settled, at: due)
        }
        #expect(claims(advance(&machine, to: Plans.sample("2027-01-05T11:00:00Z", boot: .seconds(1001)))).isEmpty)
        let again = claims(advance(&machine, to: Plans.sample("2027-01-05T12:00:00Z", boot: .seconds(4601))))
        #expect(again.map(\.record.key) == [Plans.key("2027-01-05")])
        #expect(again.map(\.record.outcome) == [nil])
    }

    @Test func upcoming_isInOrder_overAllSchedules() throws {
        let machine = try machine([
            Plans.schedule("late", at: "09:00", settled: settled),
            Plans.schedule("early", at: "08:00", settled: settled),
        ])
        let now = Plans.instant(settled)
        let upcoming = machine.upcoming(after: now, until: now + .seconds(86_400 + 3600))
        #expect(upcoming.map(\.schedule.name) == ["early", "late", "early"])
    }

    @Test func zone_isTheHosts_whenTheSchedulesOwnIsGone() throws {
        var machine = try machine([Plans.schedule(zone: "Europe/Atlantis", settled: "2027-01-06T12:00:00Z")])
        #expect(claims(advance(&machine, to: due)).map(\.record.zone) == ["America/New_York"])
    }
}
