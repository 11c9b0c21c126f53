// SPDX-License-Identifier: Apache-2.0

import CivilTime
public import Clocks
import Glibc

/// The host's clocks: `CLOCK_REALTIME`, `CLOCK_BOOTTIME` and `CLOCK_MONOTONIC`, waited for with timerfd.
public struct HostClock: NightClock {
    private let bootID: String

    /// Reads which boot this is.
    public init() {
        bootID = BootIdentifier.current()
    }

    /// Reads all clocks at once.
    public func now() -> ClockSample {
        let wall = Self.read(CLOCK_REALTIME)
        // Read before the boot clock, which is therefore never behind it.
        let monotonic = Self.read(CLOCK_MONOTONIC)
        return ClockSample(
            wall: Instant(secondsSince1970: Int64(wall.tv_sec), nanosecond: Int32(wall.tv_nsec)),
            boot: Self.duration(Self.read(CLOCK_BOOTTIME)),
            monotonic: Self.duration(monotonic),
            bootID: bootID)
    }

    /// Suspends until a deadline passes or the wall clock is set; uses no processor meanwhile.
    public func sleep(until request: WakeRequest) async throws -> WakeReason {
        if request.isDue(at: now()) {
            try Task.checkCancellation()
            return .deadline
        }
        let wait = try TimerWait(request)
        return try await withTaskCancellationHandler {
            try await wait.value()
        } onCancel: {
            wait.cancel()
        }
    }

    private static func read(_ clock: clockid_t) -> timespec {
        var time = timespec()
        clock_gettime(clock, &time)
        return time
    }

    private static func duration(_ time: timespec) -> Duration {
        .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
    }
}
