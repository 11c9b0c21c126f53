// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import Testing

@Suite
struct WakeRequestTests {
    private static let first = Instant(secondsSince1970: 10)
    private static let second = Instant(secondsSince1970: 20)

    @Test(arguments: [
        (WakeRequest(), WakeRequest(), WakeRequest()),
        (WakeRequest(wall: first), WakeRequest(), WakeRequest(wall: first)),
        (WakeRequest(), WakeRequest(boot: .seconds(3)), WakeRequest(boot: .seconds(3))),
        (
            WakeRequest(wall: second, boot: .seconds(3)), WakeRequest(wall: first, boot: .seconds(4)),
            WakeRequest(wall: first, boot: .seconds(3))
        ),
        (
            WakeRequest(wall: first), WakeRequest(boot: .seconds(4)),
            WakeRequest(wall: first, boot: .seconds(4))
        ),
    ])
    func earliest_takesTheSoonerOfEach(one: WakeRequest, other: WakeRequest, expected: WakeRequest) {
        #expect(one.earliest(other) == expected)
        #expect(other.earliest(one) == expected)
    }

    @Test(arguments: [
        (WakeRequest(), false), (WakeRequest(wall: first), true), (WakeRequest(wall: second), false),
        (WakeRequest(boot: .seconds(5)), true), (WakeRequest(boot: .seconds(6)), false),
        (WakeRequest(wall: second, boot: .seconds(5)), true), (WakeRequest(wall: first, boot: .seconds(6)), true),
        (WakeRequest(wall: second, boot: .seconds(6)), false),
    ])
    func isDue_whenEitherDeadlineHasPassed(request: WakeRequest, isDue: Bool) {
        let sample = ClockSample(wall: Self.first, boot: .seconds(5), monotonic: .zero, bootID: "one")
        #expect(request.isDue(at: sample) == isDue)
    }
}
