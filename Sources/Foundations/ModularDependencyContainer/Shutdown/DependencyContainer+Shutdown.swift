// SPDX-License-Identifier: Apache-2.0

extension DependencyContainer {
    /// Shuts down the container and everything below it, however long that takes.
    ///
    /// Like `shutdown(deadline:clock:)` without a deadline: it waits for a teardown even if that never ends.
    @discardableResult
    public func shutdown() async -> ShutdownReport {
        await reference.scope.shutdown(within: ShutdownLimit(nil, on: ContinuousClock()))
    }

    /// Shuts down the container and everything below it, and abandons what does not end in time.
    ///
    /// From the start of the shutdown the container builds nothing new. The children shut down first, newest first.
    /// They include children that lost their owner but have built something with a teardown. Then the teardowns of this
    /// container's own instances run one after the other, newest first, those of main-actor instances on the main
    /// actor. A teardown that throws is reported and does not stop the others.
    ///
    /// When `deadline` has passed on `clock`, the running teardown is cancelled, reported as timed out and abandoned. A
    /// factory that was running when the shutdown began cannot be cancelled; it is reported and abandoned too, and its
    /// instance is torn down when it ends. Each remaining teardown then starts in a cancelled task and gets a tenth of
    /// the deadline.
    ///
    /// A second call waits for the first and returns its report. If the second call's deadline passes first, it returns
    /// what is known by then and reports the current step as timed out. Cancelling the caller cancels the teardowns,
    /// but the shutdown goes on. A teardown must not wait for its own shutdown.
    @discardableResult
    public func shutdown(
        deadline: Duration, clock: any Clock<Duration> = ContinuousClock()
    ) async -> ShutdownReport {
        await reference.scope.shutdown(within: ShutdownLimit(deadline, on: clock))
    }
}
