// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SleepModel
import Testing

@Suite(.timeLimit(.minutes(1))) struct ICalendarFileTests {
    private static func date(_ text: String) -> CivilDate {
        CivilDate(iso8601: text) ?? CivilDate(daysSince1970: 0)
    }

    private static func holiday(_ lines: String...) -> Holiday? {
        (try? ICalendarFile(CalendarText.events(lines)))?.holidays.first
    }

    private static func reason(_ lines: [String]) throws -> String? {
        let other = ["DTSTART;VALUE=DATE:20270101", "SUMMARY:other"]
        let file = try ICalendarFile(CalendarText.events(lines, other))
        #expect(file.holidays.map(\.summary) == ["other"])
        return file.leftOut.first?.reason
    }

    private static func sunday(_ number: Int?) -> NumberedWeekday { NumberedWeekday(.sunday, number: number) }

    @Test func schoolYear_isRead_andWhatIsNotUnderstoodIsNamed() throws {
        let file = try ICalendarFile(CalendarText.school)
        #expect(
            file.holidays == [
                Holiday(
                    summary: "Christmas, and the days after it", first: Self.date("2026-12-23"), dayCount: 13),
                Holiday(summary: "Unity Day", first: Self.date("2020-10-03"), yearly: YearlyDates()),
                Holiday(
                    summary: "Thanksgiving", first: Self.date("2026-11-26"),
                    yearly: YearlyDates(months: [11], weekdays: [NumberedWeekday(.thursday, number: 4)])),
            ])
        #expect(
            file.leftOut == [
                ICalendarFile.LeftOut(
                    summary: "Reports", line: 34, reason: "it has a time of day, and only all-day events count"),
                ICalendarFile.LeftOut(summary: "Teachers' day", line: 44, reason: "it is cancelled"),
            ])
    }

    @Test(arguments: ["\r\n", "\n", "\r"]) func lines_endInAnyWay(_ ending: String) throws {
        let text = CalendarText.events(["DTSTART;VALUE=DATE:20270101", "SUMMARY:New Year"], ending: ending)
        #expect(
            try ICalendarFile(text).holidays == [Holiday(summary: "New Year", first: Self.date("2027-01-01"))])
    }

    @Test func foldedLine_isOne_evenInTheMiddleOfACharacter() throws {
        let folded = Array("SUMMARY:F\u{E9}te".utf8)
        let bytes = folded[..<10] + Array("\r\n ".utf8) + folded[10...]
        // A text cannot hold half a character, so this is what a reader of bytes would have joined.
        #expect(String(validating: bytes, as: UTF8.self) == nil)
        #expect(Self.holiday("DTSTART;VALUE=DATE:2027", " 0101", "SUMMARY:F\u{E9}\r\n\tte")?.summary == "F\u{E9}te")
    }

    @Test func byteOrderMark_isNoMatter() throws {
        let text = "\u{FEFF}" + CalendarText.events(["DTSTART;VALUE=DATE:20270101"])
        #expect(try ICalendarFile(text).holidays.count == 1)
    }

    @Test func parameters_areRead_withQuotationMarksAndLists() {
        #expect(
            Self.holiday(
                "dtstart;X-A=\"a;b:c\",d;value=date:20270101",
                "SUMMARY;ALTREP=\"http://example.org/a;b\";LANGUAGE=de:Neujahr")
                == Holiday(summary: "Neujahr", first: Self.date("2027-01-01")))
    }

    @Test(
        arguments: [
            ([], 1), (["DTEND;VALUE=DATE:20270102"], 1), (["DTEND;VALUE=DATE:20270101"], 1),
            (["DTEND;VALUE=DATE:20270108"], 7), (["DURATION:P3D"], 3), (["DURATION:P2W"], 14),
        ])
    func length_isThatOfTheEvent(_ lines: [String], days: Int) throws {
        let file = try ICalendarFile(CalendarText.events(["DTSTART;VALUE=DATE:20270101"] + lines))
        #expect(file.holidays.map(\.dayCount) == [days])
    }

    @Test(
        arguments: [
            ("FREQ=YEARLY", YearlyDates()),
            ("FREQ=YEARLY;INTERVAL=2;WKST=SU", YearlyDates(interval: 2)),
            ("FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=14", YearlyDates(months: [3], days: [14])),
            ("FREQ=YEARLY;BYMONTH=3,9", YearlyDates(months: [3, 9])),
            ("FREQ=YEARLY;BYMONTHDAY=14,-1", YearlyDates(days: [14, -1])),
            ("FREQ=YEARLY;BYMONTH=3;BYDAY=2SU", YearlyDates(months: [3], weekdays: [sunday(2)])),
            ("FREQ=YEARLY;BYDAY=+11SU,MO", YearlyDates(weekdays: [sunday(11), NumberedWeekday(.monday)])),
            (
                "FREQ=YEARLY;BYMONTHDAY=13,14;BYDAY=SU;COUNT=2",
                YearlyDates(days: [13, 14], weekdays: [sunday(nil)], until: date("2027-06-13"))
            ),
            ("freq=yearly;until=20300314", YearlyDates(until: date("2030-03-14"))),
            ("FREQ=YEARLY;UNTIL=20300314T225959Z", YearlyDates(until: date("2030-03-14"))),
            ("FREQ=YEARLY;COUNT=3", YearlyDates(until: date("2029-03-14"))),
            ("FREQ=YEARLY;COUNT=1", YearlyDates(until: date("2027-03-14"))),
        ])
    func rule_isRead(_ rule: String, dates: YearlyDates) {
        #expect(Self.holiday("DTSTART;VALUE=DATE:20270314", "RRULE:\(rule)")?.yearly == dates)
    }

    @Test func exceptionsAndExtraDates_count() throws {
        let file = try ICalendarFile(
            CalendarText.events(
                [
                    "DTSTART;VALUE=DATE:20270314", "DURATION:P2D", "RRULE:FREQ=YEARLY", "SUMMARY:Fair",
                    "EXDATE;VALUE=DATE:20280314,20290314", "EXDATE;VALUE=DATE:20300314",
                    "RDATE;VALUE=DATE:20280320,20290314",
                ]))
        #expect(
            file.holidays == [
                Holiday(
                    summary: "Fair", first: Self.date("2027-03-14"), dayCount: 2, yearly: YearlyDates(),
                    except: [Self.date("2028-03-14"), Self.date("2029-03-14"), Self.date("2030-03-14")]),
                Holiday(summary: "Fair", first: Self.date("2028-03-20"), dayCount: 2),
            ])
    }

    @Test(
        arguments: [
            (["SUMMARY:x"], "it does not say when it begins"),
            (["DTSTART:20270101T080000Z"], "it has a time of day, and only all-day events count"),
            (["DTSTART;VALUE=DATE:20270230"], "“20270230” is not a date"),
            (["DTSTART;VALUE=PERIOD:20270101"], "“20270101” is not a date"),
            (["DTSTART:20270101", "DTSTART:20270101"], "it has more than one DTSTART"),
            (["DTSTART:20270102", "DTEND:20270101"], "it ends before it begins"),
            (["DTSTART:20270101", "DTEND:20400101"], "it lasts 4748 days"),
            (["DTSTART:20270101", "DTEND:20270102", "DURATION:P1D"], "it has both DTEND and DURATION"),
            (["DTSTART:20270101", "DURATION:PT24H"], "“PT24H” is not a length in days or weeks"),
            (["DTSTART:20270101", "DURATION:-P1D"], "“-P1D” is not a length in days or weeks"),
            (["DTSTART:20270101", "DURATION:P0D"], "“P0D” is not a length in days or weeks"),
            (["DTSTART:20270101", "RRULE:FREQ=WEEKLY"], "FREQ=WEEKLY is not understood; only FREQ=YEARLY is"),
            (["DTSTART:20270101", "RRULE:COUNT=2"], "a rule without FREQ is not understood; only FREQ=YEARLY is"),
            (["DTSTART:20270101", "RRULE:FREQ=YEARLY;BYSETPOS=1"], "BYSETPOS in a rule is not understood"),
            (["DTSTART:20270101", "RRULE:FREQ=YEARLY;BYDAY=XX"], "“BYDAY=XX” cannot be read"),
            (["DTSTART:20270101", "RRULE:FREQ=YEARLY;BYDAY=0FR"], "“BYDAY=0FR” cannot be read"),
            (["DTSTART:20270101", "RRULE:FREQ=YEARLY;BYMONTH=1;BYDAY=6FR"], "a number in its rule is out of range"),
            (["DTSTART:20270101", "RRULE:FREQ=YEARLY;BYDAY=54FR"], "a number in its rule is out of range"),
            (
                ["DTSTART:20270101", "RRULE:FREQ=YEARLY;BYMONTHDAY=1;BYDAY=1FR"],
                "a number in its rule is out of range"
            ),
            (["DTSTART:20270101", "RRULE:FREQ=YEARLY;BYMONTH=13"], "a number in its rule is out of range"),
            (["DTSTART:20270101", "RRULE:FREQ=YEARLY;INTERVAL=0"], "a number in its rule is out of range"),
            (["DTSTART:20270101", "RRULE:FREQ=YEARLY;INTERVAL=1,2"], "its rule has more than one INTERVAL"),
            (
                ["DTSTART:20270101", "RRULE:FREQ=YEARLY;BYMONTH=5"],
                "its rule does not have the date on which it begins"
            ),
            (["DTSTART:20270101", "RRULE:FREQ=YEARLY;COUNT=0"], "COUNT is from 1 to 1000"),
            (
                ["DTSTART:20270101", "RRULE:FREQ=YEARLY;COUNT=2;UNTIL=20280101"],
                "its rule has both COUNT and UNTIL"
            ),
            (["DTSTART:20270101", "RRULE:FREQ=YEARLY;UNTIL=20260101"], "its rule ends before it begins"),
            (["DTSTART:20270101", "RRULE:FREQ=YEARLY;COUNT=x"], "“COUNT=X” cannot be read"),
            (["DTSTART:20270101", "RRULE:FREQ"], "its rule “FREQ” cannot be read"),
            (["DTSTART:20270101", "RRULE:FREQ=YEARLY", "RRULE:FREQ=YEARLY"], "it has more than one RRULE"),
            (["DTSTART:20270101", "EXRULE:FREQ=YEARLY"], "EXRULE is not understood"),
            (["DTSTART:20270101", "EXDATE:20280101T000000"], "it has a time of day, and only all-day events count"),
            (["DTSTART:20270101", "RDATE;VALUE=PERIOD:20280101/P1D"], "RDATE has periods, not dates"),
            (
                ["DTSTART:20270101", "RECURRENCE-ID;VALUE=DATE:20270101"],
                "it changes one date of another event, which Lull does not understand"
            ),
            (["DTSTART:20270101", "no property at all"], "line 6 is not what iCalendar has"),
        ])
    func event_isLeftOutAndNamed_whenItIsNotUnderstood(_ lines: [String], reason: String) throws {
        #expect(try Self.reason(lines) == reason)
    }

    @Test(arguments: [("VTODO", "it is a to-do"), ("VJOURNAL", "it is a note of a journal")])
    func entryOfAnotherKind_isNamed(_ kind: String, reason: String) throws {
        let text = CalendarText.events(["DTSTART:20270101"]).replacing(
            "END:VCALENDAR", with: "BEGIN:\(kind)\r\nSUMMARY:Paint\r\nEND:\(kind)\r\nEND:VCALENDAR")
        #expect(
            try ICalendarFile(text).leftOut == [ICalendarFile.LeftOut(summary: "Paint", line: 7, reason: reason)])
    }

    @Test func cancelledEvent_isLeftOut_andNamed() throws {
        let file = try ICalendarFile(
            CalendarText.events(["DTSTART:20270101", "STATUS:Cancelled"], ["DTSTART:20270102", "STATUS:CONFIRMED"]))
        #expect(file.holidays.map(\.first) == [Self.date("2027-01-02")])
        #expect(file.leftOut.map(\.reason) == ["it is cancelled"])
    }

    @Test(
        arguments: [
            ("New\\nYear\\, \\;\\\\ ", "New Year, ;\\"), ("\u{1B}[2JBoo\u{202E}", "\u{FFFD}[2JBoo\u{FFFD}"),
            ("", "no name"), ("  a   b ", "a b"),
        ])
    func summary_isCleaned(_ text: String, summary: String) {
        #expect(Self.holiday("DTSTART:20270101", "SUMMARY:\(text)")?.summary == summary)
    }

    @Test func summary_isShort() {
        let long = String(repeating: "x", count: 78)
        #expect(Self.holiday("DTSTART:20270101", "SUMMARY:\(long)xx")?.summary == long + "xx")
        #expect(Self.holiday("DTSTART:20270101", "SUMMARY:\(long)xxx")?.summary == long + "x…")
        #expect(Self.holiday("DTSTART:20270101", "SUMMARY:\(long) and so on")?.summary == long + "…")
    }

    @Test(
        arguments: [
            ("", ICalendarError.Code.notACalendar), ("hello", .notACalendar), ("BEGIN:VEVENT\r\n", .notACalendar),
            ("BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n", .empty), ("BEGIN:VCALENDAR\r\n", .broken),
            ("BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART:20270101\r\n", .broken),
            ("BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nEND:VCALENDAR\r\n", .broken),
            ("BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\nEND:VCALENDAR\r\n", .broken),
            ("BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\nBEGIN:VEVENT\r\n", .broken),
            ("BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\nX:y\r\n", .broken),
            (String(repeating: "BEGIN:VCALENDAR\r\n", count: 1000), .broken),
            (String(repeating: "x", count: (1 << 20) + 1), .tooLarge),
            (
                "BEGIN:VCALENDAR\n" + String(repeating: "BEGIN:VEVENT\nEND:VEVENT\n", count: 5001) + "END:VCALENDAR\n",
                .tooLarge
            ),
            (
                "BEGIN:VCALENDAR\n"
                    + String(repeating: "BEGIN:VEVENT\nDTSTART:20270101\nEND:VEVENT\n", count: 2001)
                    + "END:VCALENDAR\n",
                .tooLarge
            ),
        ])
    func file_isRefused_whenItCannotBeUsed(_ text: String, code: ICalendarError.Code) {
        let error = #expect(throws: ICalendarError.self) { try ICalendarFile(text) }
        #expect(error?.code == code)
    }

    @Test func fileWithoutHolidays_saysWhatItLeftOut() {
        let text = CalendarText.events(["SUMMARY:Swimming", "DTSTART:20270101T160000"], ["SUMMARY:x"])
        let error = #expect(throws: ICalendarError.self) { try ICalendarFile(text) }
        #expect(
            error?.message == """
                The calendar has no all-day event that Lull understands. The first of 2 that were left out is “Swimming” \
                (line 4): it has a time of day, and only all-day events count.
                """)
    }
}
