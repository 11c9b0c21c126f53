// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import SleepModel

/// Who wants something of a channel.
public enum IntentSource: Hashable, Sendable {
    /// A part of a run: a routine's step or a night's phase, by number; an alarm has one part.
    case run(ScheduleKind, OccurrenceKey, part: Int)
    /// A part of the nap that began then, by number.
    case nap(since: Instant, part: Int)
    /// A manual hold.
    case manual

    /// The kind of schedule that runs; nil for a nap and for a manual hold.
    public var kind: ScheduleKind? {
        if case .run(let kind, _, _) = self { kind } else { nil }
    }

    /// Whether it is a nap.
    public var isNap: Bool {
        if case .nap = self { true } else { false }
    }

    /// The run or nap as a whole; nil for a manual hold.
    var run: RunSource? {
        switch self {
        case .run(let kind, let key, _): .run(kind, key)
        case .nap(let since, _): .nap(since: since)
        case .manual: nil
        }
    }

    /// The occurrence that runs; nil for a nap and for a manual hold.
    public var occurrence: OccurrenceKey? {
        if case .run(_, let key, _) = self { key } else { nil }
    }
}

extension IntentSource: Comparable {
    /// An order that is always the same, to settle what nothing else does.
    public static func < (first: IntentSource, second: IntentSource) -> Bool {
        switch (first, second) {
        case (.run(let kind, let key, let part), .run(let otherKind, let otherKey, let otherPart)):
            (kind.rawValue, key.schedule.rawValue, key.date, key.slot, key.pass, part)
                < (
                    otherKind.rawValue, otherKey.schedule.rawValue, otherKey.date, otherKey.slot, otherKey.pass,
                    otherPart
                )
        case (.nap(let since, let part), .nap(let otherSince, let otherPart)): (since, part) < (otherSince, otherPart)
        case (.nap, .run), (.manual, .run), (.manual, .nap): true
        case (.run, .nap), (_, .manual): false
        }
    }
}
