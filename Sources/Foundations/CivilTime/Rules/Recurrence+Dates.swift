// SPDX-License-Identifier: Apache-2.0

extension Recurrence {
    /// The first date of the rule on or after one, both as days since 1970.
    func firstDay(from day: Int) -> Int? {
        var day = max(day, bounds.first?.daysSince1970 ?? .min)
        while let found = days.firstDay(from: day, among: time.weekdays), found <= lastDay {
            guard exceptions.isEmpty || !exceptions.contains(CivilDate(daysSince1970: found)) else {
                day = found + 1
                continue
            }
            if filter.isOpen { return found }
            guard let open = filter.firstDay(from: found) else { return nil }
            if open == found { return found }
            day = open
        }
        return nil
    }

    private var lastDay: Int { bounds.last?.daysSince1970 ?? CivilDate.dayRange.upperBound }
}

extension DayTime {
    /// The days of the week that have a time.
    fileprivate var weekdays: WeekdaySet {
        if case .byWeekday(let times) = self { times.weekdays } else { .daily }
    }
}

extension Recurrence.Days {
    /// The first date on or after one that is on one of some weekdays, both as days since 1970.
    fileprivate func firstDay(from day: Int, among weekdays: WeekdaySet) -> Int? {
        let day = max(day, CivilDate.dayRange.lowerBound)
        guard day <= CivilDate.dayRange.upperBound else { return nil }
        switch self {
        case .once(let date):
            return date.daysSince1970 >= day && weekdays.contains(date.weekday) ? date.daysSince1970 : nil
        case .weekly(let set):
            return set.intersection(weekdays).firstDay(from: day)
        case .yearly(let monthDay):
            // The calendar with its weekdays repeats after 400 years.
            let year = CivilDate(daysSince1970: day).year
            for year in year...year + 400 {
                guard let date = monthDay.date(inYear: year), weekdays.contains(date.weekday) else { continue }
                if date.daysSince1970 >= day { return date.daysSince1970 }
            }
            return nil
        }
    }
}

extension WeekdaySet {
    /// The first day of the set on or after one, both as days since 1970.
    fileprivate func firstDay(from day: Int) -> Int? {
        let weekday = CivilDate.weekday(daysSince1970: day)
        // Two weeks in a row, so that the days from this one on are the lowest bits.
        let days = (UInt16(rawValue) << 7 | UInt16(rawValue)) >> UInt16(weekday)
        return days == 0 ? nil : day + days.trailingZeroBitCount
    }
}
