// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SleepModel

extension SetupReader {
    /// The rule of a schedule; nil when none of its keys is there.
    func recurrence(_ values: SetupMapping) throws(SetupError) -> Recurrence? {
        let keys: [SetupKey] = [
            .at, .sun, .date, .days, .yearly, .leapDay, .first, .last, .except, .notOn, .onlyOn, .gap, .overlap,
        ]
        guard keys.contains(where: { values[$0] != nil }) else { return nil }
        var exceptions: Set<CivilDate> = []
        for node in try values.optional(.except, { node throws(SetupError) in try node.items() }) ?? [] {
            exceptions.insert(try date(node))
        }
        return Recurrence(
            days: try days(values), time: try dayTime(values),
            bounds: CivilDateBounds(first: try values.optional(.first, date), last: try values.optional(.last, date)),
            exceptions: exceptions,
            holidays: HolidayChoice(notOn: try names(values, .notOn), onlyOn: try names(values, .onlyOn)),
            gap: try values.optional(.gap) { node throws(SetupError) in try node.choice() } ?? .later,
            overlap: try values.optional(.overlap) { node throws(SetupError) in try node.choice() } ?? .first)
    }

    private func days(_ values: SetupMapping) throws(SetupError) -> Recurrence.Days {
        let leapDay: MonthDay.LeapDayPolicy? = try values.optional(.leapDay) { node throws(SetupError) in
            try node.choice()
        }
        if leapDay != nil, values[.yearly] == nil {
            throw values.node.error("leap-day needs yearly, which is missing")
        }
        switch (values[.date], values[.days], values[.yearly]) {
        case (let node?, nil, nil): return .once(try date(node))
        case (nil, let node?, nil): return .weekly(try weekdays(node))
        case (nil, nil, let node?):
            return .yearly(
                try node.value("a day of the year such as 02-29") { MonthDay(parsing: $0, leapDay: leapDay ?? .skip) })
        default:
            throw values.node.error("a rule needs one of date, days and yearly")
        }
    }

    /// The names of calendars: one, or a list.
    private func names(_ values: SetupMapping, _ key: SetupKey) throws(SetupError) -> [String] {
        guard let node = values[key] else { return [] }
        var names: [String] = []
        for item in node.list ?? [node] {
            let name = try item.text("the name of holidays, or a list of them")
            guard !names.contains(where: { HolidayBook.isSame($0, name) }) else {
                throw item.error("\(name.quoted) is there twice")
            }
            names.append(name)
            noteHolidays(name, item.line)
        }
        return names
    }

    private static let weekdays = "daily, weekdays, weekends or a list such as [mon, tue]"

    private func weekdays(_ node: SetupNode) throws(SetupError) -> WeekdaySet {
        guard let items = node.list else {
            return try node.value(Self.weekdays, WeekdaySet.init(parsing:))
        }
        var days: WeekdaySet = []
        for item in items {
            days.formUnion(WeekdaySet(try item.value("a day of the week such as mon", Weekday.init(name:))))
        }
        return days
    }

    private func dayTime(_ values: SetupMapping) throws(SetupError) -> DayTime {
        switch (values[.at], values[.sun]) {
        case (let node?, nil):
            return node.pairs == nil ? .clock(try time(node)) : .byWeekday(try weekdayTimes(node))
        case (nil, let node?):
            return .sun(try sunTime(node))
        default:
            throw values.node.error("a rule needs either at, a time of day, or sun")
        }
    }

    /// One time for all days, or a time for each of some.
    func weekdayTimes(_ node: SetupNode) throws(SetupError) -> WeekdayTimes {
        guard let pairs = node.pairs else { return WeekdayTimes(everyDay: try time(node)) }
        var times = WeekdayTimes()
        for pair in pairs {
            guard let weekday = Weekday(name: pair.key.keyText), times[weekday] == nil else {
                throw pair.key.error(
                    "\(pair.key.keyText.quoted) is not a day of the week such as mon, or names one again")
            }
            times[weekday] = try time(pair.value)
        }
        return times
    }

    private func sunTime(_ node: SetupNode) throws(SetupError) -> SunTime {
        let values = try node.mapping([
            .event, .offset, .earliest, .latest, .fallback, .latitude, .longitude,
        ])
        let degrees = "degrees such as 52.5"
        let latitude = try values.required(.latitude, degrees).value(degrees, SetupText.decimal)
        let longitude = try values.required(.longitude, degrees).value(degrees, SetupText.decimal)
        guard let place = GeographicPlace(latitude: latitude, longitude: longitude) else {
            throw node.error("latitude is from -90 to 90, longitude from -180 to 180")
        }
        let time = SunTime(
            try values.required(.event, "sunrise or sunset").choice(),
            offset: try values.optional(.offset) { node throws(SetupError) in
                try node.value("an offset such as -30m", SetupText.offset)
            } ?? .zero, earliest: try values.optional(.earliest, time), latest: try values.optional(.latest, time),
            fallback: try values.optional(.fallback, time), at: place)
        guard let time else {
            throw node.error("the offset is whole seconds of less than a day, and earliest not after latest")
        }
        return time
    }
}
