// SPDX-License-Identifier: Apache-2.0

extension DependencyContainer {
    /// Ends the container and everything below it, however long that takes.
    ///
    /// As `shutdown(deadline:clock:)` without a deadline: a teardown that never ends is waited for.
    @discardableResult
    public func shutdown() async -> ShutdownReport {
        await reference.scope.shutdown(within: ShutdownLimit(nil, on: ContinuousClock()))
    }

    /// Ends the container and everything below it, and leaves behind what does not end in time.
    ///
    /// From the start nothing new is built here. The children end first, newest first, also those whose owner dropped
    /// them after they had created something with a teardown; then the teardowns of this container's own instances run
    /// one after the other, newest first, those of main-actor instances on the main actor. One that throws is reported
    /// and does not stop the rest.
    ///
    /// When `deadline` has passed on `clock`, the teardown that runs is cancelled, reported as timed out and no longer
    /// waited for, and so is a factory that was running from the start, which nothing can cancel; what it makes is
    /// torn down when it ends. Every teardown that is left then starts in a cancelled task and is waited for a tenth
    /// of the deadline.
    ///
    /// A second call waits for the first and returns its report, or, when its own deadline has passed, what is known
    /// of it by then, with what it is at as timed out. Cancellation reaches the teardowns, but the shutdown goes on. A
    /// teardown must not wait for the shutdown it is part of.
    @discardableResult
    public func shutdown(
        deadline: Duration, clock: any Clock<Duration> = ContinuousClock()
    ) async -> ShutdownReport {
        await reference.scope.shutdown(within: ShutdownLimit(deadline, on: clock))
    }
}
