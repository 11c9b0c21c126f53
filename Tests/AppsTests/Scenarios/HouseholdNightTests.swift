// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Testing

@testable import HouseholdNights

/// A few days of random faults; `.ci/household-nights` lives as many as asked for.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct HouseholdNightTests {
    @Test(arguments: NightFault.allCases.map { [$0] } + [NightFault.allCases])
    func everyAlarm_ringsOrIsAccountedFor_whateverComesBetween(faults: [NightFault]) async throws {
        let report = try await HouseholdNight.report(
            seed: 1, days: faults.count == 1 ? 1 : 2, faults: faults, zones: ExplainFixture.zoneinfo)
        #expect(report.faults == [])
    }

    @Test func judge_findsEveryAlarm_ofWhichThereIsNoTrace() throws {
        let zone = try ZoneDatabase(directory: ExplainFixture.zoneinfo).rules(for: "America/New_York")
        let plan = NightPlan(seed: 1, days: 3, faults: [], zone: zone)
        let faults = NightJudge(plan: plan, facts: NightFacts(), journal: [], log: []).faults()
        #expect(plan.occurrences.count >= 8)
        for occurrence in plan.occurrences {
            #expect(faults.contains { $0.hasPrefix("\(occurrence.alarm.name) of \(occurrence.planned)") })
        }
    }

    /// A time that does not exist is as long after the gap as it would be without one.
    @Test func plan_hasEveryDay_overATransition() throws {
        let zone = try ZoneDatabase(directory: ExplainFixture.zoneinfo).rules(for: "America/New_York")
        for seed in 1...20 as ClosedRange<UInt64> {
            let plan = NightPlan(seed: seed, days: 7, faults: [], zone: zone)
            for occurrence in plan.occurrences {
                let civil = zone.civil(at: occurrence.planned)
                #expect(civil.date == occurrence.date)
                #expect(civil.time == occurrence.alarm.at || civil.time.hour == occurrence.alarm.at.hour + 1)
            }
        }
    }
}
