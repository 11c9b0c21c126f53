// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import SleepModel

extension ControlError {
    /// There is no such calendar of holidays.
    init(unknownHolidays name: String, in book: HolidayBook) {
        let names = book.calendars.map { "“\($0.name)”" }.joined(separator: ", ")
        self.init(
            .unknownHolidays, "There are no holidays called “\(name.printable)”.",
            advice:
                "Import them with `lull holidays import FILE.ics --name \(name.printable.shellWord)`"
                + (names.isEmpty ? "." : ", or name one of: \(names)."))
    }

    /// There is no such calendar of holidays to remove.
    init(noHolidays name: String, in book: HolidayBook) {
        let names = book.calendars.map { "“\($0.name)”" }.joined(separator: ", ")
        self.init(
            .unknownHolidays, "There are no holidays called “\(name.printable)”.",
            advice: names.isEmpty ? "There are no holidays at all." : "Give the whole name of one of: \(names).")
    }

    /// A text is no calendar of holidays.
    init(_ error: ICalendarError) {
        self.init(
            .badData, error.message,
            advice: "Give an iCalendar file (.ics) with all-day events; nothing was changed.")
    }
}
