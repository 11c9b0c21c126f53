// SPDX-License-Identifier: Apache-2.0

import CivilTime
import ControlAPI
import Foundation
import SleepModel
import Testing

@testable import LullCommands

/// What people read about holidays, and `explain` with a file of them.
@Suite(.timeLimit(.minutes(2)))
struct HolidayTextTests {
    private static func date(_ text: String) -> CivilDate { CivilDate(iso8601: text) ?? CivilDate(daysSince1970: 0) }

    private static func document(
        _ holidays: Holiday..., usedBy: [HolidaysDocument.User] = []
    ) -> HolidaysDocument {
        HolidaysDocument(
            name: "school", calendar: HolidayCalendar(name: "school", holidays: holidays), today: date("2027-01-15"),
            usedBy: usedBy)
    }

    private static let spring = Holiday(summary: "Spring", first: date("2027-03-15"), dayCount: 12)
    private static let unity = Holiday(summary: "Unity Day", first: date("2020-10-03"), yearly: YearlyDates())

    private static let user = HolidaysDocument.User(
        kind: .alarm, schedule: ScheduleID(rawValue: "a"), name: "up", device: "nursery", next: nil)

    private func text(_ document: HolidaysDocument) -> [String] {
        Describe.holidays(document, LocalTimes(host: .utc)).map { $0.text }
    }

    @Test func calendar_isShown_withItsNextDatesAndItsSchedules() {
        #expect(
            text(Self.document(Self.spring, Self.unity, usedBy: [Self.user])) == [
                "school  2 entries, 13 days within a year from now, some of them every year",
                "  Mon 2027-03-15 to Fri 2027-03-26  Spring",
                "  Sun 2027-10-03  Unity Day", "  Tue 2028-10-03  Unity Day", "  Wed 2029-10-03  Unity Day",
                "  Thu 2030-10-03  Unity Day", "named by", "  alarm “up” on nursery, with no next time",
            ])
    }

    @Test func calendar_thatIsOver_saysSo() {
        let old = Holiday(summary: "Old", first: Self.date("2026-03-15"))
        let lines = Describe.holidays(Self.document(old), LocalTimes(host: .utc))
        #expect(
            lines.map { $0.text } == [
                "school  1 entry, 0 days within a year from now, the last on Sun 2026-03-15: all dates are over",
                "No schedule names it yet: `lull alarm edit NAME --not-on school`.",
            ])
        #expect(lines.first?.style == .warning)
    }

    @Test func calendar_thatIsMissing_saysWhatThatMeans() {
        let missing = HolidaysDocument(
            name: "school", calendar: nil, today: Self.date("2027-01-15"), usedBy: [Self.user])
        #expect(
            text(missing).first == """
                school  is missing or cannot be read: the schedules below happen on its dates and on all others. \
                Import it again.
                """)
    }

    @Test func import_namesWhatItLeftOut() {
        let answer = HolidaysImportDocument(
            calendar: Self.document(Self.spring), replaced: false,
            leftOut: [ICalendarFile.LeftOut(summary: "Swimming", line: 4, reason: "it has a time of day")],
            leftOutCount: 3)
        #expect(
            Describe.imported(answer, LocalTimes(host: .utc)).map { $0.text } == [
                "Imported.", "school  1 entry, 12 days within a year from now, the last on Fri 2027-03-26",
                "  Mon 2027-03-15 to Fri 2027-03-26  Spring", "left out, as if the file did not have them:",
                "  line 4: “Swimming”: it has a time of day", "  and 2 more",
                "No schedule names it yet: `lull alarm edit NAME --not-on school`.",
            ])
    }

    @Test func rule_namesItsHolidays_inLists() throws {
        let time = try #require(TimeOfDay(parsing: "07:00"))
        func when(_ choice: HolidayChoice, _ time: DayTime, on days: WeekdaySet = [.monday]) -> String {
            Describe.when(RuleDocument(Recurrence(days: .weekly(days), time: time, holidays: choice)))
        }
        #expect(when(HolidayChoice(notOn: ["school", "bank"]), .clock(time)) == "07:00 mon, not on school, bank")
        #expect(when(HolidayChoice(onlyOn: ["school"]), .clock(time)) == "07:00 mon, only on school")
        let week = DayTime.byWeekday(WeekdayTimes([.monday: time]))
        #expect(when(HolidayChoice(notOn: ["school"]), week) == "mon 07:00, not on school")
        #expect(when(.none, week) == "mon 07:00")
        #expect(when(HolidayChoice(notOn: ["school"]), .clock(time), on: .daily) == "07:00 daily, not on school")
        let days: WeekdaySet = [.monday, .tuesday, .wednesday, .saturday, .sunday]
        #expect(when(.none, .clock(time), on: days) == "07:00 mon-wed,sat,sun")
        let whole = DayTime.byWeekday(
            WeekdayTimes(Dictionary(uniqueKeysWithValues: Weekday.allCases.map { ($0, time) })))
        #expect(when(.none, whole, on: .daily) == "mon-sun 07:00")
    }

    // MARK: - Explain

    private func explain(_ arguments: String..., called name: String = "") async throws -> Program.Result {
        let scratch = try Scratch()
        let file = scratch.path("school.ics")
        let calendar = HolidayServiceTests.calendar(("20270105-20270107", "Snow days")).replacing(
            "END:VCALENDAR", with: "BEGIN:VTODO\r\nSUMMARY:Paint\r\nEND:VTODO\r\nEND:VCALENDAR")
        try Data(calendar.utf8).write(to: URL(filePath: file))
        return try await Program.run(
            "lull",
            [
                "explain", "--at", "07:00", "--zone", "UTC", "--from", "2027-01-04T00:00:00Z", "--count", "3",
                "--zoneinfo", ExplainFixture.zoneinfo, "--holidays", name + file,
            ] + arguments, in: scratch, environment: ["COLUMNS": "200"])
    }

    @Test func explain_leavesOutTheHolidaysOfAFile() async throws {
        let result = try await explain("--not-on", "school")
        #expect(result.output.contains("rule    daily at 07:00; not on school"), "\(result.errors)")
        let dates = result.output.split(separator: "\n").compactMap { $0.firstMatch(of: #/2027-01-\d\dT/#)?.output }
        #expect(dates.map(String.init) == ["2027-01-04T", "2027-01-04T", "2027-01-07T", "2027-01-08T"])
        let lines = result.output.split(separator: "\n").map(String.init)
        #expect(
            lines.contains { $0.hasPrefix("Not understood in school, line") && $0.hasSuffix("“Paint”: it is a to-do.") }
        )
        #expect(
            lines.last == "Holidays, on which it does not happen: Tue 2027-01-05 to Wed 2027-01-06.", "\(result.output)"
        )
    }

    @Test func explain_takesTheNameThatIsGivenForAFile() async throws {
        let result = try await explain("--not-on", "feast", called: "feast=")
        #expect(result.output.contains("rule    daily at 07:00; not on feast"), "\(result.errors)")
        #expect(result.output.contains("Tue 2027-01-05 to Wed 2027-01-06"), "\(result.output)")
    }

    @Test func explain_refusesAFile_thatNothingUses() async throws {
        let result = try await explain()
        #expect(result.exitCode == 64)
        #expect(
            result.errors
                == "lull: --holidays alone changes nothing.\n      Add --not-on school or --only-on school.\n")
    }

    @Test func explain_namesTheFilesThereAre_forAnother() async throws {
        let result = try await explain("--only-on", "bank")
        #expect(result.exitCode == 64)
        #expect(
            result.errors == "lull: There are no holidays called “bank” here.\n      Name one of: “school”.\n",
            "\(result.errors)")
    }
}
