// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Testing

@Suite
struct RuleTextTests {
    private static let seven = TimeOfDay(hour: 7, minute: 0) ?? { preconditionFailure("a time") }()

    private static let sunrise: DayTime = {
        guard let place = GeographicPlace(latitude: 69.65, longitude: -18.5),
            let time = SunTime(.sunrise, offset: .seconds(-1800), earliest: seven, at: place)
        else { preconditionFailure("a time") }
        return .sun(time)
    }()

    @Test
    func appliedRules_haveTheNamesOfTheContract() {
        #expect(
            AppliedRule.allCases.map(\.rawValue) == [
                "unique", "gap-later", "gap-earlier", "gap-skip", "overlap-first", "overlap-second",
                "nonexistent-date", "sun", "sun-earliest", "sun-latest", "sun-fallback", "no-sun-event",
            ])
    }

    @Test(arguments: [
        (DayTime.clock(seven), "07:00"),
        (
            .byWeekday(WeekdayTimes([.saturday: seven, .monday: seven, .sunday: seven])),
            "mon,sat,sun 07:00"
        ),
        (sunrise, "30m before sunrise"),
    ])
    func dayTime_describesItself(time: DayTime, expected: String) {
        #expect(time.description == expected)
    }
}
