// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import SleepModel

/// What holds beside a schedule's rule: single dates that differ, pauses, and the calendars that rules name.
public struct ScheduleTerms: Hashable, Sendable {
    /// What is different on single dates.
    public var changes: [CivilDate: OccurrenceOverride.Change]
    /// When the schedule is paused, each from its start up to its end.
    public var pauses: [Range<Instant>]
    /// The occurrences that ran before the clock was set, and do not run again.
    public var happened: Set<OccurrenceKey>
    /// The calendars of holidays.
    public var holidays: HolidayBook

    /// Makes terms; without arguments, nothing but the rule holds.
    public init(
        changes: [CivilDate: OccurrenceOverride.Change] = [:], pauses: [Range<Instant>] = [],
        happened: Set<OccurrenceKey> = [], holidays: HolidayBook = HolidayBook()
    ) {
        self.changes = changes
        self.pauses = pauses
        self.happened = happened
        self.holidays = holidays
    }
}

extension Pause {
    /// From when to when it lasts; it begins and ends at the first instant at which a clock of the zone shows that time or
    /// later.
    public func span(in zone: ZoneRules) -> Range<Instant> {
        let start = from.map { Self.first($0, in: zone) } ?? since
        return start..<Swift.max(start, until.map { Self.first($0, in: zone) } ?? .max)
    }

    private static func first(_ time: CivilDateTime, in zone: ZoneRules) -> Instant {
        switch zone.resolve(time) {
        case .unique(let instant): instant
        case .gap(_, _, let transition): transition
        case .overlap(let first, _): first
        }
    }
}
