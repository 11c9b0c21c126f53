// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks

/// What a unit counts time by: elapsed time since it got power, a little fast or slow.
struct RestOscillator: Hashable, Sendable {
    /// How far off it may be, in parts per million.
    static let driftLimit = 100_000

    private let started: ClockSample
    private let driftPPM: Int

    /// Gets power at `started`; a positive drift is fast, and more than 100,000 parts per million are taken for those.
    init(started: ClockSample, driftPPM: Int = 0) {
        self.started = started
        self.driftPPM = min(max(driftPPM, -Self.driftLimit), Self.driftLimit)
    }

    /// The time since it got power as it counts it, in whole nanoseconds.
    func uptime(at sample: ClockSample) -> Duration {
        let elapsed = elapsed(at: sample)
        let (seconds, attoseconds) = (elapsed + elapsed * driftPPM / 1_000_000).components
        return .seconds(seconds) + .nanoseconds(attoseconds / 1_000_000_000)
    }

    /// How long after `sample` it will have counted up to `uptime`; zero if it has.
    func delay(after sample: ClockSample, to uptime: Duration) -> Duration {
        // A nanosecond more, so that nobody wakes in the rounding before it.
        let elapsed = uptime * 1_000_000 / (1_000_000 + driftPPM) + .nanoseconds(1)
        return self.uptime(at: sample) >= uptime ? .zero : max(.zero, elapsed - self.elapsed(at: sample))
    }

    private func elapsed(at sample: ClockSample) -> Duration {
        // Boot readings of different boots cannot be compared; the unit runs on while its host restarts.
        max(.zero, sample.bootID == started.bootID ? sample.boot - started.boot : sample.wall - started.wall)
    }
}
