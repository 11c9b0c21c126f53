// SPDX-License-Identifier: Apache-2.0

/// Calendars for tests, as programs write them.
enum CalendarText {
    /// A calendar of some events, each with its own lines.
    static func events(_ events: [String]..., ending: String = "\r\n") -> String {
        let lines =
            ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Example//Calendar//EN"]
            + events.flatMap { ["BEGIN:VEVENT"] + $0 + ["END:VEVENT"] } + ["END:VCALENDAR"]
        return lines.map { $0 + ending }.joined()
    }

    /// A school year with nearly everything that school calendars have.
    static let school = """
        BEGIN:VCALENDAR\r
        VERSION:2.0\r
        PRODID:-//Example//School holidays//EN\r
        METHOD:PUBLISH\r
        X-WR-CALNAME:School\r
        BEGIN:VTIMEZONE\r
        TZID:Europe/Berlin\r
        BEGIN:STANDARD\r
        DTSTART:19701025T030000\r
        RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU\r
        TZOFFSETFROM:+0200\r
        TZOFFSETTO:+0100\r
        END:STANDARD\r
        END:VTIMEZONE\r
        BEGIN:VEVENT\r
        UID:1@example.org\r
        DTSTAMP:20260801T120000Z\r
        DTSTART;VALUE=DATE:20261223\r
        DTEND;VALUE=DATE:20270105\r
        SUMMARY:Christmas\\, and the days\r
          after it\r
        TRANSP:TRANSPARENT\r
        END:VEVENT\r
        BEGIN:VEVENT\r
        DTSTART;VALUE=DATE:20201003\r
        RRULE:FREQ=YEARLY\r
        SUMMARY;LANGUAGE=en:Unity Day\r
        BEGIN:VALARM\r
        ACTION:DISPLAY\r
        TRIGGER:-PT15M\r
        SUMMARY:remind me\r
        END:VALARM\r
        END:VEVENT\r
        BEGIN:VEVENT\r
        DTSTART;TZID="Europe/Berlin":20270212T080000\r
        DTEND;TZID="Europe/Berlin":20270212T120000\r
        SUMMARY:Reports\r
        END:VEVENT\r
        BEGIN:VEVENT\r
        DTSTART;VALUE=DATE:20261126\r
        RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=4TH\r
        SUMMARY:Thanksgiving\r
        END:VEVENT\r
        BEGIN:VEVENT\r
        DTSTART;VALUE=DATE:20270301\r
        STATUS:CANCELLED\r
        SUMMARY:Teachers' day\r
        END:VEVENT\r
        END:VCALENDAR\r

        """
}
