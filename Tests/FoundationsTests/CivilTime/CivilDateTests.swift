// SPDX-License-Identifier: Apache-2.0

import CivilTime
import FoundationEssentials
import Testing

@Suite
struct CivilDateTests {
    @Test(arguments: [
        ("1970-01-01", 0, Weekday.thursday), ("2027-03-14", 20_891, .sunday), ("2000-02-29", 11_016, .tuesday),
        ("1900-03-01", -25_508, .thursday), ("0001-01-01", -719_162, .monday), ("9999-12-31", 2_932_896, .friday),
        ("1969-12-31", -1, .wednesday), ("2011-12-30", 15_338, .friday),
    ])
    func date_knowsItsDayCountAndWeekday(text: String, days: Int, weekday: Weekday) throws {
        let date = try #require(CivilDate(iso8601: text))
        #expect(date.daysSince1970 == days)
        #expect(date.weekday == weekday)
        #expect(CivilDate(daysSince1970: days) == date)
        #expect(date.description == text)
    }

    @Test
    func dayCount_returnsToItself_onEveryDayOf400Years() {
        let wrong = (-40_000...106_097).filter { days in
            let date = CivilDate(daysSince1970: days)
            return date.daysSince1970 != days
                || CivilDate(year: date.year, month: date.month, day: date.day) != date
        }
        #expect(wrong == [])
    }

    @Test(arguments: [
        (2027, 2, 29), (1900, 2, 29), (2027, 4, 31), (2027, 13, 1), (2027, 0, 1), (2027, 1, 0), (0, 1, 1),
        (10_000, 1, 1), (Int.min, .min, .min), (Int.max, .max, .max),
    ])
    func creation_givesNil_whenTheCalendarLacksTheDate(year: Int, month: Int, day: Int) {
        #expect(CivilDate(year: year, month: month, day: day) == nil)
    }

    @Test(arguments: ["", "2027-3-14", "2027-03-14T", "2027/03/14", "27-03-14", "+2027-03-14", "2027-02-30"])
    func parsing_givesNil_whenTheTextIsNotADate(text: String) {
        #expect(CivilDate(iso8601: text) == nil)
    }

    @Test(arguments: [
        ("2027-03-14", 1, "2027-03-15"), ("2028-02-28", 1, "2028-02-29"), ("2027-01-01", -1, "2026-12-31"),
        ("2027-03-14", Int.max, "9999-12-31"), ("1960-03-14", .min, "0001-01-01"),
    ])
    func adding_movesByDays_andSaturates(text: String, days: Int, expected: String) {
        #expect(CivilDate(iso8601: text)?.adding(days: days).description == expected)
    }

    @Test(arguments: [
        ("00:00", 0, "00:00"), ("07:00:15", 25_215, "07:00:15"), ("23:59:59", 86_399, "23:59:59"),
        ("07:30:00", 27_000, "07:30"), ("7:30", 27_000, "07:30"), ("7.30", 27_000, "07:30"), ("8pm", 72_000, "20:00"),
        ("7:30 PM", 70_200, "19:30"), ("12am", 0, "00:00"), ("12.15 pm", 44_100, "12:15"),
    ])
    func time_readsAndWritesItself(text: String, seconds: Int, description: String) {
        let time = TimeOfDay(parsing: text)
        #expect(time?.secondsSinceMidnight == seconds)
        #expect(time?.description == description)
    }

    @Test(arguments: [
        "", ":00", "7:0", "007:00", "24:00", "07:60", "07:00:60", "07", "07:00:", "07:00:15:00", "-1:00", "07:00Z",
        "7", "07:00 ", "13pm", "0am", "8p", "7.3", "7.30.00", "7:30x",
    ])
    func time_givesNil_whenTheTextIsNotATime(text: String) {
        #expect(TimeOfDay(parsing: text) == nil)
    }

    @Test
    func civilValues_orderByTheCalendar() {
        let texts = ["2026-12-31T23:59", "2027-01-01T00:00", "2027-01-01T00:00:01", "2027-02-01T00:00"]
        let values = texts.compactMap(CivilDateTime.init(iso8601:))
        #expect(values.reversed().sorted().map(\.description) == texts)
    }

    @Test
    func coding_usesTheTexts_inBothDirections() throws {
        let value = try #require(CivilDateTime(iso8601: "2027-03-14T02:30"))
        let text = #"["2027-03-14T02:30"]"#
        #expect(String(decoding: try JSONEncoder().encode([value]), as: UTF8.self) == text)
        #expect(try JSONDecoder().decode([CivilDateTime].self, from: Data(text.utf8)) == [value])
        #expect(try JSONDecoder().decode([CivilDate].self, from: Data(#"["2027-03-14"]"#.utf8)) == [value.date])
        #expect(try JSONDecoder().decode([TimeOfDay].self, from: Data(#"["02:30"]"#.utf8)) == [value.time])
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([TimeOfDay].self, from: Data(#"["25:00"]"#.utf8))
        }
    }
}
