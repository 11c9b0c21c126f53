// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Testing

@Suite struct DateTextTests {
    @Test(arguments: [
        ("today", "2027-02-28"), ("tomorrow", "2027-03-01"), ("Yesterday", "2027-02-27"), ("2028-02-29", "2028-02-29"),
        ("sunday", "2027-03-07"), ("Mon", "2027-03-01"), ("saturday", "2027-03-06"), ("sund", nil), ("", nil),
        ("2027-02-29", nil),
    ])
    func parse_givesTheDate(text: String, date: String?) throws {
        #expect(DateText.parse(text, today: try Self.sunday) == date.flatMap { CivilDate(iso8601: $0) })
    }

    @Test(arguments: [
        ("sunday", "2027-02-28"), ("mon", "2027-02-22"), ("saturday", "2027-02-27"), ("yesterday", "2027-02-27"),
    ])
    func parse_givesThePastDate_whenItLooksBack(text: String, date: String) throws {
        #expect(DateText.parse(text, today: try Self.sunday, lookingBack: true) == CivilDate(iso8601: date))
    }

    private static var sunday: CivilDate { get throws { try #require(CivilDate(iso8601: "2027-02-28")) } }
}
