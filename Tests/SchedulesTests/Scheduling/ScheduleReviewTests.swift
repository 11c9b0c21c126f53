// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Scheduling
import SleepModel
import Testing

@Suite struct ScheduleReviewTests {
    private func review(
        _ schedule: Schedule, at now: String, known: Set<OccurrenceKey> = [], host: String = "America/New_York"
    ) throws -> ScheduleReview {
        ScheduleReview(
            of: schedule, zone: try Plans.zones(host: host).rules(for: schedule.zone), at: Plans.instant(now),
            known: known)
    }

    private let settled = "2027-01-04T12:00:00Z"  // Monday 07:00

    // MARK: - What is due

    @Test(
        arguments: [
            ("2027-01-05T11:59:59Z", nil, []),
            ("2027-01-05T12:00:00Z", "2027-01-05", []),
            ("2027-01-05T12:29:59Z", "2027-01-05", []),
            ("2027-01-05T12:30:00Z", nil, ["2027-01-05"]),
            ("2027-01-07T12:05:00Z", "2027-01-07", ["2027-01-05", "2027-01-06"]),
        ] as [(String, String?, [String])])
    func review_findsWhatIsDueAndWhatPassed(now: String, due: String?, passed: [String]) throws {
        let review = try review(Plans.schedule(settled: settled), at: now)
        #expect(review.due?.key == due.map { Plans.key($0) })
        #expect(review.passed.map(\.occurrence.key) == passed.map { Plans.key($0) })
        #expect(review.passed.allSatisfy { $0.outcome == .missed })
    }

    @Test func review_isDueFromTheSunriseOn_withALead() throws {
        let schedule = Plans.schedule(settled: settled, plan: Plans.alarm(sunrise: .seconds(1800)))
        #expect(try review(schedule, at: "2027-01-05T11:29:59Z").due == nil)
        let review = try review(schedule, at: "2027-01-05T11:30:00Z")
        #expect(review.due?.planned == Plans.instant("2027-01-05T12:00:00Z"))
        #expect(review.due?.starts == Plans.instant("2027-01-05T11:30:00Z"))
        #expect(review.settled.settledThrough == Plans.instant("2027-01-05T12:00:00Z"))
        #expect(review.next?.starts == Plans.instant("2027-01-06T11:30:00Z"))
    }

    @Test func review_supersedesAnEarlierOne_whenBothMayStillBegin() throws {
        // A night lasts until its wake light is over, and this one is longer than a day's distance to the next start.
        let schedule = Plans.schedule(
            at: "20:00", settled: settled, plan: Plans.bedtime(windDown: .seconds(3 * 3600), wake: "19:00"))
        let review = try review(schedule, at: "2027-01-05T23:30:00Z")
        #expect(review.passed.map(\.outcome) == [.superseded])
        #expect(review.passed.map(\.occurrence.key) == [Plans.key("2027-01-04")])
        #expect(review.due?.key == Plans.key("2027-01-05"))
    }

    @Test func review_passesOverWhatIsKnown_whenTheClockWentBack() throws {
        let schedule = Plans.schedule(settled: "2027-01-05T12:00:00Z")
        let review = try review(schedule, at: "2027-01-05T11:00:00Z", known: [Plans.key("2027-01-05")])
        #expect(review.due == nil)
        #expect(review.passed == [])
        #expect(review.next?.key == Plans.key("2027-01-06"))
    }

    @Test func review_findsWhatWasNotReached_whenTheClockWentBack() throws {
        // Settled under a clock that was three days ahead: the days that are still to come are planned.
        let review = try review(Plans.schedule(settled: "2027-01-08T12:00:00Z"), at: "2027-01-05T12:00:01Z")
        #expect(review.next?.key == Plans.key("2027-01-06"))
    }

    @Test func review_waitsForTheNextDay_whenMadeInTheMinuteItself() throws {
        // K24
        let review = try review(Plans.schedule(settled: "2027-01-05T12:00:00Z"), at: "2027-01-05T12:00:30Z")
        #expect(review.due == nil)
        #expect(review.next?.planned == Plans.instant("2027-01-06T12:00:00Z"))
    }

    @Test func review_asksForNothing_whenDisabledOrWithoutRecurrence() throws {
        var disabled = Plans.schedule(settled: settled)
        disabled.isEnabled = false
        var byHand = Plans.schedule(settled: settled)
        byHand.recurrence = nil
        for schedule in [disabled, byHand] {
            let review = try review(schedule, at: "2027-01-05T12:00:00Z")
            #expect(review.due == nil)
            #expect(review.passed == [])
            #expect(review.next == nil)
            #expect(review.settled == schedule)
        }
    }

    // MARK: - Once

    @Test func review_disablesAOneTimeSchedule_whenItBegins() throws {
        let once = Plans.schedule(days: .once(Plans.date("2027-01-05")), settled: settled)
        let before = try review(once, at: "2027-01-05T11:00:00Z")
        #expect(before.settled.isEnabled)
        #expect(before.next?.key == Plans.key("2027-01-05"))
        let after = try review(once, at: "2027-01-05T12:00:00Z")
        #expect(!after.settled.isEnabled)
        #expect(after.due?.key == Plans.key("2027-01-05"))
    }

    @Test func review_missesAOneTimeSchedule_howeverLongAgoItWas() throws {
        let once = Plans.schedule(days: .once(Plans.date("2027-01-05")), settled: settled)
        let review = try review(once, at: "2027-07-01T00:00:00Z")
        #expect(review.passed.map(\.occurrence.key) == [Plans.key("2027-01-05")])
        #expect(review.next == nil)
    }

    @Test func review_keepsAMissedOneTimeScheduleEnabled_forAClockThatIsSetBack() throws {
        let once = Plans.schedule(days: .once(Plans.date("2027-01-05")), settled: settled)
        let missed = try review(once, at: "2027-07-01T00:00:00Z").settled
        #expect(missed.isEnabled)
        #expect(try review(missed, at: "2027-01-04T00:00:00Z").next?.key == Plans.key("2027-01-05"))
    }

    @Test func review_looksBackFiveWeeks_whenWeekly() throws {
        let review = try review(Plans.schedule(settled: settled), at: "2027-07-01T00:00:00Z")
        #expect(review.passed.count == 35)
        #expect(review.settled.settledThrough == Plans.instant("2027-06-30T11:00:00Z"))
    }

    @Test func review_keepsAOneTimeScheduleEnabled_untilItsSecondPass() throws {
        let once = Plans.schedule(
            at: "01:30", days: .once(Plans.date("2026-11-01")), overlap: .both, settled: "2026-11-01T04:00:00Z")
        let first = try review(once, at: "2026-11-01T05:30:00Z")
        #expect(first.due?.key == Plans.key("2026-11-01"))
        #expect(first.settled.isEnabled)
        let second = try review(first.settled, at: "2026-11-01T06:30:00Z", known: [Plans.key("2026-11-01")])
        #expect(second.due?.key == Plans.key("2026-11-01", pass: 2))
        #expect(!second.settled.isEnabled)
    }

    // MARK: - How late

    @Test(
        arguments: [
            (Plans.alarm(), 30 * 60),
            (Plans.routine(.after(.seconds(600)), .after(.seconds(300))), 15 * 60),
            (Plans.routine(.after(.seconds(600)), .whenStopped), 30 * 60),
            (Plans.routine(.at(Plans.time("08:00"))), 60 * 60),
            (Plans.bedtime(wake: "08:00"), 90 * 60),
            (Plans.bedtime(wake: nil), 12 * 3600),
        ] as [(Schedule.Plan, Int64)])
    func review_allowsToBeginLate_asLongAsThereIsSomethingLeft(plan: Schedule.Plan, seconds: Int64) throws {
        let schedule = Plans.schedule(settled: settled, plan: plan)
        let planned = Plans.instant("2027-01-05T12:00:00Z")
        let zone = try Plans.zones().rules(for: nil)
        func review(_ late: Duration) -> ScheduleReview {
            ScheduleReview(of: schedule, zone: zone, at: planned + late, known: [Plans.key("2027-01-04")])
        }
        #expect(review(.seconds(seconds) - .nanoseconds(1)).due?.planned == planned)
        #expect(review(.seconds(seconds)).passed.map(\.outcome) == [.missed])
    }

    // MARK: - Transitions

    @Test(arguments: [
        ("America/New_York", "02:30", "2027-03-13T12:00:00Z", "2027-03-14T07:30:00Z", AppliedRule.gapLater),
        ("America/New_York", "01:30", "2026-10-31T12:00:00Z", "2026-11-01T05:30:00Z", .overlapFirst),
        ("Australia/Lord_Howe", "02:15", "2026-10-03T00:00:00Z", "2026-10-03T15:45:00Z", .gapLater),
    ])
    func review_placesATime_atATransition(
        zone: String, time: String, settled: String, planned: String, rule: AppliedRule
    ) throws {
        let schedule = Plans.schedule(at: time, zone: zone, settled: settled)
        let review = try review(schedule, at: planned)
        #expect(review.due?.planned == Plans.instant(planned))
        #expect(review.due?.rule == rule)
        #expect(review.due?.zone == zone)
    }

    @Test func review_ringsOnce_whenTheHourIsRepeated() throws {
        let schedule = Plans.schedule(at: "01:30", settled: "2026-11-01T05:30:00Z")
        let review = try review(schedule, at: "2026-11-01T06:30:00Z", known: [Plans.key("2026-11-01")])
        #expect(review.due == nil)
        #expect(review.next?.key == Plans.key("2026-11-02"))
    }

    // MARK: - Ahead

    @Test func upcoming_listsWhatLiesAhead_withoutWhatIsKnown() throws {
        let zone = try Plans.zones().rules(for: nil)
        let now = Plans.instant("2027-01-05T12:00:00Z")
        let upcoming = Plans.schedule(settled: settled).upcoming(
            after: now, until: now + .seconds(3 * 86_400), limit: 10, zone: zone, known: [Plans.key("2027-01-07")])
        #expect(upcoming.map(\.key) == [Plans.key("2027-01-06"), Plans.key("2027-01-08")])
        #expect(upcoming.map(\.planned.iso8601) == ["2027-01-06T12:00:00Z", "2027-01-08T12:00:00Z"])
    }

    @Test func upcoming_stopsAtItsLimit() throws {
        let zone = try Plans.zones().rules(for: nil)
        let upcoming = Plans.schedule(settled: settled).upcoming(
            after: Plans.instant(settled), until: .max, limit: 3, zone: zone, known: [])
        #expect(upcoming.count == 3)
    }
}
