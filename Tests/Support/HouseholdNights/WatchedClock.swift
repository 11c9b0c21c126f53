// SPDX-License-Identifier: Apache-2.0

import Clocks
import Synchronization

/// The clock of a household, which finds out whether somebody looks again and again while no time passes.
///
/// On a real host such a household takes a whole core of the processor, and on a simulated clock its night never ends.
final class WatchedClock: NightClock {
    private struct State {
        /// The last moment at which somebody went to sleep, on the boot clock.
        var at = Duration.zero
        /// How often somebody has done so at that moment.
        var count = 0
        /// The moments at which that happened too often.
        var standstills: [Duration] = []
    }

    /// How often everybody together may go to sleep at one moment.
    static let limit = 10_000

    private let clock: SimulatedClock
    private let state = Mutex(State())

    init(_ clock: SimulatedClock) { self.clock = clock }

    /// The moments at which time stood still, on the boot clock.
    var standstills: [Duration] { state.withLock(\.standstills) }

    func now() -> ClockSample { clock.now() }

    /// Sleeps a minute where time stands still, so that the night ends.
    func sleep(until request: WakeRequest) async throws -> WakeReason {
        let boot = clock.now().boot
        let isStandstill = state.withLock { state in
            if state.at != boot { (state.at, state.count) = (boot, 0) }
            state.count += 1
            if state.count == Self.limit { state.standstills.append(boot) }
            return state.count >= Self.limit
        }
        guard isStandstill else { return try await clock.sleep(until: request) }
        return try await clock.sleep(until: WakeRequest(boot: boot + .seconds(60)))
    }
}
