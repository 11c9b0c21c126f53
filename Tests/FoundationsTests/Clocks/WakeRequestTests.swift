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

    private static let sample = ClockSample(wall: first, boot: .seconds(5), monotonic: .seconds(5), bootID: "one")

    /// The sample from before the wall clock was set to `first`.
    private static let before = ClockSample(wall: second, boot: .seconds(5), monotonic: .seconds(5), bootID: "one")

    @Test(
        arguments: [
            (WakeRequest(), nil), (WakeRequest(wall: second), nil), (WakeRequest(wall: first), .deadline),
            (WakeRequest(since: sample), nil), (WakeRequest(since: before), .stepped),
            (WakeRequest(wall: second, boot: .seconds(6), since: before), .stepped),
            (WakeRequest(boot: .seconds(5), since: before), .deadline),
        ] as [(WakeRequest, WakeReason?)])
    func reason_isWhatHolds_deadlinesFirst(request: WakeRequest, expected: WakeReason?) {
        #expect(request.reason(at: Self.sample) == expected)
    }

    @Test
    func begun_keepsTheSampleThatItWasMadeWith() {
        #expect(WakeRequest(wall: Self.second).begun(at: Self.sample).since == Self.sample)
        #expect(WakeRequest(since: Self.before).begun(at: Self.sample).since == Self.before)
    }

    @Test
    func earliest_keepsItsSample() {
        let request = WakeRequest(since: Self.before)
        #expect(request.earliest(WakeRequest(since: Self.sample)).since == Self.before)
        #expect(WakeRequest().earliest(request).since == Self.before)
    }
}
