// SPDX-License-Identifier: Apache-2.0

public import CivilTime

/// Dates that come again every year, or every few years.
public struct YearlyDates: Hashable, Codable, Sendable {
    /// Every how many years.
    public var interval: Int
    /// The months, 1 to 12; empty for that of the first date, and for all months when there are days of the month.
    public var months: [Int]
    /// The days of the month, 1 to 31, or -1 for the last and so on; empty for that of the first date, and for all when
    /// there are weekdays.
    public var days: [Int]
    /// The weekdays, of each of the months or, without months, of the year; beside days of the month only those of them
    /// that are such a weekday count.
    public var weekdays: [NumberedWeekday]
    /// The last date that counts; nil for no end.
    public var until: CivilDate?

    /// Makes dates; without arguments, the first date every year.
    public init(
        interval: Int = 1, months: [Int] = [], days: [Int] = [], weekdays: [NumberedWeekday] = [],
        until: CivilDate? = nil
    ) {
        self.interval = interval
        self.months = months
        self.days = days
        self.weekdays = weekdays
        self.until = until
    }

    /// Whether its numbers are such that a year can have the dates.
    public var isValid: Bool {
        (1...HolidayCalendar.lastYear).contains(interval) && months.allSatisfy((1...12).contains)
            && days.allSatisfy { (1...31).contains(abs($0)) } && months.count <= 12 && days.count <= 62
            && weekdays.count <= 62 && weekdays.allSatisfy(isValid)
    }

    /// Whether a month, or a year without months, can have as many of a weekday.
    private func isValid(_ weekday: NumberedWeekday) -> Bool {
        guard let number = weekday.number else { return true }
        return days.isEmpty && (1...(months.isEmpty ? 53 : 5)).contains(abs(number))
    }

    /// The dates in order from a first one on, which counts itself, from 1970 to the end of `HolidayCalendar.lastYear`.
    public func dates(from first: CivilDate) -> [CivilDate] {
        var dates: [CivilDate] = []
        // Years before 1970 are passed over in steps, so that their rhythm stays.
        let skipped = max(0, 1970 - first.year + interval - 1) / interval * interval
        guard first.year + skipped <= HolidayCalendar.lastYear else { return [] }
        for year in stride(from: first.year + skipped, through: HolidayCalendar.lastYear, by: interval) {
            for date in self.dates(inYear: year, like: first) where date >= first {
                if let until, date > until { return dates }
                dates.append(date)
            }
        }
        return dates
    }

    /// The date that comes `count`th, counted from the first one; nil when there are not as many.
    func date(number count: Int, from first: CivilDate) -> CivilDate? {
        var left = count
        guard first.year <= HolidayCalendar.lastYear else { return nil }
        for year in stride(from: first.year, through: HolidayCalendar.lastYear, by: interval) {
            for date in dates(inYear: year, like: first) where date >= first {
                left -= 1
                if left == 0 { return date }
            }
        }
        return nil
    }

    /// The dates of one year, in order; those that it does not have are left out.
    func dates(inYear year: Int, like first: CivilDate) -> [CivilDate] {
        guard !days.isEmpty || weekdays.isEmpty else { return weekdayDates(inYear: year) }
        let months = !self.months.isEmpty ? self.months : days.isEmpty ? [first.month] : Array(1...12)
        let days = self.days.isEmpty ? [first.day] : self.days
        let dates = months.flatMap { month in
            days.compactMap { day in
                guard day < 0 else { return CivilDate(year: year, month: month, day: day) }
                return Self.days(ofMonth: month, year)
                    .map { $0.upperBound.adding(days: day + 1) }.flatMap { $0.month == month ? $0 : nil }
            }
        }
        let wanted = weekdays.map(\.weekday)
        return Self.sorted(wanted.isEmpty ? dates : dates.filter { wanted.contains($0.weekday) })
    }

    /// The dates of the weekdays in one year, in order.
    private func weekdayDates(inYear year: Int) -> [CivilDate] {
        let months = self.months.isEmpty ? [1...12] : self.months.map { $0...$0 }
        let dates = months.flatMap { months -> [CivilDate] in
            guard let first = Self.days(ofMonth: months.lowerBound, year),
                let last = Self.days(ofMonth: months.upperBound, year)
            else { return [] }
            return weekdays.flatMap { $0.dates(in: first.lowerBound...last.upperBound) }
        }
        return Self.sorted(dates)
    }

    /// The dates in order, once each; most years have one at most.
    private static func sorted(_ dates: [CivilDate]) -> [CivilDate] {
        dates.count < 2 ? dates : Set(dates).sorted()
    }

    private static func days(ofMonth month: Int, _ year: Int) -> ClosedRange<CivilDate>? {
        guard let first = CivilDate(year: year, month: month, day: 1),
            let next = CivilDate(year: month == 12 ? year + 1 : year, month: month == 12 ? 1 : month + 1, day: 1)
        else { return nil }
        return first...next.adding(days: -1)
    }
}
