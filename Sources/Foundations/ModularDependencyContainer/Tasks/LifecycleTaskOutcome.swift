// SPDX-License-Identifier: Apache-2.0

/// The outcome of a call of `LifecycleTasks.run`.
public enum LifecycleTaskOutcome: Hashable, Sendable {
    /// The value's operation started.
    case started
    /// An operation with an equal value runs already.
    case unchanged
    /// The operation will not start: a later call changed the value again, or cancelled the id.
    case superseded
    /// The caller stopped waiting; the operation starts when the old one has ended, unless it is superseded.
    case pending
    /// The operation will not start: the tasks were shut down.
    case closed
}
