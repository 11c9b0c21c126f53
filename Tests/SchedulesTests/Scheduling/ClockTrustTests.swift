// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import Scheduling
import Testing

@Suite
struct ClockTrustTests {
    private static let epoch = Instant(secondsSince1970: 0)
    private static let today = Instant(secondsSince1970: 1_800_000_000)

    private static func sample(_ wall: Instant, boot: Int) -> ClockSample {
        ClockSample(wall: wall, boot: .seconds(boot), monotonic: .seconds(boot), bootID: "first")
    }

    /// A look at the clock and its verdict.
    struct Look: Sendable {
        let wall: Instant
        let boot: Int
        let verdict: ClockTrust.Verdict?
        let isTrusted: Bool
    }

    @Test(arguments: [
        // A clock that is right is trusted without a word.
        [
            Look(wall: today, boot: 10, verdict: nil, isTrusted: true),
            Look(wall: today, boot: 500, verdict: nil, isTrusted: true),
        ],
        // A host that starts in 1970 is waited for until its clock is set.
        [
            Look(wall: epoch, boot: 10, verdict: .waits, isTrusted: false),
            Look(wall: epoch, boot: 99, verdict: nil, isTrusted: false),
            Look(wall: today, boot: 99, verdict: .plausible, isTrusted: true),
            Look(wall: today, boot: 100, verdict: nil, isTrusted: true),
        ],
        // Set, but still wrong.
        [
            Look(wall: epoch, boot: 10, verdict: .waits, isTrusted: false),
            Look(wall: ClockTrust.earliest - .nanoseconds(1), boot: 20, verdict: nil, isTrusted: false),
            Look(wall: ClockTrust.earliest, boot: 21, verdict: .plausible, isTrusted: true),
        ],
        // Nobody sets it: it is waited for no longer than a minute and a half.
        [
            Look(wall: epoch, boot: 10, verdict: .waits, isTrusted: false),
            Look(wall: epoch, boot: 99, verdict: nil, isTrusted: false),
            Look(wall: epoch, boot: 100, verdict: .followed, isTrusted: true),
            Look(wall: epoch, boot: 101, verdict: nil, isTrusted: true),
        ],
        // Once trusted it stays so: a step while the daemon runs is what somebody wants.
        [
            Look(wall: today, boot: 10, verdict: nil, isTrusted: true),
            Look(wall: epoch, boot: 11, verdict: nil, isTrusted: true),
        ],
    ])
    func clock_isWaitedFor_asLongAsItCannotBeRight(looks: [Look]) {
        var trust = ClockTrust()
        for look in looks {
            #expect(trust.look(at: Self.sample(look.wall, boot: look.boot)) == look.verdict)
            #expect(trust.isTrusted == look.isTrusted)
        }
    }

    /// A host without a battery starts at the time it was stopped at, or some time before.
    @Test(arguments: [
        (-86_400, false), (-61, false), (-60, true), (0, true), (86_400, true),
    ])
    func clock_cannotBeRight_whenSomethingWasNotedLater(seconds: Int, isPlausible: Bool) {
        var trust = ClockTrust(newest: Self.today)
        #expect(trust.isPlausible(Self.today + .seconds(seconds)) == isPlausible)
        let verdict = trust.look(at: Self.sample(Self.today + .seconds(seconds), boot: 0))
        #expect(verdict == (isPlausible ? nil : .waits))
    }

    @Test
    func clock_cannotBeRight_beforeTheCodeWasWritten_whateverWasNoted() {
        let trust = ClockTrust(newest: Self.epoch)
        #expect(!trust.isPlausible(ClockTrust.earliest - .seconds(1)))
        #expect(trust.isPlausible(ClockTrust.earliest))
    }

    @Test
    func clock_isNeverDoubted_withoutAnEarliestTime() {
        var trust = ClockTrust(earliest: .min)
        #expect(trust.look(at: Self.sample(.min, boot: 0)) == nil)
        #expect(trust.isTrusted)
    }

    @Test
    func nextWake_isTheEndOfTheWait_andNothingAfterIt() {
        var trust = ClockTrust()
        _ = trust.look(at: Self.sample(Self.epoch, boot: 10))
        #expect(trust.nextWake == WakeRequest(boot: .seconds(100)))
        _ = trust.look(at: Self.sample(Self.epoch, boot: 50))
        #expect(trust.nextWake == WakeRequest(boot: .seconds(100)))
        _ = trust.look(at: Self.sample(Self.today, boot: 60))
        #expect(trust.nextWake == WakeRequest())
    }
}
