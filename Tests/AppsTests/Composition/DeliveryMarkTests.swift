// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import Glibc
import SystemClock
import Testing

@testable import Composition

/// When something was last sent to a device, for the process that follows.
@Suite(.timeLimit(.minutes(1)))
struct DeliveryMarkTests {
    private let scratch: Scratch
    private let mark: DeliveryMark

    init() throws {
        scratch = try Scratch()
        let directory = try StateDirectory(scratch.path("state"))
        mark = directory.mark
        directory.release()
    }

    @Test(
        arguments: [
            (nil, 0), (0, 1000), (300, 700), (999, 1), (1000, 0), (7_200_000, 0), (-1, 1000), (-3_600_000, 1000),
        ] as [(Int?, Int)])
    func remainder_isWhatIsLeftOfASecond(elapsed: Int?, left: Int) {
        let now = Instant(secondsSince1970: 1_800_000_000)
        #expect(
            DeliveryMark.remainder(since: elapsed.map { now - .milliseconds($0) }, at: now)
                == .milliseconds(left))
    }

    @Test func lastDelivery_isUnknown_withoutAFile() {
        #expect(DeliveryMark(path: scratch.path("none")).lastDelivery == nil)
    }

    @Test func lastDelivery_isWhenItWasNoted() throws {
        try setTime(of: scratch.path("state/lulld.lock"), to: 1_700_000_000)
        #expect(mark.lastDelivery == Instant(secondsSince1970: 1_700_000_000))
        let before = HostClock().now().wall
        mark.note()
        // The file system's clock is that of the last tick.
        #expect(try #require(mark.lastDelivery) > before - .milliseconds(50))
    }

    private func setTime(of path: String, to second: Int) throws {
        let time = timespec(tv_sec: second, tv_nsec: 0)
        try #require(utimensat(AT_FDCWD, path, [time, time], 0) == 0)
    }
}
