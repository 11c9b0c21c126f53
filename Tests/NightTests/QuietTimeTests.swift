// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import Testing

@testable import Household

@Suite struct QuietTimeTests {
    private let start = Instant(secondsSince1970: 1_805_009_400)

    private func sample(_ seconds: Int) -> ClockSample {
        let boot = Duration.seconds(1000 + seconds)
        return ClockSample(wall: start + .seconds(seconds), boot: boot, monotonic: boot, bootID: "boot")
    }

    /// Something begins at 100 s, and the device looks at it then.
    @Test(arguments: [
        (0, false), (94, false), (95, true), (99, true), (100, true), (102, true), (105, true), (106, false),
    ])
    func questions_wait_aroundWhatBegins(at seconds: Int, isQuiet: Bool) {
        var time = QuietTime()
        time.advance(to: sample(0), next: start + .seconds(100))
        if seconds >= 100 { time.advance(to: sample(100), next: nil) }
        let next = seconds < 100 ? start + .seconds(100) : nil
        #expect(time.contains(sample(seconds), next: next) == isQuiet)
    }

    /// Nobody has looked since, as everybody waits for the disk.
    @Test func questions_wait_untilWhatBeginsWasLookedAt() {
        var time = QuietTime()
        time.advance(to: sample(0), next: start + .seconds(100))
        #expect(time.contains(sample(130), next: nil))
    }

    @Test func questions_goOn_whenWhatWasToBeginIsRemoved() {
        var time = QuietTime()
        time.advance(to: sample(0), next: start + .seconds(100))
        time.advance(to: sample(50), next: nil)
        #expect(!time.contains(sample(98), next: nil))
    }
}
