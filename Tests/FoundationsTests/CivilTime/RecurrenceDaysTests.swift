// SPDX-License-Identifier: Apache-2.0

import CivilTime
import FoundationEssentials
import Testing

@Suite
struct RecurrenceDaysTests {
    private static let seven = TimeOfDay(hour: 7, minute: 0) ?? { preconditionFailure("a time") }()

    private static func day(_ text: String, _ leapDay: MonthDay.LeapDayPolicy = .skip) -> Recurrence.Days {
        .yearly(MonthDay(parsing: text, leapDay: leapDay) ?? { preconditionFailure("a day") }())
    }

    private func date(_ text: String) throws -> CivilDate {
        try #require(CivilDate(iso8601: text))
    }

    private func dates(_ recurrence: Recurrence, from: String, count: Int) throws -> [String] {
        let from = try #require(Instant(iso8601: from))
        return recurrence.listing(after: from, in: .utc, count: count).map(\.civil.date.description)
    }

    @Test(arguments: [
        (day("02-29"), ["2096-02-29", "2104-02-29", "2108-02-29"]),
        (day("02-29", .clamp), ["2096-02-29", "2097-02-28", "2098-02-28"]),
        (day("02-28", .clamp), ["2096-02-28", "2097-02-28", "2098-02-28"]),
        (day("12-31"), ["2095-12-31", "2096-12-31", "2097-12-31"]),
        (day("01-01"), ["2096-01-01", "2097-01-01", "2098-01-01"]),
    ])
    func yearly_givesADateAYear(days: Recurrence.Days, expected: [String]) throws {
        let recurrence = Recurrence(days: days, time: Self.seven)
        #expect(try dates(recurrence, from: "2095-06-01T00:00:00Z", count: 3) == expected)
    }

    @Test
    func yearly_meetsAWeekday_whereOnlySomeHaveATime() throws {
        let times = WeekdayTimes([.sunday: Self.seven])
        let recurrence = Recurrence(days: Self.day("02-29"), time: .byWeekday(times))
        #expect(
            try dates(recurrence, from: "2027-01-01T00:00:00Z", count: 4) == [
                "2032-02-29", "2060-02-29", "2088-02-29", "2128-02-29",
            ])
    }

    @Test
    func weekly_needsBothTheDayAndItsTime() throws {
        let times = WeekdayTimes([.sunday: Self.seven, .monday: Self.seven])
        let recurrence = Recurrence(days: .weekly([.monday, .tuesday]), time: .byWeekday(times))
        #expect(
            try dates(recurrence, from: "2027-03-14T00:00:00Z", count: 2) == ["2027-03-15", "2027-03-22"])
        #expect(try recurrence.includes(date("2027-03-14")) == false)
        #expect(try recurrence.includes(date("2027-03-15")))
        #expect(try recurrence.includes(date("2027-03-16")) == false)
    }

    @Test
    func bounds_includeBothTheirDates() throws {
        let bounds = CivilDateBounds(first: try date("2027-03-14"), last: try date("2027-03-16"))
        let recurrence = Recurrence(
            days: .weekly(.daily), time: Self.seven, bounds: bounds, exceptions: [try date("2027-03-15")])
        #expect(try dates(recurrence, from: "2020-01-01T00:00:00Z", count: 9) == ["2027-03-14", "2027-03-16"])
        let included = try ["2027-03-13", "2027-03-14", "2027-03-15", "2027-03-16", "2027-03-17"].map {
            recurrence.includes(try date($0))
        }
        #expect(included == [false, true, false, true, false])
        #expect(
            try ["2027-03-13", "2027-03-14", "2027-03-16", "2027-03-17"].map { bounds.contains(try date($0)) }
                == [false, true, true, false])
    }

    @Test
    func next_findsTheFirstDateOfARange_howeverFar() throws {
        let recurrence = Recurrence(
            days: .weekly(.monday), time: Self.seven, bounds: CivilDateBounds(first: try date("9000-01-01")))
        #expect(recurrence.next(after: .min, in: .utc)?.civil.description == "9000-01-06T07:00")
    }

    @Test
    func next_passesAllExceptions_howeverMany() throws {
        let first = try date("2027-01-01")
        let exceptions = Set((0..<5000).map(first.adding))
        let recurrence = Recurrence(days: .weekly(.daily), time: Self.seven, exceptions: exceptions)
        let from = try #require(Instant(iso8601: "2027-01-01T00:00:00Z"))
        #expect(recurrence.next(after: from, in: .utc)?.civil.date == first.adding(days: 5000))
    }

    /// Rules without any occurrence after 2027-03-14 in New York, where that day lacks 02:30.
    private static let barren: [Recurrence] = {
        guard let today = CivilDate(iso8601: "2027-03-14"), let half = TimeOfDay(hour: 2, minute: 30),
            let northernPlace = GeographicPlace(latitude: 80, longitude: 0),
            let night = SunTime(.sunrise, at: northernPlace)
        else { preconditionFailure("a date and a time") }
        let past = CivilDateBounds(last: today.adding(days: -1))
        return [
            Recurrence(days: .weekly([]), time: seven),
            Recurrence(days: .weekly(.daily), time: .byWeekday(WeekdayTimes())),
            Recurrence(days: .weekly(.monday), time: .byWeekday(WeekdayTimes([.tuesday: seven]))),
            Recurrence(
                days: .yearly(MonthDay(parsing: "02-29") ?? { preconditionFailure("a day") }()),
                time: .byWeekday(WeekdayTimes())),
            Recurrence(days: .once(today.adding(days: -1)), time: seven),
            Recurrence(days: .once(today), time: half, gap: .skip),
            Recurrence(days: .once(today), time: half, exceptions: [today]),
            Recurrence(days: .weekly(.daily), time: seven, bounds: past),
            Recurrence(days: day("02-29"), time: seven, bounds: CivilDateBounds(last: today.adding(days: 200))),
            Recurrence(
                days: day("02-29"), time: seven,
                bounds: CivilDateBounds(first: CivilDate(iso8601: "2097-01-01"), last: CivilDate(iso8601: "2103-12-31"))
            ),
            Recurrence(
                days: .weekly(.daily), time: seven, bounds: CivilDateBounds(first: today, last: today),
                exceptions: [today]),
            Recurrence(days: day("12-21"), time: .sun(night)),
            Recurrence(days: day("06-21"), time: .sun(night)),
        ]
    }()

    @Test(arguments: barren)
    func next_ends_whenTheRuleNeverHappens(recurrence: Recurrence) throws {
        let zone = try PinnedZones.rules("America/New_York")
        let from = try #require(Instant(iso8601: "2027-03-14T00:00:00Z"))
        #expect(recurrence.next(after: from, in: zone) == nil)
    }

    @Test
    func next_ends_whenTheZoneSkipsTheTimeForEver() throws {
        let file = MadeZoneFile(
            offsets: [(0, 0, 0)], names: Array("AAA\0".utf8), footer: "AAA0BBB,J60/2,J300/3")
        let zone = try ZoneRules(identifier: "Test/Zone", tzif: file.bytes)
        let time = try #require(TimeOfDay(parsing: "02:30"))
        let recurrence = Recurrence(days: Self.day("03-01"), time: time, gap: .skip)
        let from = try #require(Instant(iso8601: "2027-01-01T00:00:00Z"))
        #expect(recurrence.next(after: from, in: zone) == nil)
        #expect(
            recurrence.listing(after: from, in: zone, count: 2).map { "\($0.civil) \($0.rule.rawValue)" }
                == ["2027-03-01T02:30 gap-skip", "2028-03-01T02:30 gap-skip"])
    }

    @Test(arguments: [("02-30"), ("13-01"), ("00-10"), ("2-29"), ("02-29 "), ("0229"), ("")])
    func monthDay_isRefused_whenNoYearHasIt(text: String) {
        #expect(MonthDay(parsing: text) == nil)
    }

    @Test
    func monthDay_isNoDate_outsideTheCalendar() throws {
        let day = try #require(MonthDay(month: 2, day: 29, leapDay: .clamp))
        #expect(day.date(inYear: 10_000) == nil)
        #expect(day.date(inYear: 0) == nil)
        #expect(day.date(inYear: 2100) == CivilDate(year: 2100, month: 2, day: 28))
        #expect(day.description == "02-29")
    }

    @Test
    func weekdayTimes_tellTheirDays() {
        var times = WeekdayTimes([.sunday: Self.seven])
        times[.friday] = Self.seven
        #expect(times.weekdays == [.sunday, .friday])
        times[.sunday] = nil
        #expect(times == WeekdayTimes([.friday: Self.seven]))
    }

    /// A dictionary has another order in each process.
    @Test
    func weekdayTimes_areWritten_inTheOrderOfTheWeek() throws {
        let times = WeekdayTimes(everyDay: Self.seven)
        let text = String(decoding: try JSONEncoder().encode(times), as: UTF8.self)
        let time = String(decoding: try JSONEncoder().encode(Self.seven), as: UTF8.self)
        #expect(text == "{\"times\":[\((0...6).map { "\($0),\(time)" }.joined(separator: ","))]}")
        #expect(try JSONDecoder().decode(WeekdayTimes.self, from: Data(text.utf8)) == times)
    }
}
