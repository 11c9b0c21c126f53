// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SeededRandom

/// A calendar of holidays as somebody imports it.
struct NightHolidays: Hashable, Sendable {
    /// Some days in a row.
    struct Event: Hashable, Sendable {
        var first: CivilDate
        /// In days.
        var length: Int
        /// Whether it comes again in each year after that.
        var isYearly: Bool
    }

    /// The calendars there are.
    static let names = ["school", "work"]

    var name: String
    var events: [Event]

    /// Makes a calendar with some of the days that a household is looked at.
    init(name: String, first: CivilDate, days: Int, _ generator: inout SeededGenerator) {
        self.name = name
        events = (0..<2 + days / 6).compactMap { _ in
            let date = first.adding(days: Int.random(in: -1...days, using: &generator))
            let length = Int.random(in: 1...3, using: &generator)
            let isYearly = Int.random(in: 0..<3, using: &generator) == 0
            let past = isYearly ? Int.random(in: 0...2, using: &generator) : 0
            // Not on a day that some years do not have.
            guard let first = CivilDate(year: date.year - past, month: date.month, day: date.day) else { return nil }
            return Event(first: first, length: length, isYearly: isYearly)
        }
    }

    func contains(_ date: CivilDate) -> Bool {
        events.contains { event in
            let since = event.first.year
            let years = event.isYearly ? [date.year - 1, date.year].filter { $0 >= since } : [since]
            return years.contains { year in
                guard let first = CivilDate(year: year, month: event.first.month, day: event.first.day) else {
                    return false
                }
                return first <= date && date < first.adding(days: event.length)
            }
        }
    }

    /// It in the format of RFC 5545.
    var text: String {
        func digits(_ date: CivilDate) -> String { "\(date)".filter { $0 != "-" } }
        let events = events.enumerated().flatMap { number, event in
            [
                "BEGIN:VEVENT", "UID:\(name)-\(number)", "DTSTAMP:20260101T000000Z", "SUMMARY:Holiday \(number)",
                "DTSTART;VALUE=DATE:\(digits(event.first))",
                "DTEND;VALUE=DATE:\(digits(event.first.adding(days: event.length)))",
            ] + (event.isYearly ? ["RRULE:FREQ=YEARLY"] : []) + ["END:VEVENT"]
        }
        let lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:nights"] + events + ["END:VCALENDAR", ""]
        return lines.joined(separator: "\r\n")
    }
}

extension [NightHolidays] {
    /// Whether they leave a date to a schedule; one that is not there leaves out nothing.
    func leave(_ date: CivilDate, to schedule: NightSchedule) -> Bool {
        func calendars(_ names: [String]) -> [NightHolidays?] { names.map { name in last { $0.name == name } } }
        let only = calendars(schedule.onlyOn)
        let isOnly = only.isEmpty || only.contains { $0?.contains(date) ?? true }
        return isOnly && !calendars(schedule.notOn).contains { $0?.contains(date) ?? false }
    }
}
