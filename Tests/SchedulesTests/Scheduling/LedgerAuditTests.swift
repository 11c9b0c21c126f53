// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Scheduling
import SleepModel
import Storage
import Testing

@Suite struct LedgerAuditTests {
    private let now = Plans.instant("2027-01-08T13:00:00Z")

    private func gaps(
        _ schedule: Schedule, entered days: [String], terms: ScheduleTerms = ScheduleTerms()
    ) throws -> [OccurrenceKey] {
        let entered = days.map { (Plans.key($0), OccurrenceStanding(planned: Plans.instant("\($0)T12:00:00Z"))) }
        return try gaps(schedule, entered: Dictionary(uniqueKeysWithValues: entered), terms: terms)
    }

    private func gaps(
        _ schedule: Schedule, entered: [OccurrenceKey: OccurrenceStanding], terms: ScheduleTerms = ScheduleTerms()
    ) throws -> [OccurrenceKey] {
        LedgerAudit.gaps(
            in: schedule, entered: entered, zone: try Plans.zones().rules(for: nil), terms: terms, at: now
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

    @Test func gaps_areNotLookedFor_whereTheHostWasInAnotherZone() throws {
        // On the 5th it was 07:00 in Los Angeles, and nobody knows since when the host was there, or until when.
        let schedule = daily(since: "2027-01-02T13:00:00Z", settled: "2027-01-08T12:00:00Z")
        let entered = [
            Plans.key("2027-01-05"): OccurrenceStanding(planned: Plans.instant("2027-01-05T15:00:00Z"), isMissed: true)
        ]
        #expect(try gaps(schedule, entered: entered) == ["2027-01-07", "2027-01-08"].map { Plans.key($0) })
    }

    // MARK: - Stores

    private func record(_ key: OccurrenceKey, at planned: String, outcome: OccurrenceOutcome?) -> OccurrenceRecord {
        OccurrenceRecord(
            key: key, kind: .alarm, device: Plans.device, name: "wake", planned: Plans.instant(planned),
            zone: "America/New_York", zoneData: nil, rule: .unique, lateness: .zero, actor: .schedule, run: nil,
            outcome: outcome)
    }

    /// A store with two alarms since the 4th; of the first, the 6th was missed and the 8th runs at another time.
    private func store() async throws -> InMemoryNightStore {
        let store = InMemoryNightStore()
        var other = daily(since: "2027-01-04T13:00:00Z", settled: "2027-01-06T12:00:00Z")
        other.id = ScheduleID(rawValue: "other")
        other.name = "other"
        _ = try await store.commit([
            .save(daily(since: "2027-01-04T13:00:00Z", settled: "2027-01-08T12:30:00Z"), log: []),
            .save(other, log: []),
            .override(
                OccurrenceOverride(
                    schedule: ScheduleID(rawValue: "wake"), date: Plans.date("2027-01-08"),
                    change: .time(Plans.time("07:30")), since: now),
                log: []),
            .claim(
                record(Plans.key("2027-01-06"), at: "2027-01-06T12:00:00Z", outcome: .missed), settling: nil, log: []),
            .claim(record(Plans.key("2027-01-08"), at: "2027-01-08T12:30:00Z", outcome: nil), settling: nil, log: []),
        ])
        return store
    }

    @Test(.timeLimit(.minutes(1)))
    func diagnostics_areOfEverySchedule_andListedUpToTheLimit() async throws {
        let store = try await store()
        let keys = [
            Plans.key("2027-01-05"), Plans.key("2027-01-07"), Plans.key("2027-01-05", "other"),
            Plans.key("2027-01-06", "other"),
        ]
        for limit in [0, 1, 3, 4, 5] {
            let diagnostics = try await LedgerAudit.diagnostics(in: store, zones: Plans.zones(), at: now, limit: limit)
            #expect(diagnostics.gaps.map(\.occurrence.key) == Array(keys.prefix(limit)))
            #expect(diagnostics.gaps.map(\.schedule.id) == diagnostics.gaps.map(\.occurrence.key.schedule))
            #expect(diagnostics.count == 4)
        }
    }

    @Test(.timeLimit(.minutes(1)))
    func diagnostics_areNone_whereNothingIsScheduled() async throws {
        let diagnostics = try await LedgerAudit.diagnostics(
            in: InMemoryNightStore(), zones: Plans.zones(), at: now, limit: 10)
        #expect(diagnostics.count == 0)
        #expect(diagnostics.gaps == [])
    }
}
