// SPDX-License-Identifier: Apache-2.0

public import CivilTime

/// A calendar of holidays that schedules name: the dates on which they do not happen, or on which alone they do.
public struct HolidayCalendar: Sendable {
    /// What schedules call it.
    public var name: String
    /// Its entries, in the order of their first dates.
    public let holidays: [Holiday]
    /// All its dates.
    public let dates: DateRanges
    /// Each time that one of the entries comes, by its first date.
    private let spans: [Span]

    private struct Span: Sendable {
        var dates: ClosedRange<CivilDate>
        var holiday: Int
    }

    /// The last year for which what comes again every year is worked out.
    public static let lastYear = 2199
    /// The most entries of a calendar.
    public static let most = 2000
    /// The most times that all its entries come.
    private static let mostSpans = 400_000

    /// Makes a calendar; nil when it has more entries than `most`, or dates that cannot be.
    public init?(name: String, holidays: [Holiday]) {
        guard holidays.count <= Self.most else { return nil }
        self.name = name
        self.holidays = holidays.enumerated().sorted { ($0.element.first, $0.offset) < ($1.element.first, $1.offset) }
            .map(\.element)
        var spans: [Span] = []
        for (index, holiday) in self.holidays.enumerated() {
            guard (1...Holiday.longest).contains(holiday.dayCount), holiday.yearly?.isValid ?? true else { return nil }
            for dates in holiday.spans() { spans.append(Span(dates: dates, holiday: index)) }
            guard spans.count <= Self.mostSpans else { return nil }
        }
        self.spans = spans.sorted {
            ($0.dates.lowerBound, $0.holiday) < ($1.dates.lowerBound, $1.holiday)
        }
        dates = DateRanges(spans.lazy.map(\.dates))
    }

    /// Whether it has dates as long as it can say.
    public var isEndless: Bool { holidays.contains(where: \.isEndless) }

    /// What is called what on a date, in the order of its beginning.
    public func summaries(on date: CivilDate) -> [String] {
        spans.filter { $0.dates.contains(date) }.map { holidays[$0.holiday].summary }
    }

    /// The next times that one of its entries comes, or still lasts on a date, soonest first.
    public func upcoming(from date: CivilDate, limit: Int) -> [(dates: ClosedRange<CivilDate>, summary: String)] {
        spans.lazy.filter { $0.dates.upperBound >= date }.prefix(limit)
            .map { ($0.dates, holidays[$0.holiday].summary) }
    }
}

extension HolidayCalendar: Hashable {
    /// Whether both have the same name and entries, from which everything else follows.
    public static func == (left: HolidayCalendar, right: HolidayCalendar) -> Bool {
        left.name == right.name && left.holidays == right.holidays
    }

    /// Adds the name and the entries.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(holidays)
    }
}
