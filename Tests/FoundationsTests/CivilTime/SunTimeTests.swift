// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Testing

@Suite
struct SunTimeTests {
    private func sun(
        _ event: SunEvent, _ latitude: Double, _ longitude: Double, offset: Int = 0, earliest: String = "",
        latest: String = "", fallback: String = ""
    ) throws -> DayTime {
        let place = try #require(GeographicPlace(latitude: latitude, longitude: longitude))
        return .sun(
            try #require(
                SunTime(
                    event, offset: .seconds(offset), earliest: TimeOfDay(parsing: earliest),
                    latest: TimeOfDay(parsing: latest), fallback: TimeOfDay(parsing: fallback), at: place)))
    }

    private func listed(_ time: DayTime, on date: String, in zone: String, gap: GapPolicy = .later) throws -> String {
        let date = try #require(CivilDate(iso8601: date))
        let recurrence = Recurrence(days: .weekly(.daily), time: time, gap: gap, overlap: .both)
        let found = recurrence.occurrences(on: date, in: try PinnedZones.rules(zone))
        return found.map { "\($0.civil) \($0.instant?.iso8601 ?? "-") \($0.rule.rawValue) \($0.pass)" }
            .joined(separator: ", ")
    }

    @Test(arguments: [
        (0, "", "", "2026-06-21T04:43:06 2026-06-21T02:43:06Z sun 1"),
        (-1800, "", "", "2026-06-21T04:43:06 2026-06-21T02:13:06Z sun 1"),
        (1800, "", "", "2026-06-21T04:43:06 2026-06-21T03:13:06Z sun 1"),
        (0, "06:30", "", "2026-06-21T06:30 2026-06-21T04:30:00Z sun-earliest 1"),
        (0, "04:43:06", "", "2026-06-21T04:43:06 2026-06-21T02:43:06Z sun 1"),
        (0, "", "04:43:06", "2026-06-21T04:43:06 2026-06-21T02:43:06Z sun 1"),
        (0, "", "03:30", "2026-06-21T03:30 2026-06-21T01:30:00Z sun-latest 1"),
        (7200, "06:00", "06:00", "2026-06-21T06:00 2026-06-21T04:00:00Z sun-latest 1"),
        (-7200, "", "01:00", "2026-06-21T01:00 2026-06-20T23:00:00Z sun-latest 1"),
        (-18_000, "", "", "2026-06-21T04:43:06 2026-06-20T21:43:06Z sun 1"),
    ])
    func sunrise_isOffsetAndThenLimited(
        offset: Int, earliest: String, latest: String, expected: String
    ) throws {
        let time = try sun(.sunrise, 52.52, 13.405, offset: offset, earliest: earliest, latest: latest)
        #expect(try listed(time, on: "2026-06-21", in: "Europe/Berlin") == expected)
    }

    @Test(arguments: [
        ("", "2026-12-21T00:00 - no-sun-event 1"), ("07:00", "2026-12-21T07:00 2026-12-21T06:00:00Z sun-fallback 1"),
    ])
    func polarNight_takesTheFallback_ifThereIsOne(fallback: String, expected: String) throws {
        let time = try sun(.sunrise, 69.6492, 18.9553, earliest: "06:00", latest: "09:00", fallback: fallback)
        #expect(try listed(time, on: "2026-12-21", in: "Europe/Oslo") == expected)
    }

    @Test(arguments: [
        (GapPolicy.later, "2027-03-14T02:30 2027-03-14T07:30:00Z sun-latest 1"),
        (.earlier, "2027-03-14T02:30 2027-03-14T06:30:00Z sun-latest 1"),
        (.skip, "2027-03-14T02:30 2027-03-14T07:30:00Z sun-latest 1"),
    ])
    func limit_limitsAlsoInAGap(gap: GapPolicy, expected: String) throws {
        let time = try sun(.sunrise, 40.7128, -74.006, latest: "02:30")
        #expect(try listed(time, on: "2027-03-14", in: "America/New_York", gap: gap) == expected)
    }

    @Test(arguments: [
        (GapPolicy.later, "2027-03-28T02:30 2027-03-28T01:30:00Z sun-fallback 1"),
        (.skip, "2027-03-28T02:30 - gap-skip 1"),
    ])
    func fallback_followsThePolicy_inAGap(gap: GapPolicy, expected: String) throws {
        let time = try sun(.sunset, -89.9, 0, fallback: "02:30")
        #expect(try listed(time, on: "2027-03-28", in: "Europe/Berlin", gap: gap) == expected)
    }

    @Test
    func fallback_happensOnce_whenItIsRepeated() throws {
        let time = try sun(.sunset, 89.9, 0, fallback: "02:30")
        let expected = "2026-10-25T02:30 2026-10-25T00:30:00Z sun-fallback 1"
        #expect(try listed(time, on: "2026-10-25", in: "Europe/Berlin") == expected)
    }

    @Test(arguments: ["", "07:00"])
    func skippedDate_hasNoSunEither(fallback: String) throws {
        let time = try sun(.sunrise, -13.8333, -171.7667, fallback: fallback)
        let expected = "2011-12-30T\(fallback.isEmpty ? "00:00" : fallback) - nonexistent-date 1"
        #expect(try listed(time, on: "2011-12-30", in: "Pacific/Apia") == expected)
    }

    @Test
    func next_waitsForTheEndOfThePolarNight() throws {
        let time = try sun(.sunrise, 69.6492, 18.9553)
        let recurrence = Recurrence(days: .weekly(.daily), time: time)
        let from = try #require(Instant(iso8601: "2026-12-01T00:00:00Z"))
        let found = recurrence.next(after: from, in: try PinnedZones.rules("Europe/Oslo"))
        #expect(found?.civil.date == CivilDate(iso8601: "2027-01-15"))
    }

    @Test(arguments: [
        Recurrence.Days.yearly(MonthDay(parsing: "06-21") ?? .newYear),
        .yearly(MonthDay(parsing: "02-29") ?? .newYear), .weekly(.daily), .weekly(.monday),
    ])
    func next_ends_whereTheSunNeverDoesIt(days: Recurrence.Days) throws {
        let bounds =
            switch days {
            case .yearly(let day) where day.month == 6: CivilDateBounds.open
            default: CivilDateBounds(last: CivilDate(iso8601: "2026-12-31"))
            }
        let recurrence = Recurrence(days: days, time: try sun(.sunset, 89.5, 20), bounds: bounds)
        let from = try #require(Instant(iso8601: "2026-10-01T00:00:00Z"))
        #expect(recurrence.next(after: from, in: .utc) == nil)
    }

    @Test(arguments: [-86_399, -30_000, 0, 30_000, 86_399])
    func next_visitsEveryDateOnce_underAnyOffset(offset: Int) throws {
        let latest = offset > 0 ? "" : "23:00"
        let time = try sun(.sunset, 66.2, -21.9, offset: offset, latest: latest, fallback: "22:00")
        let recurrence = Recurrence(days: .weekly(.daily), time: time)
        let zone = try PinnedZones.rules("Atlantic/Reykjavik")
        var now = try #require(Instant(iso8601: "2026-03-01T00:00:00Z"))
        var dates: Set<CivilDate> = []
        for _ in 0..<365 {
            let next = try #require(recurrence.next(after: now, in: zone))
            let instant = try #require(next.instant)
            #expect(instant > now)
            #expect(dates.insert(next.civil.date).inserted)
            #expect(recurrence.next(after: instant - .nanoseconds(1), in: zone) == next)
            now = instant
        }
        let days = dates.map(\.daysSince1970).sorted()
        #expect(days == Array((days.first ?? 0)..<(days.first ?? 0) + 365))
    }

    @Test
    func time_isRefused_whenItContradictsItself() throws {
        let place = try #require(GeographicPlace(latitude: 0, longitude: 0))
        let six = TimeOfDay(hour: 6, minute: 0)
        let seven = TimeOfDay(hour: 7, minute: 0)
        #expect(SunTime(.sunset, offset: .milliseconds(1), at: place) == nil)
        #expect(SunTime(.sunset, offset: .seconds(86_400), at: place) == nil)
        #expect(SunTime(.sunset, offset: .seconds(-86_400), at: place) == nil)
        #expect(SunTime(.sunset, earliest: seven, latest: six, at: place) == nil)
        #expect(SunTime(.sunset, offset: .seconds(-86_399), earliest: six, latest: seven, at: place) != nil)
    }
}

extension MonthDay {
    /// In place of a day that cannot be read.
    fileprivate static let newYear = MonthDay(parsing: "01-01") ?? { preconditionFailure("a day") }()
}
