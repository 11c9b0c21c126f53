// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Scheduling
import SleepModel
import Testing

/// Single dates that differ, and times in which nothing begins.
@Suite struct ScheduleTermsTests {
    private let settled = "2027-01-04T12:00:00Z"  // Monday 07:00

    private func review(
        _ schedule: Schedule, at now: String, known: Set<OccurrenceKey> = [], terms: ScheduleTerms
    ) throws -> ScheduleReview {
        ScheduleReview(
            of: schedule, zone: try Plans.zones().rules(for: schedule.zone), at: Plans.instant(now), known: known,
            terms: terms)
    }

    @Test func review_passesASkippedDate_whenItsTimeHasCome() throws {
        let terms = ScheduleTerms(changes: [Plans.date("2027-01-05"): .skip()])
        let schedule = Plans.schedule(settled: settled)
        let before = try review(schedule, at: "2027-01-05T11:59:59Z", terms: terms)
        #expect(before.passed == [])
        #expect(before.next?.skip == .skip)
        let after = try review(schedule, at: "2027-01-05T12:00:00Z", terms: terms)
        #expect(after.due == nil)
        #expect(after.passed.map(\.outcome) == [.skipped])
        #expect(after.passed.map(\.occurrence.key) == [Plans.key("2027-01-05")])
        #expect(after.settled.settledThrough == Plans.instant("2027-01-05T12:00:00Z"))
        #expect(after.next?.key == Plans.key("2027-01-06"))
        #expect(after.next?.skip == nil)
    }

    /// Somebody may still end the skip or the pause while the sunrise would grow.
    @Test(arguments: [false, true])
    func review_waitsForThePlannedTime_ofWhatIsToBeSkipped(isPaused: Bool) throws {
        let planned = Plans.instant("2027-01-05T12:00:00Z")
        let skipped =
            isPaused
            ? ScheduleTerms(pauses: [Plans.instant(settled)..<planned + .seconds(1)])
            : ScheduleTerms(changes: [Plans.date("2027-01-05"): .skip()])
        let schedule = Plans.schedule(
            days: .once(Plans.date("2027-01-05")), settled: settled, plan: Plans.alarm(sunrise: .seconds(1800)))
        let waiting = try review(schedule, at: "2027-01-05T11:45:00Z", terms: skipped)
        #expect(waiting.passed == [])
        #expect(waiting.settled == schedule)
        #expect(waiting.wake == planned)
        let ended = try review(schedule, at: "2027-01-05T11:45:00Z", terms: ScheduleTerms())
        #expect(ended.due?.starts == planned - .seconds(1800))
        let passed = try review(schedule, at: "2027-01-05T12:00:00Z", terms: skipped)
        #expect(passed.passed.map(\.outcome) == [.skipped])
        #expect(!passed.settled.isEnabled)
    }

    /// A pause that ends on its own while the sunrise would grow.
    @Test func review_waitsForTheEndOfAPause_thatEndsBeforeThePlannedTime() throws {
        let (begin, planned) = (Plans.instant("2027-01-05T11:30:00Z"), Plans.instant("2027-01-05T12:00:00Z"))
        let end = begin + .seconds(600)
        let terms = ScheduleTerms(pauses: [Plans.instant(settled)..<begin + .seconds(300), begin..<end])
        let schedule = Plans.schedule(settled: settled, plan: Plans.alarm(sunrise: .seconds(1800)))
        let waiting = try review(schedule, at: begin.iso8601, terms: terms)
        #expect(waiting.due == nil)
        #expect(waiting.passed == [])
        #expect(waiting.wake == end)
        let joined = try review(schedule, at: end.iso8601, terms: terms)
        #expect(joined.due?.planned == planned)
        #expect(joined.due?.starts == begin)
    }

    /// Another zone, or a clock that was set, may bring up what was planned before the pause began.
    @Test func review_skipsWhatIsLate_duringAPause() throws {
        let schedule = Plans.schedule(at: "20:00", settled: settled, plan: Plans.bedtime(wake: "07:00"))
        let terms = ScheduleTerms(pauses: [Plans.instant("2027-01-06T01:30:00Z")..<Instant.max])
        let before = try review(schedule, at: "2027-01-06T01:29:59Z", terms: terms)
        #expect(before.due?.key == Plans.key("2027-01-05"))
        let paused = try review(schedule, at: "2027-01-06T02:00:00Z", terms: terms)
        #expect(paused.due == nil)
        #expect(paused.passed.map(\.outcome).last == .skipped)
        #expect(paused.passed.last?.occurrence.skip == .pause)
        let over = try review(schedule, at: "2027-01-06T13:00:00Z", terms: terms)
        #expect(over.passed.map(\.outcome).last == .missed)
    }

    @Test func review_endsAOneTimeSchedule_whenItsDateIsSkipped() throws {
        let schedule = Plans.schedule(days: .once(Plans.date("2027-01-05")), settled: settled)
        let terms = ScheduleTerms(changes: [Plans.date("2027-01-05"): .skip()])
        #expect(try !review(schedule, at: "2027-01-05T12:00:00Z", terms: terms).settled.isEnabled)
    }

    @Test(
        arguments: [
            ("06:00", "2027-01-05T11:00:00Z"), ("09:15", "2027-01-05T14:15:00Z"), ("23:59", "2027-01-06T04:59:00Z"),
        ] as [(String, String)])
    func review_isDueAtTheOtherTime_onADateThatDiffers(time: String, instant: String) throws {
        let terms = ScheduleTerms(changes: [Plans.date("2027-01-05"): .time(Plans.time(time))])
        let schedule = Plans.schedule(settled: settled)
        let due = Plans.instant(instant)
        let early = try review(schedule, at: (due - .seconds(1)).iso8601, terms: terms)
        #expect(early.due == nil)
        #expect(early.next?.planned == due)
        let late = try review(schedule, at: instant, terms: terms)
        #expect(late.due?.key == Plans.key("2027-01-05"))
        #expect(late.passed == [])
        let next = try review(late.settled, at: "2027-01-06T12:00:00Z", known: [Plans.key("2027-01-05")], terms: terms)
        #expect(next.due?.key == Plans.key("2027-01-06"))
    }

    @Test func upcoming_isEveryDateOnce_aroundOnesThatDiffer() throws {
        let terms = ScheduleTerms(changes: [
            Plans.date("2027-01-06"): .time(Plans.time("09:15")), Plans.date("2027-01-07"): .time(Plans.time("06:00")),
        ])
        let upcoming = Plans.schedule(settled: settled).upcoming(
            after: Plans.instant("2027-01-05T05:00:00Z"), until: Plans.instant("2027-01-10T05:00:00Z"), limit: 10,
            zone: try Plans.zones().rules(of: nil), known: [], terms: terms)
        let expected = [
            "2027-01-05T12:00:00Z", "2027-01-06T14:15:00Z", "2027-01-07T11:00:00Z", "2027-01-08T12:00:00Z",
            "2027-01-09T12:00:00Z",
        ]
        #expect(upcoming.map(\.planned) == expected.map(Plans.instant))
    }

    @Test func review_ignoresAnotherTime_onADateThatIsNotOfTheRule() throws {
        let terms = ScheduleTerms(changes: [Plans.date("2027-01-05"): .time(Plans.time("09:00"))])
        let schedule = Plans.schedule(days: .weekly(.monday), settled: settled)
        #expect(try review(schedule, at: "2027-01-05T14:00:00Z", terms: terms).due == nil)
    }

    @Test func review_skipsWhatFallsIntoAPause_andNothingElse() throws {
        let pause = Plans.instant("2027-01-05T12:00:00Z")..<Plans.instant("2027-01-06T12:00:00Z")
        let terms = ScheduleTerms(pauses: [pause])
        let review = try review(Plans.schedule(settled: settled), at: "2027-01-06T12:01:00Z", terms: terms)
        #expect(review.passed.map(\.occurrence.key) == [Plans.key("2027-01-05")])
        #expect(review.passed.map(\.occurrence.skip) == [.pause])
        #expect(review.due?.key == Plans.key("2027-01-06"))
    }

    /// K29, and the ends that exist twice or for ever.
    @Test(
        arguments: [
            // Cairo's clocks went from 00:00 to 01:00 on 2023-04-28.
            ("Africa/Cairo", "2023-04-28T00:00", "2023-04-27T22:00:00Z"),
            ("Africa/Cairo", "2023-04-28T00:30", "2023-04-27T22:00:00Z"),
            ("America/New_York", "2026-11-01T01:30", "2026-11-01T05:30:00Z"),
            ("America/New_York", "2026-08-15T00:00", "2026-08-15T04:00:00Z"),
        ] as [(String, String, String)])
    func span_endsWithTheFirstInstantThatShowsTheEnd(zone: String, until: String, end: String) throws {
        let since = Plans.instant("2023-01-01T00:00:00Z")
        let pause = Pause(since: since, until: CivilDateTime(iso8601: until), zone: zone)
        let span = pause.span(in: try Plans.zones().rules(for: zone))
        #expect(span == since..<Plans.instant(end))
    }

    @Test func span_lastsForEver_withoutAnEnd() throws {
        let since = Plans.instant("2027-01-01T00:00:00Z")
        #expect(Pause(since: since, until: nil, zone: nil).span(in: .utc) == since..<Instant.max)
    }

    @Test func span_beginsWhenAClockOfTheZoneShowsItsBeginning() throws {
        let start = CivilDateTime(iso8601: "2027-01-20T08:00")
        let zone = try Plans.zones().rules(for: "America/New_York")
        let since = Plans.instant("2027-01-01T00:00:00Z")
        let pause = Pause(since: since, from: start, until: CivilDateTime(iso8601: "2027-01-21T08:00"), zone: nil)
        let begin = Plans.instant("2027-01-20T13:00:00Z")
        #expect(pause.span(in: zone) == begin..<(begin + .seconds(86_400)))
    }

    @Test func span_isEmpty_whenItsEndIsBeforeItsStart() throws {
        let since = Plans.instant("2027-01-01T00:00:00Z")
        let pause = Pause(since: since, until: CivilDateTime(iso8601: "2026-01-01T00:00"), zone: nil)
        #expect(pause.span(in: .utc).isEmpty)
    }
}
