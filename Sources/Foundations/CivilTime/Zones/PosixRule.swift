// SPDX-License-Identifier: Apache-2.0

/// The rule that a zone file gives for all time after its last transition, as in a POSIX `TZ` variable.
struct PosixRule: Hashable, Sendable {
    /// A day of any year and a time on it.
    struct Change: Hashable, Sendable {
        enum Day: Hashable, Sendable {
            /// `Jn`: 1 to 365; 29 February is never counted.
            case julian(Int)
            /// `n`: 0 to 365; 29 February is counted.
            case dayOfYear(Int)
            /// `Mm.w.d`: month 1 to 12, week 1 to 5 where 5 is the last, weekday 0 to 6 from Sunday.
            case weekday(month: Int, week: Int, weekday: Int)
        }

        let day: Day
        /// Seconds after midnight, -167 to 167 hours.
        let time: Int

        /// When clocks that differ by `offset` from UTC show this day and time in a year, in seconds since 1970.
        func seconds(inYear year: Int, offset: ZoneOffset) -> Int64 {
            Int64(daysSince1970(inYear: year) * 86_400 + time - offset.seconds)
        }

        private func daysSince1970(inYear year: Int) -> Int {
            switch day {
            case .julian(let day):
                let leapDay = CivilDate.isLeap(year) && day >= 60 ? 1 : 0
                return CivilDate.daysSince1970(year: year, month: 1, day: day + leapDay)
            case .dayOfYear(let day):
                return CivilDate.daysSince1970(year: year, month: 1, day: day + 1)
            case .weekday(let month, let week, let weekday):
                let first = CivilDate.daysSince1970(year: year, month: month, day: 1)
                let toWeekday = (weekday - CivilDate.weekday(daysSince1970: first) + 7) % 7
                let days = toWeekday + (week - 1) * 7
                return first + (days < CivilDate.dayCount(ofMonth: month, year: year) ? days : days - 7)
            }
        }
    }

    /// The other half of a rule that changes the clocks twice a year.
    struct Daylight: Hashable, Sendable {
        let offset: ZoneOffset
        let start: Change
        let end: Change
    }

    let standard: ZoneOffset
    let daylight: Daylight?

    func offset(at seconds: Int64) -> ZoneOffset {
        guard let daylight else { return standard }
        let saving = periods(of: daylight, from: seconds, to: seconds).contains { $0.contains(seconds) }
        return saving ? daylight.offset : standard
    }

    /// When the clocks change after `start` and up to `end`, in order, and whether to daylight saving time.
    func changes(after start: Int64, through end: Int64) -> [(time: Int64, isDaylightSaving: Bool)] {
        guard let daylight else { return [] }
        return periods(of: daylight, from: start, to: end)
            .flatMap {
                [(time: $0.lowerBound, isDaylightSaving: true), (time: $0.upperBound, isDaylightSaving: false)]
            }
            .filter { $0.time > start && $0.time <= end }
    }

    /// The daylight saving periods that may touch a span of time, in order and apart from each other.
    ///
    /// Changes may lie up to a week outside their year and a period may end in the year after it starts, hence the
    /// years around the span. Periods that touch are one: a rule may so make daylight saving time permanent.
    private func periods(of daylight: Daylight, from start: Int64, to end: Int64) -> [Range<Int64>] {
        let firstYear = CivilDateTime(secondsAsUTC: start).date.year - 2
        let lastYear = CivilDateTime(secondsAsUTC: end).date.year + 2
        var periods: [Range<Int64>] = []
        for year in firstYear...lastYear {
            let start = daylight.start.seconds(inYear: year, offset: standard)
            var end = daylight.end.seconds(inYear: year, offset: daylight.offset)
            if end < start { end = max(start, daylight.end.seconds(inYear: year + 1, offset: daylight.offset)) }
            if let last = periods.last, start <= last.upperBound {
                periods[periods.count - 1] = last.lowerBound..<max(last.upperBound, end)
            } else if start < end {
                periods.append(start..<end)
            }
        }
        return periods
    }
}
