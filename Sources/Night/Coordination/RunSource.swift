// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import SleepModel

/// A run or a nap as a whole, whatever part of it wants something now.
public enum RunSource: Hashable, Sendable {
    /// A run of a schedule.
    case run(ScheduleKind, OccurrenceKey)
    /// The nap that began then.
    case nap(since: Instant)

    /// The kind of schedule that runs; nil for a nap.
    public var kind: ScheduleKind? {
        if case .run(let kind, _) = self { kind } else { nil }
    }

    /// Whether it is a nap.
    public var isNap: Bool {
        if case .nap = self { true } else { false }
    }
}
