// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import DeviceDocuments

/// The rule of a schedule as people and programs read it.
public struct RuleDocument: Hashable, Codable, Sendable {
    /// The time that all its days share; null for times of weekdays, and for the sun.
    @NullWhenAbsent public var at: TimeOfDay?
    /// The times of weekdays; null if its days share a time.
    @NullWhenAbsent public var times: [WeekdayTimeDocument]?
    /// The sun that decides the time; null for a time of the clock.
    @NullWhenAbsent public var sun: SunDocument?
    /// The days of the week; null for others.
    @NullWhenAbsent public var days: [String]?
    /// Its only date; null if it repeats.
    @NullWhenAbsent public var date: CivilDate?
    /// Its day of every year, as `12-24`; null for others.
    @NullWhenAbsent public var yearly: String?
    /// What becomes of `02-29` in years without one; null for rules that are not yearly.
    @NullWhenAbsent public var leapDay: MonthDay.LeapDayPolicy?
    /// The first date; null for no beginning.
    @NullWhenAbsent public var fromDate: CivilDate?
    /// The last date; null for no end.
    @NullWhenAbsent public var untilDate: CivilDate?
    /// The dates without an occurrence, in order.
    public var except: [CivilDate]
    /// The calendars of holidays on whose dates it does not happen.
    public var notOn: [String]
    /// The calendars of holidays on whose dates alone it happens; empty for all dates.
    public var onlyOn: [String]
    /// What becomes of a time that the clocks jump over.
    public var gap: GapPolicy
    /// What becomes of a time that the clocks show twice.
    public var overlap: OverlapPolicy

    /// Describes a rule.
    public init(_ rule: Recurrence) {
        switch rule.time {
        case .clock(let time): at = time
        case .byWeekday(let week): times = WeekdayTimeDocument.list(week)
        case .sun(let time): sun = SunDocument(time)
        }
        switch rule.days {
        case .weekly(let set): days = set.shortNames
        case .once(let once): date = once
        case .yearly(let day): (yearly, leapDay) = (day.description, day.leapDay)
        }
        fromDate = rule.bounds.first
        untilDate = rule.bounds.last
        except = rule.exceptions.sorted()
        notOn = rule.holidays.notOn
        onlyOn = rule.holidays.onlyOn
        gap = rule.gap
        overlap = rule.overlap
    }
}

/// A time of some days of the week.
public struct WeekdayTimeDocument: Hashable, Codable, Sendable {
    /// The days.
    public var days: [String]
    /// Their time.
    public var at: TimeOfDay

    /// Makes a document.
    public init(days: [String], at: TimeOfDay) {
        self.days = days
        self.at = at
    }

    /// The times of a week, the earliest day first.
    public static func list(_ week: WeekdayTimes) -> [WeekdayTimeDocument] {
        week.groups.map { WeekdayTimeDocument(days: $0.days.shortNames, at: $0.time) }
    }
}

/// A time that follows the sun.
public struct SunDocument: Hashable, Codable, Sendable {
    /// What the sun does.
    public var event: SunEvent
    /// How much later it is, negative for earlier.
    public var offsetSeconds: Int
    /// Degrees north.
    public var latitude: Double
    /// Degrees east.
    public var longitude: Double
    /// The time before which the sun does not count; null for none.
    @NullWhenAbsent public var earliest: TimeOfDay?
    /// The time after which the sun does not count; null for none.
    @NullWhenAbsent public var latest: TimeOfDay?
    /// The time on dates on which the sun does not rise or set; null for none.
    @NullWhenAbsent public var fallback: TimeOfDay?

    /// Describes a time.
    public init(_ time: SunTime) {
        event = time.event
        offsetSeconds = Int(time.offset.components.seconds)
        latitude = time.place.latitude
        longitude = time.place.longitude
        earliest = time.earliest
        latest = time.latest
        fallback = time.fallback
    }
}
