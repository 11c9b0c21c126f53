// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SleepModel

extension FuzzTarget {
    /// Calendars of holidays.
    static let calendars = [
        FuzzTarget("calendar", share: 2, seeds: calendarFiles) { bytes in
            guard let file = try? ICalendarFile(String(decoding: bytes, as: UTF8.self)) else { return .refused }
            guard let calendar = HolidayCalendar(name: "x", holidays: file.holidays) else {
                return .broken("no calendar of what was read")
            }
            let texts = file.holidays.map(\.summary) + file.leftOut.flatMap { [$0.summary, $0.reason] }
            return .accepted(
                (!file.holidays.isEmpty, "a calendar without a day"),
                (texts.allSatisfy { $0.unicodeScalars.allSatisfy(\.isPrintable) }, "a text that does not show"),
                (texts.allSatisfy { $0.unicodeScalars.count < 200 }, "a long text"),
                (
                    file.holidays.allSatisfy { calendar.dates.contains($0.first) || $0.yearly != nil },
                    "a day that is lost"
                ))
        }
    ]

    private static let calendarFiles: [[UInt8]] = [
        [
            "BEGIN:VEVENT", "DTSTART;VALUE=DATE:20261223", "DTEND;VALUE=DATE:20270105",
            "SUMMARY;LANGUAGE=\"en\":Christmas\\, and", "  after", "BEGIN:VALARM", "TRIGGER:-PT15M", "END:VALARM",
            "END:VEVENT",
        ],
        [
            "BEGIN:VEVENT", "DTSTART;VALUE=DATE:20240229", "DURATION:P2W",
            "RRULE:FREQ=YEARLY;INTERVAL=4;BYMONTH=2;BYMONTHDAY=-1;COUNT=9", "EXDATE;VALUE=DATE:20280229",
            "RDATE;VALUE=DATE:20290301,20300301", "STATUS:CONFIRMED", "END:VEVENT", "BEGIN:VTODO", "SUMMARY:x",
            "END:VTODO",
        ],
    ].map { lines in
        Array((["BEGIN:VCALENDAR", "VERSION:2.0"] + lines + ["END:VCALENDAR", ""]).joined(separator: "\r\n").utf8)
    }
}
