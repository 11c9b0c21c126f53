// SPDX-License-Identifier: Apache-2.0

/// A rule: on which days something happens, at what time, and what happens when the zone changes its clocks.
public struct Recurrence: Hashable, Codable, Sendable {
    /// The days of a rule.
    public enum Days: Hashable, Codable, Sendable {
        /// One date.
        case once(CivilDate)
        /// Some days of every week.
        case weekly(WeekdaySet)
        /// One day of every year.
        case yearly(MonthDay)
    }

    /// The days.
    public var days: Days
    /// The time on each of them.
    public var time: DayTime
    /// The first and the last date on which it may happen.
    public var bounds: CivilDateBounds
    /// Dates on which nothing happens although they match.
    public var exceptions: Set<CivilDate>
    /// What becomes of a wall-clock time in a gap.
    public var gap: GapPolicy
    /// What becomes of a wall-clock time when it is repeated.
    public var overlap: OverlapPolicy
    /// The calendars of holidays it goes by.
    public var holidays: HolidayChoice
    /// What those calendars make of its dates; every date counts until somebody looks them up.
    public private(set) var filter = DateFilter.all

    /// Creates a rule.
    public init(
        days: Days, time: DayTime, bounds: CivilDateBounds = .open, exceptions: Set<CivilDate> = [],
        holidays: HolidayChoice = .none, gap: GapPolicy = .later, overlap: OverlapPolicy = .first
    ) {
        self.days = days
        self.time = time
        self.bounds = bounds
        self.exceptions = exceptions
        self.gap = gap
        self.overlap = overlap
        self.holidays = holidays
    }

    /// Creates a rule with the same wall-clock time on all its days.
    public init(
        days: Days, time: TimeOfDay, bounds: CivilDateBounds = .open, exceptions: Set<CivilDate> = [],
        holidays: HolidayChoice = .none, gap: GapPolicy = .later, overlap: OverlapPolicy = .first
    ) {
        self.init(
            days: days, time: .clock(time), bounds: bounds, exceptions: exceptions, holidays: holidays, gap: gap,
            overlap: overlap)
    }

    /// The same rule with what the calendars that it names make of its dates.
    public func filtered(by filter: DateFilter) -> Recurrence {
        var rule = self
        rule.filter = filter
        return rule
    }

    /// Whether the rule has a date, in any zone.
    public func includes(_ date: CivilDate) -> Bool {
        firstDay(from: date.daysSince1970) == date.daysSince1970
    }
}
