// SPDX-License-Identifier: Apache-2.0

import CivilTime
import FoundationEssentials
import Testing

@Suite
struct WeekdaySetTests {
    @Test(
        arguments: [
            ("mon,tue", WeekdaySet([.monday, .tuesday])), ("Monday, SUN", [.monday, .sunday]), ("daily", .daily),
            ("Weekdays", .weekdays), ("weekends", .weekends), ("sat,sat", .saturday), ("mon-fri", .weekdays),
            ("Sat - Sun", .weekends), ("fri-mon,wed", [.friday, .saturday, .sunday, .monday, .wednesday]),
            ("tue-tue", .tuesday),
        ] as [(String, WeekdaySet)])
    func parsing_givesTheDays(text: String, expected: WeekdaySet) {
        #expect(WeekdaySet(parsing: text) == expected)
    }

    @Test(arguments: ["", ",", "mon,", "mo", "someday", "mon;tue", "daily,mon", "mon-", "-mon", "mon-tue-wed", "-"])
    func parsing_givesNil_whenANameIsNotADay(text: String) {
        #expect(WeekdaySet(parsing: text) == nil)
    }

    @Test
    func bits_startAtSunday() {
        #expect(Weekday.allCases.map { WeekdaySet($0).rawValue } == [1, 2, 4, 8, 16, 32, 64])
        #expect(WeekdaySet(rawValue: 0xFF) == .daily)
        #expect(Weekday.allCases.filter { WeekdaySet.weekends.contains($0) } == [.sunday, .saturday])
    }

    @Test
    func names_startAtMonday() {
        #expect(WeekdaySet.daily.shortNames == ["mon", "tue", "wed", "thu", "fri", "sat", "sun"])
    }

    @Test(
        arguments: [
            (.weekdays, "mon-fri"), (.weekends, "sat,sun"), (.daily, "mon-sun"),
            ([.monday, .tuesday, .saturday], "mon,tue,sat"),
            ([.sunday, .monday, .tuesday, .wednesday, .friday], "mon-wed,fri,sun"), ([], ""),
        ] as [(WeekdaySet, String)])
    func rangeText_joinsThreeDaysInARow(days: WeekdaySet, text: String) {
        #expect(days.rangeText == text)
    }

    @Test
    func coding_usesTheNames_inBothDirections() throws {
        let days: WeekdaySet = [.sunday, .wednesday]
        let data = try JSONEncoder().encode(days)
        #expect(String(decoding: data, as: UTF8.self) == #"["wed","sun"]"#)
        #expect(try JSONDecoder().decode(WeekdaySet.self, from: data) == days)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(WeekdaySet.self, from: Data(#"["someday"]"#.utf8))
        }
    }
}
