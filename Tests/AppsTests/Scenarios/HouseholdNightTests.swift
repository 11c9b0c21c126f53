// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Testing

@testable import HouseholdNights

/// A day of random faults; `.ci/household-nights` lives as many as asked for, or a year.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct HouseholdNightTests {
    /// Nil is all of them.
    @Test(
        arguments: [
            nil, .hangingDisk, .restart, .suspend, .clockStep, .zoneMove, .program, .powerLoss, .outOfReach, .pause,
        ] as [NightFault?])
    func devices_showWhatTheyAreTo_whateverComesBetween(fault: NightFault?) async throws {
        let run = NightRunID(seed: 1, fault: fault, devices: fault == nil ? 2 : 1, days: 1)
        let report = try await HouseholdNight.report(of: run, zones: ExplainFixture.zoneinfo)
        #expect(report.faults == [])
        #expect(report.figures.compared > 150)
    }

    private func plan(_ seed: UInt64) throws -> NightPlan {
        let zone = try ZoneDatabase(directory: ExplainFixture.zoneinfo).rules(for: "America/New_York")
        return NightPlan(
            seed: seed, size: NightPlan.Size(devices: 1, days: 7), faults: [], zone: zone, zones: [])
    }

    @Test func judge_findsEveryOccurrence_ofWhichThereIsNoTrace() throws {
        let plan = try plan(1)
        let judge = NightJudge(
            plan: plan, facts: NightFacts(), journals: [[]], log: [], addresses: [], boot: .zero)
        let report = judge.report(withHistory: false)
        #expect(report.figures.occurrences >= 40)
        #expect(report.faults.count { $0.contains(" shows ") } >= 40)
        #expect(report.figures.excused.values.reduce(0, +) * 20 < report.figures.compared)
    }

    /// A time that does not exist is as long after the gap as it would be without one.
    @Test func calendar_hasEveryDay_overATransition() throws {
        for seed in 1...12 as ClosedRange<UInt64> {
            let plan = try plan(seed)
            let time = NightTime(start: plan.start, end: plan.end, zone: plan.zone, changes: [])
            let occurrences = NightCalendar(schedules: plan.schedules, time: time).occurrences()
            #expect(!occurrences.isEmpty)
            for occurrence in occurrences {
                let civil = plan.zone.civil(at: occurrence.planned)
                let (minute, at) = (civil.time.secondsSinceMidnight / 60, plan.schedules[occurrence.schedule].at.minute)
                #expect(civil.date == occurrence.date)
                #expect(minute == at || minute == at + 60 && at / 60 == 2)
            }
        }
    }
}
