// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Scheduling
import SleepModel
import Testing

@Suite struct LedgerAuditTests {
    private let now = Plans.instant("2027-01-08T13:00:00Z")

    private func gaps(
        _ schedule: Schedule, entered days: [String], terms: ScheduleTerms = ScheduleTerms()
    ) throws -> [OccurrenceKey] {
        LedgerAudit.gaps(
            in: schedule, entered: Set(days.map { Plans.key($0) }), zone: try Plans.zones().rules(for: nil),
            terms: terms, at: now
        ).map(\.key)
    }

    private func daily(since: String, settled: String, at time: String = "07:00") -> Schedule {
        var schedule = Plans.schedule(at: time, settled: settled)
        schedule.validFrom = Plans.instant(since)
        return schedule
    }

    @Test func gaps_areThereForWhatWasNeverEntered() throws {
        let schedule = daily(since: "2027-01-04T13:00:00Z", settled: "2027-01-08T12:00:00Z")
        #expect(
            try gaps(schedule, entered: ["2027-01-05", "2027-01-08"])
                == ["2027-01-06", "2027-01-07"].map { Plans.key($0) })
        #expect(try gaps(schedule, entered: ["2027-01-05", "2027-01-06", "2027-01-07", "2027-01-08"]) == [])
    }

    @Test func gaps_endWithWhatIsSettled() throws {
        let schedule = daily(since: "2027-01-04T13:00:00Z", settled: "2027-01-06T12:00:00Z")
        #expect(try gaps(schedule, entered: []) == ["2027-01-05", "2027-01-06"].map { Plans.key($0) })
    }

    @Test func gaps_areNoneBeforeTheRuleHeld() throws {
        let schedule = daily(since: "2027-01-07T12:30:00Z", settled: "2027-01-08T12:00:00Z")
        #expect(try gaps(schedule, entered: ["2027-01-08"]) == [])
    }

    @Test func gaps_countADateByWhatDiffersOnIt() throws {
        let schedule = daily(since: "2027-01-06T13:00:00Z", settled: "2027-01-08T12:00:00Z")
        let terms = ScheduleTerms(changes: [Plans.date("2027-01-08"): .time(Plans.time("09:00"))])
        #expect(try gaps(schedule, entered: ["2027-01-07"], terms: terms) == [])
    }

    @Test func gaps_areFoundForAOneTimeScheduleThatIsOver() throws {
        var schedule = Plans.schedule(days: .once(Plans.date("2027-01-07")), settled: "2027-01-07T12:00:00Z")
        schedule.validFrom = Plans.instant("2027-01-05T12:00:00Z")
        schedule.isEnabled = false
        #expect(try gaps(schedule, entered: []) == [Plans.key("2027-01-07")])
        #expect(try gaps(schedule, entered: ["2027-01-07"]) == [])
    }

    @Test func gaps_lookBackFiveWeeks() throws {
        let schedule = daily(since: "2026-01-01T13:00:00Z", settled: "2027-01-08T12:00:00Z")
        #expect(try gaps(schedule, entered: []).first == Plans.key("2026-12-05"))
    }
}
