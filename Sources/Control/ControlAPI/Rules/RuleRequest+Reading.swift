// SPDX-License-Identifier: Apache-2.0

public import CivilTime
import SleepModel

extension RuleRequest {
    /// The rule that it asks for; what it does not give is as it was `before`.
    ///
    /// Words such as `tomorrow` count from `today`. `usual` says which days a rule has for which nobody gives some. Throws
    /// `invalid_argument` for what cannot be understood or does not fit together.
    public func recurrence(
        changing before: Recurrence? = nil, today: CivilDate,
        usual: (DayTime) throws(ControlError) -> Recurrence.Days
    ) throws(ControlError) -> Recurrence {
        let days = try givenDays(today)
        let (time, known) = try timeAndDays(days, before)
        let ruleDays: Recurrence.Days
        if let known { ruleDays = known } else { ruleDays = try usual(time) }
        return Recurrence(
            days: ruleDays, time: time, bounds: try bounds(before?.bounds ?? .open, today),
            exceptions: try exceptions(before?.exceptions ?? [], today),
            holidays: try holidays(changing: before?.holidays ?? .none),
            gap: try Self.choice(gap, "--gap", otherwise: before?.gap ?? .later),
            overlap: try Self.choice(overlap, "--overlap", otherwise: before?.overlap ?? .first))
    }

    // MARK: - Days

    private func givenDays(_ today: CivilDate) throws(ControlError) -> Recurrence.Days? {
        let given = [("--days", days), ("--date", date), ("--yearly", yearly)].filter { $0.1 != nil }.map(\.0)
        guard given.count < 2 else {
            throw Self.invalid("\(given.joined(separator: " and ")) exclude each other.", "Give one of them.")
        }
        guard leapDay == nil || yearly != nil else {
            throw Self.invalid("--leap-day is of no use without --yearly.", "Add --yearly 02-29, or leave it out.")
        }
        if let date { return .once(try Self.date(date, "--date", today)) }
        if let yearly { return .yearly(try monthDay(yearly)) }
        guard let days else { return nil }
        guard let weekdays = WeekdaySet(parsing: days), !weekdays.isEmpty else {
            throw Self.invalid(
                "“\(days.printable)” is not a list of days.", "Write --days as mon,tue, mon-fri, weekend or daily.")
        }
        return .weekly(weekdays)
    }

    private func monthDay(_ text: String) throws(ControlError) -> MonthDay {
        guard let day = MonthDay(parsing: text, leapDay: try Self.choice(leapDay, "--leap-day", otherwise: .skip))
        else {
            throw Self.invalid("“\(text.printable)” is not a day of the year.", "Write --yearly as 12-24.")
        }
        return day
    }

    // MARK: - Times

    /// The time and the days; nil for days that nobody gives.
    private func timeAndDays(
        _ given: Recurrence.Days?, _ before: Recurrence?
    ) throws(ControlError) -> (DayTime, Recurrence.Days?) {
        let times = try at.map { text throws(ControlError) in try RuleTimes(parsing: text) }
        if let sun = times?.sun {
            return (
                .sun(try sunTime(sun.event, sun.offset, before?.time.sun)), given ?? before?.weeklyDays ?? before?.days
            )
        }
        if times == nil, let sun = before?.time.sun {
            return (.sun(try sunTime(sun.event, sun.offset, sun)), given ?? before?.days)
        }
        try refuseSun()
        if let times, let common = times.common, times.byWeekday.weekdays.isEmpty {
            return (.clock(common), given ?? before?.weeklyDays ?? before?.days)
        }
        guard let times else {
            guard let before else { throw Self.invalid("A time is needed.", "Give --at, as 07:00.") }
            return try rearranged(before, given)
        }
        return try week(times, given, before)
    }

    /// Other days of a rule whose times stay.
    private func rearranged(
        _ before: Recurrence, _ given: Recurrence.Days?
    ) throws(ControlError) -> (DayTime, Recurrence.Days?) {
        guard case .byWeekday(let times) = before.time, let given else { return (before.time, given ?? before.days) }
        guard case .weekly(let days) = given else {
            throw Self.invalid("Other days need a time of day too.", "Give --at as well.")
        }
        return try Self.rule(times, on: days)
    }

    /// Times of weekdays; those that are not given are covered by a common time, or stay.
    private func week(
        _ times: RuleTimes, _ given: Recurrence.Days?, _ before: Recurrence?
    ) throws(ControlError) -> (DayTime, Recurrence.Days?) {
        var days: WeekdaySet?
        switch given {
        case nil: break
        case .weekly(let set): days = set
        case .once, .yearly:
            throw Self.invalid(
                "Times of weekdays and \(date == nil ? "--yearly" : "--date") exclude each other.",
                "Give --at one time, or leave \(date == nil ? "--yearly" : "--date") out.")
        }
        let week = times.week(days: days, before: before?.week)
        return try Self.rule(week, on: days.map { $0.union(times.byWeekday.weekdays) } ?? week.weekdays)
    }

    /// The simplest rule with a time for each of some days.
    private static func rule(
        _ times: WeekdayTimes, on days: WeekdaySet
    ) throws(ControlError) -> (DayTime, Recurrence.Days?) {
        var week = WeekdayTimes()
        for day in Weekday.allCases where days.contains(day) {
            guard let time = times[day] else {
                throw invalid(
                    "\(day.shortName) has no time.",
                    "Give it one, as --at \(day.shortName)=07:00, or one for all other days, as --at 07:00.")
            }
            week[day] = time
        }
        return (week.common.map(DayTime.clock) ?? .byWeekday(week), .weekly(days))
    }

    // MARK: - The sun

    private var sunOptions: [(String, String?)] {
        [("--place", place), ("--earliest", earliest), ("--latest", latest), ("--fallback", fallback)]
    }

    private func refuseSun() throws(ControlError) {
        guard let (name, _) = sunOptions.first(where: { $0.1 != nil }) else { return }
        throw Self.invalid(
            "\(name) is of no use without the sun.", "Write --at as sunrise or sunset, or leave \(name) out.")
    }

    private func sunTime(
        _ event: SunEvent, _ offset: Duration, _ before: SunTime?
    ) throws(ControlError) -> SunTime {
        let given = try place.map { text throws(ControlError) in try Self.geographicPlace(text) }
        let place = given ?? before?.place
        guard let place else {
            throw Self.invalid(
                "Where the \(event.rawValue) is seen from is not known.",
                "Add --place with degrees north and east, as 52.52,13.41.")
        }
        let time = SunTime(
            event, offset: offset,
            earliest: try Self.given(earliest, "--earliest", before?.earliest, RuleTimes.time),
            latest: try Self.given(latest, "--latest", before?.latest, RuleTimes.time),
            fallback: try Self.given(fallback, "--fallback", before?.fallback, RuleTimes.time), at: place)
        guard let time else { throw Self.invalid("--earliest is later than --latest.", "Exchange them.") }
        return time
    }

    private static func geographicPlace(_ text: String) throws(ControlError) -> GeographicPlace {
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
        guard numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1],
            let place = GeographicPlace(latitude: latitude, longitude: longitude)
        else {
            throw invalid(
                "“\(text.printable)” is not a place.",
                "Write --place as degrees north, -90 to 90, and east, -180 to 180: 52.52,13.41.")
        }
        return place
    }

    // MARK: - Dates

    private func bounds(_ before: CivilDateBounds, _ today: CivilDate) throws(ControlError) -> CivilDateBounds {
        func date(_ text: String, _ option: String) throws(ControlError) -> CivilDate {
            try Self.date(text, option, today)
        }
        let bounds = CivilDateBounds(
            first: try Self.given(fromDate, "--from-date", before.first, date),
            last: try Self.given(untilDate, "--until-date", before.last, date))
        if let first = bounds.first, let last = bounds.last, last < first {
            throw Self.invalid("--until-date \(last) is before --from-date \(first).", "Exchange them.")
        }
        return bounds
    }

    private func exceptions(_ before: Set<CivilDate>, _ today: CivilDate) throws(ControlError) -> Set<CivilDate> {
        guard let except else { return before }
        guard except.lowercased() != "off" else { return [] }
        var dates: Set<CivilDate> = []
        for text in except.split(separator: ",", omittingEmptySubsequences: false) {
            dates.insert(try Self.date(String(text), "--except", today))
        }
        return dates
    }

    /// The calendars of holidays that it asks for, by the names that are written.
    ///
    /// What it does not give is as it was `before`. Whether there are such calendars is not its matter.
    public func holidays(changing before: HolidayChoice) throws(ControlError) -> HolidayChoice {
        HolidayChoice(
            notOn: try Self.names(notOn, "--not-on") ?? before.notOn,
            onlyOn: try Self.names(onlyOn, "--only-on") ?? before.onlyOn)
    }

    private static func names(_ text: String?, _ option: String) throws(ControlError) -> [String]? {
        guard let text else { return nil }
        guard text.lowercased() != "off" else { return [] }
        var names: [String] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let name = String(part.trimmingPrefix { $0 == " " }.reversed().trimmingPrefix { $0 == " " }.reversed())
            guard !name.isEmpty, name.lowercased() != "off" else {
                throw invalid(
                    "“\(text.printable)” names no holidays.", "Write \(option) as school, or \(option) off by itself.")
            }
            if !names.contains(where: { HolidayBook.isSame($0, name) }) { names.append(name) }
        }
        return names
    }

    private static func date(
        _ text: String, _ option: String, _ today: CivilDate
    ) throws(ControlError) -> CivilDate {
        guard let date = DateText.parse(text, today: today) else { throw ControlError(notADate: text, option) }
        return date
    }

    // MARK: - Words

    /// A value that `off` takes away, and that stays when it is not given.
    private static func given<Value>(
        _ text: String?, _ option: String, _ before: Value?, _ read: (String, String) throws(ControlError) -> Value
    ) throws(ControlError) -> Value? {
        guard let text else { return before }
        return text.lowercased() == "off" ? nil : try read(text, option)
    }

    private static func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ text: String?, _ option: String, otherwise usual: Choice
    ) throws(ControlError) -> Choice {
        guard let text else { return usual }
        guard let choice = Choice(rawValue: text) else {
            let known = Choice.allCases.map(\.rawValue).joined(separator: ", ")
            throw invalid("“\(text.printable)” is nothing that \(option) knows.", "Give one of: \(known).")
        }
        return choice
    }

    private static func invalid(_ message: String, _ advice: String) -> ControlError {
        ControlError(.invalidArgument, message, advice: advice)
    }
}

extension DayTime {
    fileprivate var sun: SunTime? {
        if case .sun(let time) = self { time } else { nil }
    }
}

extension Recurrence {
    /// The days of a rule whose weekdays have times of their own: those that have one.
    fileprivate var weeklyDays: Days? {
        guard case .byWeekday = time, let week else { return nil }
        return .weekly(week.weekdays)
    }

    /// The time of each weekday of a weekly rule; nil for others, and for the sun.
    fileprivate var week: WeekdayTimes? {
        guard case .weekly(let days) = days else { return nil }
        var week = WeekdayTimes()
        for day in Weekday.allCases where days.contains(day) {
            switch time {
            case .clock(let time): week[day] = time
            case .byWeekday(let times): week[day] = times[day]
            case .sun: return nil
            }
        }
        return week
    }
}
