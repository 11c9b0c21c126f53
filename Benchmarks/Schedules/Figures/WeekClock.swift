// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import Synchronization

/// A clock on which nothing happens but what somebody waits for, and that counts what it is asked.
///
/// A sleep is over at once, and it is then the time that was waited for.
final class WeekClock: NightClock {
    /// What was asked of the clock.
    struct Counts {
        /// How often it was read.
        var looks = 0
        /// The moments at which somebody woke.
        var wakes: [Instant] = []
    }

    private struct State {
        var sample: ClockSample
        var counts = Counts()
    }

    private let state: Mutex<State>
    private let end: Instant

    /// Starts at a sample, and ends with the sleep that would go on after `end`.
    init(at sample: ClockSample, until end: Instant) {
        state = Mutex(State(sample: sample))
        self.end = end
    }

    var counts: Counts { state.withLock { $0.counts } }

    /// The time without counting as a look.
    var time: ClockSample { state.withLock { $0.sample } }

    func now() -> ClockSample {
        state.withLock { state in
            state.counts.looks += 1
            return state.sample
        }
    }

    func sleep(until request: WakeRequest) async throws -> WakeReason {
        try state.withLock { state in
            var waits = [request.wall.map { $0 - state.sample.wall }, request.boot.map { $0 - state.sample.boot }]
                .compactMap { $0 }
            waits.sort()
            guard let wait = waits.first.map({ max($0, .zero) }), state.sample.wall + wait <= end else {
                throw CancellationError()
            }
            state.sample.wall = state.sample.wall + wait
            state.sample.boot += wait
            state.sample.monotonic += wait
            state.counts.wakes.append(state.sample.wall)
            return .deadline
        }
    }
}
