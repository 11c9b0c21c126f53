// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import CivilTime

@Suite
struct RecurrenceTests {
    /// A line is zone, gap and overlap policy, date and time, then what is expected: rule, pass and instant.
    @Test(arguments: [
        "America/New_York later first 2027-03-14T02:30 gap-later 1 2027-03-14T07:30:00Z",
        "America/New_York earlier first 2027-03-14T02:30 gap-earlier 1 2027-03-14T06:30:00Z",
        "America/New_York skip first 2027-03-14T02:30 gap-skip 1 -",
        "America/New_York later first 2026-11-01T01:30 overlap-first 1 2026-11-01T05:30:00Z",
        "America/New_York later second 2026-11-01T01:30 overlap-second 2 2026-11-01T06:30:00Z",
        "America/New_York later first 2026-06-01T07:00 unique 1 2026-06-01T11:00:00Z",
        "Australia/Lord_Howe later first 2026-10-04T02:15 gap-later 1 2026-10-03T15:45:00Z",
        "Australia/Lord_Howe later second 2027-04-04T01:45 overlap-second 2 2027-04-03T15:15:00Z",
        "Antarctica/Troll later first 2026-03-29T01:30 gap-later 1 2026-03-29T01:30:00Z",
        "America/Nuuk later first 2027-03-27T23:30 gap-later 1 2027-03-28T01:30:00Z",
        "America/Santiago earlier first 2026-09-06T00:30 gap-earlier 1 2026-09-06T03:30:00Z",
        "Pacific/Apia later first 2011-12-30T07:00 nonexistent-date 1 -",
        "Pacific/Apia earlier first 2011-12-30T00:00 nonexistent-date 1 -",
        "Pacific/Kwajalein skip first 1993-08-21T23:59 nonexistent-date 1 -",
        "Asia/Manila later first 1844-12-31T12:00 nonexistent-date 1 -",
    ])
    func policy_decidesTheInstant(line: String) throws {
        let fields = line.split(separator: " ").map(String.init)
        let civil = try #require(CivilDateTime(iso8601: fields[3]))
        let recurrence = Recurrence(
            days: .once(civil.date), time: civil.time, gap: try #require(GapPolicy(rawValue: fields[1])),
            overlap: try #require(OverlapPolicy(rawValue: fields[2])))
        let expected = CivilOccurrence(
            civil: civil, instant: Instant(iso8601: fields[6]), rule: try #require(AppliedRule(rawValue: fields[4])),
            pass: try #require(Int(fields[5])))
        let zone = try PinnedZones.rules(fields[0])
        #expect(recurrence.occurrences(on: civil.date, in: zone) == [expected])
        let before = Instant(secondsSince1970: Int64(civil.date.daysSince1970 - 2) * 86_400)
        #expect(recurrence.next(after: before, in: zone) == (expected.instant == nil ? nil : expected))
        #expect(recurrence.listing(after: before, in: zone, count: 5) == [expected])
    }

    @Test(arguments: [
        (86_400, "nonexistent-date -"), (86_399, "gap-later 1970-01-02T12:00:00Z"),
        (82_800, "gap-later 1970-01-02T12:00:00Z"),
    ])
    func date_existsInPart_whereAGapLeavesSomeOfIt(gap: Int32, expected: String) throws {
        let half = gap / 2
        let file = MadeZoneFile(
            transitions: [(86_400 + Int64(half), 1)], offsets: [(-half, 0, 0), (gap - half, 0, 0)])
        let zone = try ZoneRules(identifier: "Test/Zone", tzif: file.bytes)
        let date = CivilDate(daysSince1970: 1)
        let recurrence = Recurrence(days: .once(date), time: try #require(TimeOfDay(parsing: "12:00")))
        let found = recurrence.occurrences(on: date, in: zone).map {
            "\($0.rule.rawValue) \($0.instant.map { "\($0 - .seconds(half))" } ?? "-")"
        }
        #expect(found == [expected])
    }

    private func next(
        _ time: String, _ days: WeekdaySet = .daily, gap: GapPolicy = .later, overlap: OverlapPolicy = .first,
        after: Instant?, in zone: String
    ) throws -> String? {
        let recurrence = Recurrence(
            days: .weekly(days), time: try #require(TimeOfDay(parsing: time)), gap: gap, overlap: overlap)
        return recurrence.next(after: try #require(after), in: try PinnedZones.rules(zone)).map {
            "\($0.civil) \($0.instant?.iso8601 ?? "-")"
        }
    }

    @Test(arguments: [Duration.zero, .nanoseconds(1), .milliseconds(1), .seconds(60), .seconds(3599), .seconds(3600)])
    func next_givesTheNextDay_whenTheFirstPassOfARepeatedHourIsOver(elapsed: Duration) throws {
        let firstPass = try #require(Instant(iso8601: "2026-11-01T05:30:00Z"))
        let found = try next("01:30", after: firstPass + elapsed, in: "America/New_York")
        #expect(found == "2026-11-02T01:30 2026-11-02T06:30:00Z")
    }

    @Test
    func next_givesTheSecondPass_whenBothAreWanted() throws {
        let firstPass = Instant(iso8601: "2026-11-01T05:30:00Z")
        let found = try next("01:30", overlap: .both, after: firstPass, in: "America/New_York")
        #expect(found == "2026-11-01T01:30 2026-11-01T06:30:00Z")
    }

    @Test(arguments: [
        ("02:15", "2026-10-03T00:00:00Z", "Australia/Lord_Howe", "2026-10-04T02:15 2026-10-03T15:45:00Z"),
        ("23:30", "2027-03-27T02:00:00Z", "America/Nuuk", "2027-03-27T23:30 2027-03-28T01:30:00Z"),
        ("23:30", "2027-03-28T01:30:00Z", "America/Nuuk", "2027-03-28T23:30 2027-03-29T00:30:00Z"),
        ("00:00", "2026-09-05T05:00:00Z", "America/Santiago", "2026-09-06T00:00 2026-09-06T04:00:00Z"),
        ("07:00", "2011-12-29T17:00:00Z", "Pacific/Apia", "2011-12-31T07:00 2011-12-30T17:00:00Z"),
        ("02:50", "2026-09-26T13:30:00Z", "Pacific/Chatham", "2026-09-27T02:50 2026-09-26T14:05:00Z"),
        ("07:00", "2026-11-01T10:00:00Z", "America/Vancouver", "2026-11-01T07:00 2026-11-01T14:00:00Z"),
    ])
    func next_losesNothing_aroundTransitions(time: String, after: String, zone: String, expected: String) throws {
        #expect(try next(time, after: Instant(iso8601: after), in: zone) == expected)
    }

    @Test(arguments: [
        (-88_200, "23:45", "1970-01-03T00:00:00Z", "1970-01-01T23:45", "1970-01-03T00:15:00Z"),
        (93_540, "00:30", "1970-01-01T22:00:00Z", "1970-01-03T00:30", "1970-01-01T22:31:00Z"),
    ])
    func next_looksFarEnough_whenTheZoneIsMoreThanADayFromUTC(
        offset: Int32, time: String, after: String, civil: String, instant: String
    ) throws {
        let zone = try ZoneRules(identifier: "Test/Far", tzif: MadeZoneFile(offsets: [(offset, 0, 0)]).bytes)
        let recurrence = Recurrence(days: .weekly(.daily), time: try #require(TimeOfDay(parsing: time)))
        let found = recurrence.next(after: try #require(Instant(iso8601: after)), in: zone)
        #expect(found?.civil.description == civil)
        #expect(found?.instant?.iso8601 == instant)
    }

    @Test
    func next_skipsToFollowingDay_whenAskedExactlyAtTheOccurrence() throws {
        let found = try next("07:00", after: Instant(iso8601: "2026-06-01T11:00:00Z"), in: "America/New_York")
        #expect(found == "2026-06-02T07:00 2026-06-02T11:00:00Z")
    }

    @Test
    func next_looksTwoWeeksAhead_whenTheNextSundayIsSkipped() throws {
        let found = try next(
            "02:30", .sunday, gap: .skip, after: Instant(iso8601: "2027-03-07T07:30:00Z"), in: "America/New_York")
        #expect(found == "2027-03-21T02:30 2027-03-21T06:30:00Z")
    }

    @Test
    func next_givesNil_whenNothingIsLeft() throws {
        #expect(try next("07:00", [], after: Instant(iso8601: "2026-06-01T11:00:00Z"), in: "UTC") == nil)
        #expect(try next("07:00", after: .max, in: "UTC") == nil)
        #expect(try next("07:00", after: .min, in: "UTC") == "0001-01-01T07:00 0001-01-01T07:00:00Z")
        let once = Recurrence(
            days: .once(try #require(CivilDate(iso8601: "2027-03-14"))), time: try #require(TimeOfDay(parsing: "07:00"))
        )
        let instant = try #require(Instant(iso8601: "2027-03-14T07:00:00Z"))
        #expect(once.next(after: instant, in: .utc) == nil)
        #expect(once.next(after: .min, in: .utc)?.instant == instant)
    }

    @Test
    func listing_showsWhatDoesNotHappen_inCivilOrder() throws {
        let recurrence = Recurrence(
            days: .weekly(.daily), time: try #require(TimeOfDay(parsing: "02:30")), gap: .skip, overlap: .both)
        func listed(_ after: String, _ zone: String, _ count: Int) throws -> [String] {
            let after = try #require(Instant(iso8601: after))
            return recurrence.listing(after: after, in: try PinnedZones.rules(zone), count: count)
                .map { "\($0.civil) \($0.rule.rawValue) \($0.pass) \($0.instant?.iso8601 ?? "-")" }
        }
        #expect(
            try listed("2027-03-13T08:00:00Z", "America/New_York", 2) == [
                "2027-03-14T02:30 gap-skip 1 -", "2027-03-15T02:30 unique 1 2027-03-15T06:30:00Z",
            ])
        #expect(
            try listed("2026-10-25T00:00:00Z", "Europe/Berlin", 3) == [
                "2026-10-25T02:30 overlap-first 1 2026-10-25T00:30:00Z",
                "2026-10-25T02:30 overlap-second 2 2026-10-25T01:30:00Z",
                "2026-10-26T02:30 unique 1 2026-10-26T01:30:00Z",
            ])
        #expect(
            try listed("2011-12-29T13:00:00Z", "Pacific/Apia", 2) == [
                "2011-12-30T02:30 nonexistent-date 1 -", "2011-12-31T02:30 unique 1 2011-12-30T12:30:00Z",
            ])
        #expect(
            try listed("2027-03-14T07:00:00Z", "America/New_York", 1) == [
                "2027-03-15T02:30 unique 1 2027-03-15T06:30:00Z"
            ])
        #expect(try listed("2027-03-14T07:00:00Z", "America/New_York", 0) == [])
        #expect(try listed("2027-03-14T07:00:00Z", "America/New_York", -1) == [])
    }

    @Test(arguments: [
        ("2027-03-13T20:00", "2027-03-14T07:00", 10), ("2026-10-31T20:00", "2026-11-01T07:00", 12),
        ("2026-06-01T20:00", "2026-06-02T07:00", 11),
    ])
    func window_lastsAsLongAsTheNight(from: String, until: String, hours: Int) throws {
        let zone = try PinnedZones.rules("America/New_York")
        let ends = try [from, until].map { text in
            let civil = try #require(CivilDateTime(iso8601: text))
            let recurrence = Recurrence(days: .once(civil.date), time: civil.time)
            return try #require(recurrence.occurrences(on: civil.date, in: zone).first?.instant)
        }
        #expect(ends[1] - ends[0] == .seconds(hours * 3600))
    }

    @Test(arguments: [
        ("2027-03-14T06:50:00Z", 30, "2027-03-14T03:20:00-04:00"),
        ("2027-03-14T07:15:00Z", -30, "2027-03-14T01:45:00-05:00"),
        ("2026-11-01T05:55:00Z", 9, "2026-11-01T01:04:00-05:00"),
        ("2027-03-14T06:55:00Z", 9, "2027-03-14T03:04:00-04:00"),
    ])
    func minutes_elapse_acrossTransitions(start: String, minutes: Int, expected: String) throws {
        let start = try #require(Instant(iso8601: start))
        let zone = try PinnedZones.rules("America/New_York")
        #expect(zone.localISO8601(start + .seconds(minutes * 60)) == expected)
    }
}
