// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import Testing

@Suite
struct AcceleratedClockParsingTests {
    private static let start = Instant(secondsSince1970: 1_805_009_400)
    private static let epoch = Instant(secondsSince1970: 1_700_000_000)

    @Test(arguments: [
        ("2027-03-14T07:30:00Z,60,2023-11-14T22:13:20Z", start, 60, epoch),
        ("1805009400,60,1700000000", start, 60, epoch),
        ("1805009400,1,1700000000.5", start, 1, Instant(secondsSince1970: 1_700_000_000, nanosecond: 500_000_000)),
        ("0,100000,-1", Instant(secondsSince1970: 0), 100_000, Instant(secondsSince1970: -1)),
    ])
    func settings_areRead(text: String, start: Instant, speed: Int, epoch: Instant) {
        #expect(
            AcceleratedClock.Settings(parsing: text)
                == AcceleratedClock.Settings(start: start, speed: speed, epoch: epoch))
    }

    @Test(arguments: [
        "", ",", ",,", "0,1", "0,1,0,0", "0,0,0", "0,-1,0", "0,100001,0", "0,1.5,0", "0,x,0", "x,1,0", "0,1,x",
        " 0,1,0",
        "nan,1,0", "inf,1,0", "0,1,-inf", "1e11,1,0", "0,1,-1e300", "2027-03-14,1,0", "0,99999999999999999999,0",
    ])
    func settings_areNil_forAnythingElse(text: String) {
        #expect(AcceleratedClock.Settings(parsing: text) == nil)
    }
}
