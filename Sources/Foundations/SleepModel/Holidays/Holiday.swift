// SPDX-License-Identifier: Apache-2.0

public import CivilTime

/// One entry of a calendar: a day or some days in a row, once or in some years.
public struct Holiday: Hashable, Codable, Sendable {
    /// What it is called; a text for people.
    public var summary: String
    /// Its first date, the first time.
    public var first: CivilDate
    /// How many days it lasts, at least one.
    public var dayCount: Int
    /// When it comes again; nil for once.
    public var yearly: YearlyDates?
    /// First dates on which it does not come.
    public var except: Set<CivilDate>

    /// The most days that one lasts.
    public static let longest = 366 * 4

    /// Makes an entry.
    public init(
        summary: String, first: CivilDate, dayCount: Int = 1, yearly: YearlyDates? = nil, except: Set<CivilDate> = []
    ) {
        self.summary = summary
        self.first = first
        self.dayCount = dayCount
        self.yearly = yearly
        self.except = except
    }

    /// Whether it comes again and again.
    public var isEndless: Bool { yearly.map { $0.until == nil } ?? false }

    /// Each time it comes, oldest first; of one that comes again those from 1970 to the end of `HolidayCalendar.lastYear`.
    func spans() -> some Sequence<ClosedRange<CivilDate>> {
        let starts = yearly.map { $0.dates(from: first) } ?? [first]
        return starts.lazy.filter { !except.contains($0) }.map { $0...$0.adding(days: max(dayCount, 1) - 1) }
    }
}
