// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SeededRandom
import Testing

/// Rules that leave out dates of calendars, held against a look at each single date.
@Suite(.timeLimit(.minutes(1))) struct DateFilterTests {
    private static func ranges(_ generator: inout SeededGenerator, from day: Int) -> [ClosedRange<CivilDate>] {
        (0..<Int.random(in: 0...6, using: &generator)).map { _ in
            let first = day + Int.random(in: -20...200, using: &generator)
            let last = first + Int.random(in: 0...20, using: &generator)
            return CivilDate(daysSince1970: first)...CivilDate(daysSince1970: last)
        }
    }

    private static func days(_ generator: inout SeededGenerator, near day: Int) -> Recurrence.Days {
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: .once(CivilDate(daysSince1970: day + Int.random(in: 0...200, using: &generator)))
        case 1:
            MonthDay(month: Int.random(in: 1...12, using: &generator), day: 14).map { .yearly($0) } ?? .weekly(.daily)
        default: .weekly(WeekdaySet(rawValue: UInt8.random(in: 1...127, using: &generator)))
        }
    }

    @Test func rule_hasExactlyTheDates_thatItsCalendarsLeave() throws {
        var generator = SeededGenerator(seed: 14)
        let time = try #require(TimeOfDay(parsing: "07:00"))
        for _ in 0..<300 {
            let day = Int.random(in: 0...40_000, using: &generator)
            let days = Self.days(&generator, near: day)
            let notOn = (0..<Int.random(in: 0...2, using: &generator)).map { _ in Self.ranges(&generator, from: day) }
            let onlyOn = (0..<Int.random(in: 0...2, using: &generator)).map { _ in Self.ranges(&generator, from: day) }
            let plain = Recurrence(
                days: days, time: time,
                exceptions: [CivilDate(daysSince1970: day + 3), CivilDate(daysSince1970: day + 7)])
            let rule = plain.filtered(
                by: DateFilter(notOn: notOn.map { DateRanges($0) }, onlyOn: onlyOn.map { DateRanges($0) }))
            func isIn(_ sets: [[ClosedRange<CivilDate>]], _ date: CivilDate) -> Bool {
                sets.contains { $0.contains { $0.contains(date) } }
            }
            let all = (day..<day + 300).map { CivilDate(daysSince1970: $0) }
            let expected = all.filter {
                plain.includes($0) && !isIn(notOn, $0) && (onlyOn.isEmpty || isIn(onlyOn, $0))
            }
            #expect(all.filter(rule.includes) == expected)
            let start = Instant(secondsSince1970: Int64(day) * 86_400)
            let listed = rule.listing(after: start, in: .utc, count: 400).map(\.civil.date)
            #expect(listed.prefix { $0 < CivilDate(daysSince1970: day + 300) } == expected[...])
            #expect(rule.next(after: start, in: .utc)?.civil.date == listed.first)
        }
    }

    @Test func ruleForHolidaysAlone_ends_afterTheLastOfThem() throws {
        let time = try #require(TimeOfDay(parsing: "07:00"))
        let date = try #require(CivilDate(iso8601: "2027-03-14"))
        let rule = Recurrence(days: .weekly(.daily), time: time)
            .filtered(by: DateFilter(notOn: [], onlyOn: [DateRanges([date...date])]))
        let before = Instant(secondsSince1970: 0)
        let found = try #require(rule.next(after: before, in: .utc)?.instant)
        #expect(found == Instant(iso8601: "2027-03-14T07:00:00Z"))
        #expect(rule.next(after: found, in: .utc) == nil)
    }

    @Test func holidaysUntilTheLastDay_leaveNothing() throws {
        let time = try #require(TimeOfDay(parsing: "07:00"))
        let (first, last) = (CivilDate(daysSince1970: .min), CivilDate(daysSince1970: .max))
        let rule = Recurrence(days: .weekly(.daily), time: time)
            .filtered(by: DateFilter(notOn: [DateRanges([first...last])], onlyOn: []))
        #expect(rule.next(after: Instant(secondsSince1970: 0), in: .utc) == nil)
    }

    @Test func ranges_areMerged_whenTheyTouch() throws {
        let days = [(5, 6), (1, 2), (3, 3), (9, 12), (10, 11)].map { first, last in
            CivilDate(daysSince1970: first)...CivilDate(daysSince1970: last)
        }
        let merged = [(1, 3), (5, 6), (9, 12)].map { first, last in
            CivilDate(daysSince1970: first)...CivilDate(daysSince1970: last)
        }
        #expect(DateRanges(days) == DateRanges(merged))
        #expect(DateRanges(days).last == CivilDate(daysSince1970: 12))
        #expect(DateRanges(days).count(in: CivilDate(daysSince1970: 2)...CivilDate(daysSince1970: 10)) == 6)
    }
}
