// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import DeviceDocuments
public import SleepModel

/// Reads a calendar of holidays.
public struct HolidaysImportRequest: Hashable, Codable, Sendable {
    /// What schedules are to call it, as in `--not-on school`.
    public var name: String
    /// The calendar: text of at most 1 MiB in the iCalendar format of RFC 5545.
    public var calendar: String

    /// Makes a request.
    public init(name: String, calendar: String) {
        self.name = name
        self.calendar = calendar
    }
}

/// Names a calendar of holidays.
public struct HolidaysSelection: Hashable, Codable, Sendable {
    /// Its whole name.
    public var name: String

    /// Makes a selection.
    public init(name: String) {
        self.name = name
    }
}

/// A calendar of holidays.
public struct HolidaysDocument: Hashable, Codable, Sendable {
    /// Dates in a row with one name.
    public struct Dates: Hashable, Codable, Sendable {
        /// The first of them.
        public var first: CivilDate
        /// The last of them.
        public var last: CivilDate
        /// What they are called.
        public var summary: String

        /// Makes dates.
        public init(first: CivilDate, last: CivilDate, summary: String) {
            self.first = first
            self.last = last
            self.summary = summary
        }
    }

    /// A schedule that names it.
    public struct User: Hashable, Codable, Sendable {
        /// Its kind.
        public var kind: ScheduleKind
        /// Its id.
        public var schedule: ScheduleID
        /// Its name.
        public var name: String
        /// The nickname of its device.
        public var device: String
        /// Its next occurrence; null for none.
        @NullWhenAbsent public var next: Instant?

        /// Makes a document.
        public init(kind: ScheduleKind, schedule: ScheduleID, name: String, device: String, next: Instant?) {
            self.kind = kind
            self.schedule = schedule
            self.name = name
            self.device = device
            self.next = next
        }
    }

    /// What schedules call it.
    public var name: String
    /// Whether schedules name it and it is not there, or cannot be read; they go on as if they did not name it.
    public var missing: Bool
    /// How many entries it has; one that comes again every year counts once.
    public var entries: Int
    /// How many of the 365 days from today on it has.
    public var daysAhead: Int
    /// Its last date; null when it comes again without an end, and when it is missing.
    @NullWhenAbsent public var lastDate: CivilDate?
    /// The next of its dates, soonest first, five at most; what lasts today comes first.
    public var next: [Dates]
    /// The schedules that name it.
    public var usedBy: [User]

    /// Makes a document; without a calendar, of one that is missing.
    public init(name: String, calendar: HolidayCalendar?, today: CivilDate, usedBy: [User]) {
        self.name = name
        missing = calendar == nil
        entries = calendar?.holidays.count ?? 0
        daysAhead = calendar?.dates.count(in: today...today.adding(days: 364)) ?? 0
        lastDate = calendar.flatMap { $0.isEndless ? nil : $0.dates.last }
        next =
            calendar?.upcoming(from: today, limit: 5).map {
                Dates(first: $0.dates.lowerBound, last: $0.dates.upperBound, summary: $0.summary)
            } ?? []
        self.usedBy = usedBy
    }
}

/// What an import of a calendar brought.
public struct HolidaysImportDocument: Hashable, Codable, Sendable {
    /// The calendar as it is now.
    public var calendar: HolidaysDocument
    /// Whether it took the place of one with its name.
    public var replaced: Bool
    /// What was left out, in the order of the file, the first hundred.
    public var leftOut: [ICalendarFile.LeftOut]
    /// How many entries were left out.
    public var leftOutCount: Int

    /// Makes a document.
    public init(calendar: HolidaysDocument, replaced: Bool, leftOut: [ICalendarFile.LeftOut], leftOutCount: Int) {
        self.calendar = calendar
        self.replaced = replaced
        self.leftOut = leftOut
        self.leftOutCount = leftOutCount
    }
}
