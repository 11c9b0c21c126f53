// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Testing

@Suite struct DateTextTests {
    @Test(arguments: [
        ("today", "2027-02-28"), ("tomorrow", "2027-03-01"), ("Yesterday", "2027-02-27"), ("2028-02-29", "2028-02-29"),
        ("sunday", nil), ("", nil), ("2027-02-29", nil),
    ])
    func parse_givesTheDate(text: String, date: String?) throws {
        let today = try #require(CivilDate(iso8601: "2027-02-28"))
        #expect(DateText.parse(text, today: today) == date.flatMap { CivilDate(iso8601: $0) })
    }
}
