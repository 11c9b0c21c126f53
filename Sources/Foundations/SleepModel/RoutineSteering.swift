// SPDX-License-Identifier: Apache-2.0

/// What somebody asks of a routine that runs.
public enum RoutineSteering: Hashable, Sendable {
    /// The next step; after the last one, the end.
    case next
    /// The step before, or the first one again.
    case previous
    /// A step, from 0.
    case step(Int)
    /// Light and sound stay as they are, and the time of the step stops.
    case pause
    /// The step goes on where it was paused.
    case resume
    /// The step lasts longer.
    case extend(Duration)
}
