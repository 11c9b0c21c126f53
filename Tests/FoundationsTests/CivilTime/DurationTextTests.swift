// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Testing

@Suite
struct DurationTextTests {
    @Test(arguments: [
        ("30s", 30), ("10m", 600), ("1h30m", 5400), ("1h0m5s", 3605), ("90m", 5400), ("0s", 0), ("720h", 2_592_000),
        ("5d", 432_000), ("30d", 2_592_000), ("1d2h", 93_600),
        ("45 min", 2700), ("1h 30m", 5400), ("2 Hours 5 Minutes", 7500), ("1hr30mins", 5400), ("90 SEC", 90),
        ("1 day", 86_400),
    ])
    func parse_givesTheDuration(text: String, seconds: Int) {
        #expect(DurationText.parse(text) == .seconds(seconds))
    }

    @Test(arguments: [
        ("5d", 5, 0), ("5d12h", 5, 43_200), ("120h", 0, 432_000), ("1 day 30 s", 1, 30),
    ])
    func parseDays_keepsDaysApart(text: String, days: Int, seconds: Int) throws {
        let length = try #require(DurationText.parseDays(text))
        #expect(length.days == days && length.rest == .seconds(seconds))
    }

    @Test(arguments: [
        "", "5", "s", "-5s", "+5s", "1m1h", "1m1m", " 30m", "30 mi", "1h minutes", "5\tm", "1.5h", "2h1d", "31d",
        "720h1s", "721h", "999999999h",
        "9999999999s", "99999999999999999999999s", "1h30", "１h",
    ])
    func parse_givesNil_whenTheTextIsNotADurationOfAtMost30Days(text: String) {
        #expect(DurationText.parse(text) == nil)
    }

    @Test(arguments: [
        (Duration.seconds(5400), "1h30m"), (.seconds(45), "45s"), (.zero, "0s"), (.milliseconds(999), "0s"),
        (.seconds(3601), "1h1s"), (.seconds(-90), "-1m30s"), (.milliseconds(-500), "0s"),
        (Duration(secondsComponent: .min, attosecondsComponent: 0), "-2562047788015215h30m8s"),
    ])
    func format_writesPartsThatAreNotZero(duration: Duration, text: String) {
        #expect(DurationText.format(duration) == text)
    }
}
