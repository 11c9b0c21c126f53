// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SleepModel
import Testing

@Suite(.timeLimit(.minutes(1))) struct HolidayCalendarTests {
    private static func date(_ text: String) -> CivilDate {
        CivilDate(iso8601: text) ?? CivilDate(daysSince1970: 0)
    }

    private static func calendar(_ holidays: Holiday..., name: String = "school") throws -> HolidayCalendar {
        try #require(HolidayCalendar(name: name, holidays: holidays))
    }

    @Test(
        arguments: [
            (YearlyDates(), "2024-02-29", ["2024-02-29", "2028-02-29", "2032-02-29"]),
            (YearlyDates(interval: 2), "1965-05-01", ["1971-05-01", "1973-05-01", "1975-05-01"]),
            (YearlyDates(interval: 500), "1965-05-01", []),
            (YearlyDates(days: [-1]), "2027-11-30", ["2027-11-30", "2027-12-31", "2028-01-31"]),
            (YearlyDates(months: [2], days: [-1]), "2027-02-28", ["2027-02-28", "2028-02-29", "2029-02-28"]),
            (YearlyDates(months: [4, 1]), "2027-01-31", ["2027-01-31", "2028-01-31", "2029-01-31"]),
            (YearlyDates(until: date("2028-05-01")), "2027-05-01", ["2027-05-01", "2028-05-01"]),
        ])
    func yearlyDates_areThoseOfTheRule(_ rule: YearlyDates, first: String, dates: [String]) {
        #expect(rule.dates(from: Self.date(first)).prefix(3).map(\.description) == dates)
    }

    @Test(
        arguments: [
            (YearlyDates(months: [11], weekdays: [day(.thursday, 4)]), ["2026-11-26", "2027-11-25", "2028-11-23"]),
            (YearlyDates(months: [5], weekdays: [day(.monday, -1)]), ["2027-05-31", "2028-05-29", "2029-05-28"]),
            (
                YearlyDates(months: [11], days: Array(2...8), weekdays: [day(.tuesday)]),
                ["2026-11-03", "2027-11-02", "2028-11-07"]
            ),
            (YearlyDates(weekdays: [day(.friday, 53)]), ["2027-12-31", "2032-12-31", "2038-12-31"]),
            (YearlyDates(weekdays: [day(.friday, -1)]), ["2027-12-31", "2028-12-29", "2029-12-28"]),
            (YearlyDates(weekdays: [day(.monday, 2), day(.friday)]), ["2027-01-08", "2027-01-11", "2027-01-15"]),
            (
                YearlyDates(months: [1, 9], weekdays: [day(.monday, 5), day(.saturday, 1)]),
                ["2027-01-02", "2027-09-04", "2028-01-01"]
            ),
            (
                YearlyDates(interval: 2, months: [2], weekdays: [day(.monday, 5)]),
                ["2016-02-29", "2044-02-29", "2072-02-29"]
            ),
        ])
    func yearlyDates_areTheWeekdaysOfTheRule(_ rule: YearlyDates, dates: [String]) throws {
        let first = Self.date(try #require(dates.first))
        #expect(rule.dates(from: first).prefix(3).map(\.description) == dates)
    }

    private static func day(_ weekday: Weekday, _ number: Int? = nil) -> NumberedWeekday {
        NumberedWeekday(weekday, number: number)
    }

    @Test(arguments: ["thu 4", "mon -1", "tue", "fri 53"]) func weekday_isReadAsItIsWritten(_ text: String) {
        #expect(NumberedWeekday(text: text)?.text == text)
    }

    @Test(arguments: ["", "4 thu", "thu 0", "thu 4 5", "thu x", "th 4", "thu 4000"])
    func weekday_isNil_forAnyOtherText(_ text: String) {
        #expect(NumberedWeekday(text: text) == nil)
    }

    @Test func yearlyDates_endWithTheLastYear() {
        #expect(YearlyDates().dates(from: Self.date("2027-05-01")).last == Self.date("2199-05-01"))
    }

    @Test func dates_areThoseOfAllEntries_onceEach() throws {
        let calendar = try Self.calendar(
            Holiday(summary: "Fair", first: Self.date("2027-03-14"), dayCount: 3),
            Holiday(summary: "Spring", first: Self.date("2027-03-16"), dayCount: 2, yearly: YearlyDates()))
        let year = Self.date("2027-01-01")...Self.date("2027-12-31")
        #expect(calendar.dates.count(in: year) == 4)
        #expect(calendar.dates.contains(Self.date("2028-03-17")))
        #expect(!calendar.dates.contains(Self.date("2028-03-14")))
        #expect(calendar.summaries(on: Self.date("2027-03-16")) == ["Fair", "Spring"])
    }

    @Test func upcoming_beginsWithWhatLasts() throws {
        let calendar = try Self.calendar(
            Holiday(summary: "Spring", first: Self.date("2027-04-01"), yearly: YearlyDates()),
            Holiday(summary: "Fair", first: Self.date("2027-03-14"), dayCount: 3))
        let next = calendar.upcoming(from: Self.date("2027-03-15"), limit: 2)
        #expect(next.map(\.summary) == ["Fair", "Spring"])
        #expect(
            next.map(\.dates) == [
                Self.date("2027-03-14")...Self.date("2027-03-16"), Self.date("2027-04-01")...Self.date("2027-04-01"),
            ])
    }

    @Test func exception_leavesOutOneTime() throws {
        let calendar = try Self.calendar(
            Holiday(
                summary: "Fair", first: Self.date("2027-03-14"), yearly: YearlyDates(),
                except: [Self.date("2028-03-14")]))
        #expect(
            calendar.upcoming(from: Self.date("2027-01-01"), limit: 2).map(\.dates.lowerBound)
                == [Self.date("2027-03-14"), Self.date("2029-03-14")])
    }

    @Test(
        arguments: [
            Holiday(summary: "x", first: date("2027-03-14"), dayCount: 0),
            Holiday(summary: "x", first: date("2027-03-14"), dayCount: 100_000),
            Holiday(summary: "x", first: date("2027-03-14"), yearly: YearlyDates(interval: 0)),
            Holiday(summary: "x", first: date("2027-03-14"), yearly: YearlyDates(months: [13])),
            Holiday(summary: "x", first: date("2027-03-14"), yearly: YearlyDates(days: [0])),
        ])
    func calendar_isRefused_withDatesThatCannotBe(_ holiday: Holiday) {
        #expect(HolidayCalendar(name: "x", holidays: [holiday]) == nil)
    }

    // MARK: - The book

    @Test func book_findsACalendar_whateverTheCase() throws {
        var book = HolidayBook([try Self.calendar(name: "School"), try Self.calendar(name: "bank")])
        #expect(book["SCHOOL"]?.name == "School")
        #expect(book.calendars.map(\.name) == ["bank", "School"])
        book.set(try Self.calendar(name: "school"))
        #expect(book.calendars.map(\.name) == ["bank", "school"])
        book.remove("Bank")
        #expect(book.calendars.map(\.name) == ["school"])
    }

    @Test func missingCalendar_leavesOutNothing() throws {
        let book = HolidayBook([try Self.calendar(Holiday(summary: "x", first: Self.date("2027-03-14")))])
        let time = try #require(TimeOfDay(parsing: "07:00"))
        func dates(_ choice: HolidayChoice) -> [Int] {
            let looked = Recurrence(days: .weekly(.daily), time: time, holidays: choice).looked(upIn: book)
            return (13...16).filter { looked.includes(Self.date("2027-03-\($0)")) }
        }
        #expect(dates(HolidayChoice(notOn: ["school"])) == [13, 15, 16])
        #expect(dates(HolidayChoice(notOn: ["gone", "School"])) == [13, 15, 16])
        #expect(dates(HolidayChoice(notOn: ["gone"])) == [13, 14, 15, 16])
        #expect(dates(HolidayChoice(onlyOn: ["school"])) == [14])
        #expect(dates(HolidayChoice(onlyOn: ["gone"])) == [13, 14, 15, 16])
        #expect(dates(HolidayChoice(onlyOn: ["school", "gone"])) == [13, 14, 15, 16])
        #expect(dates(HolidayChoice(notOn: ["school"], onlyOn: ["school"])) == [])
        #expect(book.missing(in: HolidayChoice(notOn: ["gone"], onlyOn: ["school"])) == ["gone"])
    }
}
