// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SeededRandom
import Testing

/// Expected instants were computed with another implementation (Python's zoneinfo) from the same files.
///
/// A line is zone, local time, kind and instants: for a gap those at the offset before it and after it.
@Suite
struct ZoneResolutionTests {
    static let cases = [
        "America/New_York 2027-03-14T01:59:59 unique 2027-03-14T06:59:59Z",
        "America/New_York 2027-03-14T02:00 gap 2027-03-14T07:00:00Z 2027-03-14T06:00:00Z",
        "America/New_York 2027-03-14T02:30 gap 2027-03-14T07:30:00Z 2027-03-14T06:30:00Z",
        "America/New_York 2027-03-14T02:59:59 gap 2027-03-14T07:59:59Z 2027-03-14T06:59:59Z",
        "America/New_York 2027-03-14T03:00 unique 2027-03-14T07:00:00Z",
        "America/New_York 2026-11-01T00:59:59 unique 2026-11-01T04:59:59Z",
        "America/New_York 2026-11-01T01:00 overlap 2026-11-01T05:00:00Z 2026-11-01T06:00:00Z",
        "America/New_York 2026-11-01T01:30 overlap 2026-11-01T05:30:00Z 2026-11-01T06:30:00Z",
        "America/New_York 2026-11-01T01:59:59 overlap 2026-11-01T05:59:59Z 2026-11-01T06:59:59Z",
        "America/New_York 2026-11-01T02:00 unique 2026-11-01T07:00:00Z",
        "America/New_York 2150-03-08T02:30 gap 2150-03-08T07:30:00Z 2150-03-08T06:30:00Z",
        "America/New_York 2150-11-01T01:30 overlap 2150-11-01T05:30:00Z 2150-11-01T06:30:00Z",
        "America/New_York 1883-11-18T12:02 overlap 1883-11-18T16:58:02Z 1883-11-18T17:02:00Z",
        "Europe/London 2026-03-29T01:30 gap 2026-03-29T01:30:00Z 2026-03-29T00:30:00Z",
        "Europe/London 2026-10-25T01:30 overlap 2026-10-25T00:30:00Z 2026-10-25T01:30:00Z",
        "Europe/Berlin 2040-03-25T02:15 gap 2040-03-25T01:15:00Z 2040-03-25T00:15:00Z",
        "Europe/Berlin 2040-10-28T02:15 overlap 2040-10-28T00:15:00Z 2040-10-28T01:15:00Z",
        "Europe/Dublin 2026-03-29T01:30 gap 2026-03-29T01:30:00Z 2026-03-29T00:30:00Z",
        "Europe/Dublin 2026-10-25T01:30 overlap 2026-10-25T00:30:00Z 2026-10-25T01:30:00Z",
        "Australia/Lord_Howe 2026-10-04T02:15 gap 2026-10-03T15:45:00Z 2026-10-03T15:15:00Z",
        "Australia/Lord_Howe 2026-10-04T02:30 unique 2026-10-03T15:30:00Z",
        "Australia/Lord_Howe 2027-04-04T01:45 overlap 2027-04-03T14:45:00Z 2027-04-03T15:15:00Z",
        "Australia/Lord_Howe 2027-04-04T02:00 unique 2027-04-03T15:30:00Z",
        "Australia/Lord_Howe 2150-10-04T02:29:59 gap 2150-10-03T15:59:59Z 2150-10-03T15:29:59Z",
        "Pacific/Chatham 2026-09-27T02:50 gap 2026-09-26T14:05:00Z 2026-09-26T13:05:00Z",
        "Pacific/Chatham 2026-09-27T03:45 unique 2026-09-26T14:00:00Z",
        "Pacific/Chatham 2027-04-04T03:00 overlap 2027-04-03T13:15:00Z 2027-04-03T14:15:00Z",
        "Antarctica/Troll 2026-03-29T01:30 gap 2026-03-29T01:30:00Z 2026-03-28T23:30:00Z",
        "Antarctica/Troll 2026-03-29T02:59:59 gap 2026-03-29T02:59:59Z 2026-03-29T00:59:59Z",
        "Antarctica/Troll 2026-10-25T01:30 overlap 2026-10-24T23:30:00Z 2026-10-25T01:30:00Z",
        "Antarctica/Troll 2026-10-25T03:00 unique 2026-10-25T03:00:00Z",
        "America/Sao_Paulo 2018-11-04T00:00 gap 2018-11-04T03:00:00Z 2018-11-04T02:00:00Z",
        "America/Sao_Paulo 2019-02-16T23:30 overlap 2019-02-17T01:30:00Z 2019-02-17T02:30:00Z",
        "Africa/Cairo 2026-04-24T00:30 gap 2026-04-23T22:30:00Z 2026-04-23T21:30:00Z",
        "Africa/Cairo 2026-10-29T23:30 overlap 2026-10-29T20:30:00Z 2026-10-29T21:30:00Z",
        "America/Santiago 2026-09-06T00:00 gap 2026-09-06T04:00:00Z 2026-09-06T03:00:00Z",
        "America/Santiago 2027-04-03T23:30 overlap 2027-04-04T02:30:00Z 2027-04-04T03:30:00Z",
        "America/Santiago 2150-09-06T00:30 gap 2150-09-06T04:30:00Z 2150-09-06T03:30:00Z",
        "Pacific/Apia 2011-12-29T23:59:59 unique 2011-12-30T09:59:59Z",
        "Pacific/Apia 2011-12-30T00:00 gap 2011-12-30T10:00:00Z 2011-12-29T10:00:00Z",
        "Pacific/Apia 2011-12-30T12:00 gap 2011-12-30T22:00:00Z 2011-12-29T22:00:00Z",
        "Pacific/Apia 2011-12-31T00:00 unique 2011-12-30T10:00:00Z",
        "Africa/Casablanca 2026-02-15T02:30 overlap 2026-02-15T01:30:00Z 2026-02-15T02:30:00Z",
        "Africa/Casablanca 2026-03-22T02:30 gap 2026-03-22T02:30:00Z 2026-03-22T01:30:00Z",
        "Africa/Casablanca 2026-09-20T02:30 unique 2026-09-20T02:30:00Z",
        "America/Nuuk 2027-03-27T23:30 gap 2027-03-28T01:30:00Z 2027-03-28T00:30:00Z",
        "America/Nuuk 2027-03-28T00:00 unique 2027-03-28T01:00:00Z",
        "America/Nuuk 2026-10-24T23:30 overlap 2026-10-25T00:30:00Z 2026-10-25T01:30:00Z",
        "America/Scoresbysund 2027-03-27T23:30 gap 2027-03-28T01:30:00Z 2027-03-28T00:30:00Z",
        "Pacific/Kwajalein 1993-08-20T23:59:59 unique 1993-08-21T11:59:59Z",
        "Pacific/Kwajalein 1993-08-21T06:00 gap 1993-08-21T18:00:00Z 1993-08-20T18:00:00Z",
        "Pacific/Kwajalein 1993-08-22T00:00 unique 1993-08-21T12:00:00Z",
        "Pacific/Kiritimati 1994-12-31T12:00 gap 1994-12-31T22:00:00Z 1994-12-30T22:00:00Z",
        "America/Vancouver 2026-11-01T01:30 unique 2026-11-01T08:30:00Z",
        "America/Havana 2027-03-14T00:30 unique 2027-03-14T04:30:00Z",
        "America/Havana 2026-11-01T00:30 unique 2026-11-01T04:30:00Z",
        "Asia/Kathmandu 1986-01-01T00:10 gap 1985-12-31T18:40:00Z 1985-12-31T18:25:00Z",
        "Asia/Tehran 2022-03-22T00:30 gap 2022-03-21T21:00:00Z 2022-03-21T20:00:00Z",
        "Asia/Tehran 2026-03-22T00:30 unique 2026-03-21T21:00:00Z",
        "Asia/Gaza 2050-03-26T02:30 gap 2050-03-26T00:30:00Z 2050-03-25T23:30:00Z",
        "Asia/Jerusalem 2027-03-26T02:30 gap 2027-03-26T00:30:00Z 2027-03-25T23:30:00Z",
        "Asia/Jerusalem 2150-03-27T02:30 gap 2150-03-27T00:30:00Z 2150-03-26T23:30:00Z",
        "Asia/Beirut 2027-03-28T00:00 gap 2027-03-27T22:00:00Z 2027-03-27T21:00:00Z",
        "Asia/Manila 1844-12-31T12:00 gap 1845-01-01T03:56:08Z 1844-12-31T03:56:08Z",
        "America/Sitka 1867-10-19T08:00 overlap 1867-10-18T17:01:13Z 1867-10-19T17:01:13Z",
        "Africa/Monrovia 1972-01-07T00:30 gap 1972-01-07T01:14:30Z 1972-01-07T00:30:00Z",
        "UTC 2026-06-01T00:00 unique 2026-06-01T00:00:00Z",
    ]

    @Test(arguments: cases)
    func resolve_findsTheInstants(line: String) throws {
        let fields = line.split(separator: " ").map(String.init)
        let zone = try PinnedZones.rules(fields[0])
        let local = try #require(CivilDateTime(iso8601: fields[1]))
        let described =
            switch zone.resolve(local) {
            case .unique(let instant): ["unique", instant.iso8601]
            case .overlap(let first, let second): ["overlap", first.iso8601, second.iso8601]
            case .gap(let before, let after, _):
                ["gap", shown(local, at: before).iso8601, shown(local, at: after).iso8601]
            }
        #expect(described == Array(fields[2...]))
    }

    private func shown(_ local: CivilDateTime, at offset: ZoneOffset) -> Instant {
        let midnight = Instant(secondsSince1970: Int64(local.date.daysSince1970) * 86_400)
        return midnight + .seconds(local.time.secondsSinceMidnight - offset.seconds)
    }

    @Test(arguments: [
        ("America/New_York", "2027-03-14T02:30", "-05:00", "-04:00", "2027-03-14T07:00:00Z"),
        ("Australia/Lord_Howe", "2026-10-04T02:15", "+10:30", "+11:00", "2026-10-03T15:30:00Z"),
        ("Antarctica/Troll", "2026-03-29T02:00", "+00:00", "+02:00", "2026-03-29T01:00:00Z"),
        ("Pacific/Apia", "2011-12-30T12:00", "-10:00", "+14:00", "2011-12-30T10:00:00Z"),
        ("Africa/Cairo", "2026-04-24T00:30", "+02:00", "+03:00", "2026-04-23T22:00:00Z"),
        ("Africa/Monrovia", "1972-01-07T00:30", "-00:44:30", "+00:00", "1972-01-07T00:44:30Z"),
    ])
    func gap_tellsItsTransition(zone: String, local: String, before: String, after: String, at: String) throws {
        let civil = try #require(CivilDateTime(iso8601: local))
        guard case .gap(let old, let new, let transition) = try PinnedZones.rules(zone).resolve(civil) else {
            Issue.record("\(local) is not in a gap of \(zone)")
            return
        }
        #expect([old.iso8601, new.iso8601, transition.iso8601] == [before, after, at])
    }

    @Test(arguments: [
        ("America/New_York", "2027-03-14T06:59:59Z", "2027-03-14T01:59:59-05:00", "EST", false),
        ("America/New_York", "2027-03-14T07:00:00Z", "2027-03-14T03:00:00-04:00", "EDT", true),
        ("America/New_York", "2150-07-01T12:00:00Z", "2150-07-01T08:00:00-04:00", "EDT", true),
        ("America/New_York", "1800-01-01T00:00:00Z", "1799-12-31T19:03:58-04:56:02", "LMT", false),
        ("Europe/Dublin", "2027-01-15T12:00:00Z", "2027-01-15T12:00:00+00:00", "GMT", true),
        ("Europe/Dublin", "2050-07-15T12:00:00Z", "2050-07-15T13:00:00+01:00", "IST", false),
        ("Australia/Lord_Howe", "2040-01-01T00:00:00.250Z", "2040-01-01T11:00:00.250+11:00", "+11", true),
        ("Africa/Casablanca", "2026-09-20T00:59:59Z", "2026-09-20T01:59:59+01:00", "+01", false),
        ("Africa/Casablanca", "2026-09-20T01:00:00Z", "2026-09-20T01:00:00+00:00", "+00", false),
        ("America/Vancouver", "2027-01-01T00:00:00Z", "2026-12-31T17:00:00-07:00", "MST", false),
        ("Pacific/Kiritimati", "1995-01-01T00:00:00Z", "1995-01-01T14:00:00+14:00", "+14", false),
        ("UTC", "2026-06-01T00:00:00Z", "2026-06-01T00:00:00+00:00", "UTC", false),
    ])
    func offset_holdsFromItsTransitionOn(
        zone: String, instant: String, local: String, abbreviation: String, isDaylightSaving: Bool
    ) throws {
        let rules = try PinnedZones.rules(zone)
        let instant = try #require(Instant(iso8601: instant))
        #expect(rules.localISO8601(instant) == local)
        #expect(rules.offset(at: instant).abbreviation == abbreviation)
        #expect(rules.offset(at: instant).isDaylightSaving == isDaylightSaving)
    }

    @Test(arguments: PinnedZones.identifiers)
    func resolve_contradictsNoClock_atEveryThirdHourOfTwoYears(zone: String) throws {
        let rules = try PinnedZones.rules(zone)
        let start = Instant(secondsSince1970: 1_767_225_600)
        let wrong = (0..<5840).map { start + .seconds($0 * 10_800 + 1799) }.filter { instant in
            switch rules.resolve(rules.civil(at: instant)) {
            case .unique(let only): only != instant
            case .overlap(let first, let second): first != instant && second != instant
            case .gap: true
            }
        }
        #expect(wrong == [])
    }

    /// The calendar, and with it a zone whose rules no longer change, repeats every 400 years.
    @Test(arguments: PinnedZones.identifiers)
    func rules_repeatAfter400Years(zone: String) throws {
        let rules = try PinnedZones.rules(zone)
        let cycle = 146_097
        var random = SeededGenerator(seed: 400)
        for _ in 0..<400 {
            let date = CivilDate(year: 2100, month: 1, day: 1)?.adding(days: Int.random(in: 0..<cycle, using: &random))
            let time = TimeOfDay(hour: Int.random(in: 0..<24, using: &random), minute: 30)
            let early = CivilDateTime(date: try #require(date), time: try #require(time))
            for cycles in [1, 7, 18] {
                let late = CivilDateTime(date: early.date.adding(days: cycles * cycle), time: early.time)
                #expect(
                    described(rules.resolve(late), minus: cycles * cycle) == described(rules.resolve(early)), "\(late)")
            }
        }
    }

    private func described(_ local: LocalTime, minus days: Int = 0) -> [Instant] {
        let instants =
            switch local {
            case .unique(let instant): [instant]
            case .overlap(let first, let second): [first, second]
            case .gap(_, _, let transition): [transition, transition]
            }
        return instants.map { $0 - .seconds(days * 86_400) }
    }

    @Test(arguments: [
        ("America/New_York", "2027-03-14", "2027-03-14T05:00:00Z"),
        ("America/Havana", "2026-03-08", "2026-03-08T05:00:00Z"),
        ("America/Havana", "2025-11-02", "2025-11-02T04:00:00Z"),
        ("America/Santiago", "2026-09-06", "2026-09-06T04:00:00Z"),
        ("America/Nuuk", "2027-03-28", "2027-03-28T01:00:00Z"),
        ("America/Nuuk", "2026-10-25", "2026-10-25T02:00:00Z"),
        ("Pacific/Apia", "2011-12-30", nil), ("Pacific/Apia", "2011-12-31", "2011-12-30T10:00:00Z"),
        ("Africa/Monrovia", "1972-01-07", "1972-01-07T00:44:30Z"),
    ])
    func firstInstant_isWhenTheDateBegins(zone: String, date: String, expected: String?) throws {
        let date = try #require(CivilDate(iso8601: date))
        #expect(try PinnedZones.rules(zone).firstInstant(of: date)?.iso8601 == expected)
    }

    @Test(arguments: [Instant.min, Instant.max])
    func rules_answer_atTheEndsOfTime(instant: Instant) throws {
        for zone in PinnedZones.identifiers {
            let rules = try PinnedZones.rules(zone)
            if case .gap = rules.resolve(rules.civil(at: instant)) { Issue.record("\(zone) has a gap at \(instant)") }
        }
    }
}
