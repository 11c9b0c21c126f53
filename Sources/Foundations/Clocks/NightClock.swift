// SPDX-License-Identifier: Apache-2.0

/// The only source of time above the drivers: everything timed takes one, so that a night can be tested in a second.
public protocol NightClock: Sendable {
    /// Reads all clocks at once.
    func now() -> ClockSample

    /// Suspends until the first of the deadlines in `request` has passed, or something happened to the clock.
    ///
    /// Every sleeper is told of a step, a suspend and a change of zone or zone data. What has passed or happened already
    /// ends the sleep at once. Throws `CancellationError` when the task is cancelled.
    func sleep(until request: WakeRequest) async throws -> WakeReason

    /// Suspends for an elapsed time, whatever happens to the clock meanwhile; zero or less is over at once.
    ///
    /// Throws `CancellationError` when the task is cancelled.
    func sleep(for duration: Duration) async throws
}

extension NightClock {
    /// Sleeps until the deadline as often as it takes.
    public func sleep(for duration: Duration) async throws {
        let deadline = now().boot + duration
        while now().boot < deadline {
            _ = try await sleep(until: WakeRequest(boot: deadline))
        }
    }
}
