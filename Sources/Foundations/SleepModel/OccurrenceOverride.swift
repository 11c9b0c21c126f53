// SPDX-License-Identifier: Apache-2.0

public import CivilTime

/// What is to be different on one date of a schedule; it is tied to the date, whatever the clock does meanwhile.
public struct OccurrenceOverride: Hashable, Codable, Sendable {
    /// What is to be different.
    public enum Change: Hashable, Codable, Sendable {
        /// Nothing happens on the date; `at` is the time to which somebody had moved it before, if they had.
        ///
        /// `isBegun` says that a night took its place that somebody began by hand, and that nobody asked for the skip.
        case skip(at: TimeOfDay? = nil, isBegun: Bool = false)
        /// It happens at this time of the date instead.
        case time(TimeOfDay)

        /// The time of the date in place of the schedule's own, also while the date is skipped; nil for the schedule's own.
        public var time: TimeOfDay? {
            switch self {
            case .skip(let time, _): time
            case .time(let time): time
            }
        }

        /// Whether nothing happens on the date.
        public var isSkip: Bool { if case .skip = self { true } else { false } }

        /// Whether a night took the place of the date that somebody began by hand.
        public var isBegun: Bool { if case .skip(_, isBegun: true) = self { true } else { false } }
    }

    /// The schedule it is about.
    public var schedule: ScheduleID
    /// The civil date of the occurrence.
    public var date: CivilDate
    /// What is to be different.
    public var change: Change
    /// When somebody asked for it.
    public var since: Instant

    /// Makes an override.
    public init(schedule: ScheduleID, date: CivilDate, change: Change, since: Instant) {
        self.schedule = schedule
        self.date = date
        self.change = change
        self.since = since
    }
}
