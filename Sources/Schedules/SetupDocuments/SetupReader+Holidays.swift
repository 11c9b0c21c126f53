// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SleepModel

extension SetupReader {
    static let mostCalendars = 100

    /// A calendar of holidays.
    func calendar(_ node: SetupNode) throws(SetupError) -> HolidayCalendar {
        let values = try node.mapping([.name, .dates])
        let name = try values.required(.name, "a name").text("a name").composed
        var holidays: [Holiday] = []
        for item in try values.required(.dates, "a list of dates").items() { holidays.append(try holiday(item)) }
        guard let calendar = HolidayCalendar(name: name, holidays: holidays) else {
            throw SetupError(
                .tooLarge, line: node.line, path: node.path, "\(name.quoted) has more dates than a calendar may have")
        }
        return calendar
    }

    private func holiday(_ node: SetupNode) throws(SetupError) -> Holiday {
        let values = try node.mapping([.name, .date, .lasts, .every, .months, .monthDays, .weekdays, .until, .except])
        var except: Set<CivilDate> = []
        for item in try values.optional(.except, { node throws(SetupError) in try node.items() }) ?? [] {
            except.insert(try date(item))
        }
        let days = "a number of days from 1 to \(Holiday.longest)"
        return Holiday(
            summary: try values.required(.name, "a name").text("a name"),
            first: try date(try values.required(.date, Self.date)),
            dayCount: try values.optional(.lasts) { node throws(SetupError) in
                try node.value(days) { SetupText.number($0).flatMap { (1...Holiday.longest).contains($0) ? $0 : nil } }
            } ?? 1, yearly: try yearly(values), except: except)
    }

    private func yearly(_ values: SetupMapping) throws(SetupError) -> YearlyDates? {
        guard let every = values[.every] else {
            if let node = [SetupKey.months, .monthDays, .weekdays, .until].compactMap({ values[$0] }).first {
                throw node.error("it needs every, a number of years, which is missing")
            }
            return nil
        }
        let yearly = YearlyDates(
            interval: try every.value("a number of years such as 1", SetupText.number),
            months: try numbers(values[.months]), days: try numbers(values[.monthDays]),
            weekdays: try weekdays(values[.weekdays]), until: try values.optional(.until, date))
        guard yearly.isValid else {
            throw values.node.error(
                "every is 1 or more years, months are 1 to 12, month-days 1 to 31 or -1 to -31, and the number of a "
                    + "weekday 1 to 5 of a month, 1 to 53 of a year, and none beside month-days")
        }
        return yearly
    }

    private func weekdays(_ node: SetupNode?) throws(SetupError) -> [NumberedWeekday] {
        var weekdays: [NumberedWeekday] = []
        for item in try node?.items() ?? [] {
            weekdays.append(try item.value("a weekday such as thu 4, mon -1 or tue", NumberedWeekday.init(text:)))
        }
        return weekdays
    }

    private func numbers(_ node: SetupNode?) throws(SetupError) -> [Int] {
        var numbers: [Int] = []
        for item in try node?.items() ?? [] {
            numbers.append(
                try item.value("a whole number") { text in
                    text.hasPrefix("-")
                        ? SetupText.number(String(text.dropFirst())).map { -$0 } : SetupText.number(text)
                })
        }
        return numbers
    }
}
