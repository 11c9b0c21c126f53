// SPDX-License-Identifier: Apache-2.0

import CivilTime
import ControlAPI
import SleepModel
import Storage
import StoreDoubles
import Testing

@testable import Composition
@testable import Household

/// Calendars of holidays, as people import, name and remove them.
///
/// Noon is on Friday, 2027-01-15.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct HolidayServiceTests {
    /// A calendar of some all-day events: the dates, and a name.
    nonisolated static func calendar(_ events: (dates: String, summary: String)...) -> String {
        "BEGIN:VCALENDAR\r\n"
            + events.map { event in
                let dates = event.dates.split(separator: "-")
                let end = dates.count == 2 ? "DTEND;VALUE=DATE:\(dates[1])\r\n" : ""
                return
                    "BEGIN:VEVENT\r\nDTSTART;VALUE=DATE:\(dates[0])\r\n\(end)SUMMARY:\(event.summary)\r\nEND:VEVENT\r\n"
            }
            .joined() + "END:VCALENDAR\r\n"
    }

    private static let spring = calendar(("20270116-20270119", "Spring"), ("20270201", "Winter"))

    @discardableResult
    private func bring(
        _ calendar: String, into house: House, as name: String = "school"
    ) async throws -> HolidaysImportDocument {
        try await house.control.perform(
            Endpoints.importHolidays, HolidaysImportRequest(name: name, calendar: calendar))
    }

    private func addAlarm(
        _ house: House, _ name: String = "up", notOn: String? = nil, onlyOn: String? = nil, days: String? = "daily"
    ) async throws -> AlarmDocument {
        var rule = RuleRequest(at: "07:00", days: days)
        (rule.notOn, rule.onlyOn) = (notOn, onlyOn)
        return try await house.control.perform(
            Endpoints.addAlarm, AlarmRequest(name: name, device: "nursery", rule: rule))
    }

    private func error(_ body: () async throws -> Void) async -> ControlError? {
        do {
            try await body()
            return nil
        } catch {
            return error as? ControlError
        }
    }

    private func instant(_ text: String) throws -> Instant { try SimulatedNight.instant(text) }

    private func date(_ text: String) throws -> CivilDate { try #require(CivilDate(iso8601: text)) }

    // MARK: - Importing

    @Test func import_saysWhatItBrought_andWhatItLeftOut() async throws {
        let house = try await House()
        let timed = "BEGIN:VEVENT\r\nSUMMARY:Swimming\r\nDTSTART:20270120T160000\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
        let answer = try await bring(Self.spring.replacing("END:VCALENDAR\r\n", with: timed), into: house)
        #expect(
            answer.calendar.next == [
                HolidaysDocument.Dates(first: try date("2027-01-16"), last: try date("2027-01-18"), summary: "Spring"),
                HolidaysDocument.Dates(first: try date("2027-02-01"), last: try date("2027-02-01"), summary: "Winter"),
            ])
        #expect((answer.calendar.entries, answer.calendar.daysAhead, answer.replaced) == (2, 4, false))
        #expect(answer.calendar.lastDate == (try date("2027-02-01")))
        #expect(
            answer.leftOut == [
                ICalendarFile.LeftOut(
                    summary: "Swimming", line: 11, reason: "it has a time of day, and only all-day events count")
            ])
        #expect(answer.leftOutCount == 1)
        #expect(try await house.control.perform(Endpoints.holidays) == [answer.calendar])
        let log = try await house.control.perform(Endpoints.log, LogQuery(since: nil, device: nil))
        #expect(
            log.last.map { [$0.name, $0.detail, $0.outcome.rawValue] } == [
                "holidays school", "2 of 3 events", "imported",
            ])
    }

    @Test func import_replacesTheHolidaysWithItsName_andNamesTheirSchedules() async throws {
        let house = try await House()
        try await bring(Self.spring, into: house)
        let alarm = try await addAlarm(house, notOn: "SCHOOL")
        #expect(alarm.rule.notOn == ["school"])
        #expect(alarm.next == (try instant("2027-01-19 07:00")))
        let answer = try await bring(Self.calendar(("20270201", "Winter")), into: house, as: "School")
        #expect(answer.replaced)
        #expect(
            answer.calendar.usedBy == [
                HolidaysDocument.User(
                    kind: .alarm, schedule: ScheduleID(rawValue: alarm.schedule), name: "up", device: "nursery",
                    next: try instant("2027-01-16 07:00"))
            ])
        #expect(try await house.control.perform(Endpoints.holidays).map(\.name) == ["School"])
    }

    @Test(
        arguments: [
            ("hello", "This is no calendar: an iCalendar file begins with BEGIN:VCALENDAR."),
            ("BEGIN:VCALENDAR\nEND:VCALENDAR\n", "The calendar has no all-day event that Lull understands."),
        ])
    func import_isRefused_whenNothingCanBeUsed(_ text: String, message: String) async throws {
        let house = try await House()
        let error = await error { try await bring(text, into: house) }
        #expect((error?.code, error?.message) == (.badData, message))
        #expect(error?.advice == "Give an iCalendar file (.ics) with all-day events; nothing was changed.")
        #expect(try await house.control.perform(Endpoints.holidays) == [])
    }

    @Test(arguments: ["", " school", "a,b", "Off", "a\u{1B}", String(repeating: "x", count: 65)])
    func import_isRefused_underANameThatNoOptionCouldGive(_ name: String) async throws {
        let house = try await House()
        let error = await error { try await bring(Self.spring, into: house, as: name) }
        #expect(error?.code == .invalidArgument)
    }

    // MARK: - Naming

    @Test func schedules_ofAllKinds_leaveOutHolidays() async throws {
        let house = try await House()
        try await bring(Self.spring, into: house)
        let alarm = try await addAlarm(house, notOn: "school")
        var routine = RuleRequest(at: "08:00", days: "daily")
        routine.notOn = "school"
        let reading = try await house.control.perform(
            Endpoints.addRoutine,
            RoutineRequest(name: "reading", device: "nursery", rule: routine, steps: ["light amber; for 10m"]))
        var bedtime = BedtimeRequest(device: "nursery", at: "20:00")
        bedtime.rule.onlyOn = "school"
        let late = try await house.control.perform(Endpoints.setBedtime, bedtime)
        #expect(alarm.next == (try instant("2027-01-19 07:00")))
        #expect(reading.next == (try instant("2027-01-19 08:00")))
        #expect(late.next == (try instant("2027-01-16 19:30")))
        let plan = try await house.control.perform(Endpoints.next, NextQuery(days: 5))
        #expect(
            plan.filter { $0.kind != .window }.map { "\($0.name) \($0.at)" } == [
                "bedtime 2027-01-16T20:00:00Z", "bedtime 2027-01-17T20:00:00Z", "bedtime 2027-01-18T20:00:00Z",
                "up 2027-01-19T07:00:00Z", "reading 2027-01-19T08:00:00Z", "up 2027-01-20T07:00:00Z",
                "reading 2027-01-20T08:00:00Z",
            ])
        #expect(
            plan.first?.why == "daily at 20:00 on holidays (school) after a wind-down of 30m")
    }

    @Test func plan_namesTheDates_thatHolidaysLeaveOutBeforeTheNext() async throws {
        let house = try await House()
        try await bring(
            Self.calendar(("20270116-20270118", "Spring"), ("20270118", "Fair"), ("20270121", "Storm")), into: house)
        _ = try await addAlarm(house, notOn: "school")
        let plan = try await house.control.perform(Endpoints.next, NextQuery(days: 7))
        let daily = "daily at 07:00"
        #expect(
            plan.map(\.why) == [
                "\(daily); not on 2027-01-16 to 2027-01-18 (Spring, Fair)", daily,
                "\(daily); not on 2027-01-21 (Storm)",
            ])
    }

    @Test func edit_clearsHolidays_withOff() async throws {
        let house = try await House()
        try await bring(Self.spring, into: house)
        _ = try await addAlarm(house, notOn: "school")
        var edit = AlarmEditRequest(name: "up")
        edit.rule.notOn = "off"
        let alarm = try await house.control.perform(Endpoints.editAlarm, edit)
        #expect((alarm.rule.notOn, alarm.next) == ([], try instant("2027-01-16 07:00")))
    }

    @Test(arguments: [nil, "2027-01-19"])
    func holidays_areRefused_forOneDate(on date: String?) async throws {
        let house = try await House()
        try await bring(Self.spring, into: house)
        var request = AlarmRequest(name: "up", device: "nursery", at: "07:00")
        (request.rule.date, request.rule.notOn) = (date, "school")
        let error = await error { [request] in
            _ = try await house.control.perform(Endpoints.addAlarm, request)
        }
        #expect(error?.message == "--not-on is for what happens on more than one date.")
        #expect(error?.advice == "Add --days, as daily or mon-fri, or leave it out.")
        #expect(try await house.control.perform(Endpoints.alarms) == [])
    }

    @Test func unknownHolidays_areNamed_withThoseThatAreThere() async throws {
        let house = try await House()
        let none = await error { _ = try await addAlarm(house, notOn: "scool") }
        #expect((none?.code, none?.message) == (.unknownHolidays, "There are no holidays called “scool”."))
        #expect(none?.advice == "Import them with `lull holidays import FILE.ics --name scool`.")
        try await bring(Self.spring, into: house)
        let wrong = await error { _ = try await addAlarm(house, onlyOn: "school,bank days") }
        #expect(wrong?.message == "There are no holidays called “bank days”.")
        #expect(
            wrong?.advice
                == "Import them with `lull holidays import FILE.ics --name 'bank days'`, or name one of: “school”.")
    }

    @Test func rule_isRefused_whenItsHolidaysLeaveItNothing() async throws {
        let house = try await House()
        try await bring(Self.spring, into: house)
        let error = await error { _ = try await addAlarm(house, notOn: "school", onlyOn: "school") }
        #expect(error?.message == "Its holidays leave it no time that lies ahead.")
    }

    @Test func holiday_canNeitherBeSkippedNorMoved() async throws {
        let house = try await House()
        try await bring(Self.spring, into: house)
        _ = try await addAlarm(house, notOn: "school")
        let skip = await error {
            _ = try await house.control.perform(
                Endpoints.skipAlarm, SkipRequest(name: "up", device: nil, date: "2027-01-18"))
        }
        let message = "“up” is not on 2027-01-18, a date of the holidays “school” (Spring)."
        #expect((skip?.code, skip?.message) == (.invalidArgument, message))
        let move = await error {
            _ = try await house.control.perform(
                Endpoints.moveAlarm, MoveRequest(name: "up", device: nil, at: "08:00", date: "2027-01-18"))
        }
        #expect((move?.code, move?.message) == (.invalidArgument, message))
        _ = try await addAlarm(house, "late", onlyOn: "school")
        let late = await error {
            _ = try await house.control.perform(
                Endpoints.skipAlarm, SkipRequest(name: "late", device: nil, date: "2027-01-20"))
        }
        #expect(late?.message == "“late” is only on dates of the holidays “school”, not on 2027-01-20.")
    }

    // MARK: - Removing

    @Test func remove_isRefused_whileASchedulesNamesThem() async throws {
        let house = try await House()
        try await bring(Self.spring, into: house)
        _ = try await addAlarm(house, notOn: "school")
        func remove(_ name: String) async throws {
            _ = try await house.control.perform(Endpoints.removeHolidays, HolidaysSelection(name: name))
        }
        let used = await error { try await remove("School") }
        #expect(used?.code == .holidaysInUse)
        #expect(used?.message == "“school” is still named by the alarm “up” of nursery.")
        let prefix = await error { try await remove("sch") }
        #expect((prefix?.code, prefix?.advice) == (.unknownHolidays, "Give the whole name of one of: “school”."))
        _ = try await house.control.perform(Endpoints.removeAlarm, ScheduleSelection(name: "up", device: nil))
        try await remove("School")
        #expect(try await house.control.perform(Endpoints.holidays) == [])
        #expect(try await house.store.holidays() == [])
    }

    // MARK: - Damage

    @Test func schedule_goesOn_asIfItsDamagedHolidaysHadNoDates() async throws {
        let store = StoreDouble()
        let before = try await House(store: store)
        try await bring(Self.spring, into: before)
        _ = try await addAlarm(before, "early", notOn: "school")
        _ = try await addAlarm(before, "late", onlyOn: "school")
        try await store.commit(.removeHolidays("school", log: []))
        await store.damage(
            [
                QuarantinedRow(
                    table: .holidays, number: 1, name: "school", error: StorageError(.corrupt, "It cannot be read."))
            ], forever: true)
        let house = try await House(isPaired: false, store: store, after: before)
        let alarms = try await house.control.perform(Endpoints.alarms)
        #expect(alarms.map(\.next) == [try instant("2027-01-16 07:00"), try instant("2027-01-16 07:00")])
        let calendars = try await house.control.perform(Endpoints.holidays)
        #expect(calendars.map { "\($0.name) \($0.missing) \($0.usedBy.count)" } == ["school true 2"])
        let damaged = try await house.control.perform(Endpoints.damaged)
        #expect(
            damaged.map(\.message) == [
                "The calendar of holidays “school” cannot be read: schedules that name it happen on its dates and on all others."
            ])
        // What does not name the calendar anew can still be changed.
        var edit = AlarmEditRequest(name: "early")
        edit.rule.at = "06:30"
        let edited = try await house.control.perform(Endpoints.editAlarm, edit)
        #expect((edited.rule.notOn, edited.next) == (["school"], try instant("2027-01-16 06:30")))
        try await bring(Self.spring, into: house)
        let again = try await house.control.perform(Endpoints.alarms)
        #expect(again.map(\.next) == [try instant("2027-01-19 06:30"), try instant("2027-01-16 07:00")])
    }

    // MARK: - The setup

    @Test func setup_carriesHolidays_intoAnotherHouse() async throws {
        let house = try await House()
        try await bring(Self.spring, into: house)
        _ = try await addAlarm(house, notOn: "school")
        let text = try await house.control.perform(Endpoints.exportSetup).document
        let other = try await House(isPaired: false)
        let answer = try await other.control.perform(Endpoints.importSetup, ImportRequest(document: text))
        #expect(
            answer.changes.map { "\($0.change) \($0.kind) \($0.name ?? "")" }
                == ["added device nursery", "added holidays school", "added alarm up"])
        #expect(try await other.control.perform(Endpoints.alarms).map(\.next) == [try instant("2027-01-19 07:00")])
        #expect(try await other.control.perform(Endpoints.exportSetup).document == text)
    }

    @Test func setup_changesTheDatesOfASchedule_thatIsTheSame() async throws {
        let house = try await House()
        try await bring(Self.spring, into: house)
        _ = try await addAlarm(house, notOn: "school")
        let text = try await house.control.perform(Endpoints.exportSetup).document
        let answer = try await house.control.perform(
            Endpoints.importSetup, ImportRequest(document: text.replacing("date: 2027-01-16", with: "date: 2027-01-20"))
        )
        #expect(answer.changes.map { "\($0.change) \($0.kind)" } == ["changed holidays"])
        #expect(try await house.control.perform(Endpoints.alarms).map(\.next) == [try instant("2027-01-16 07:00")])
        #expect(try await house.store.schedules().map(\.settledThrough) == [House.noon])
    }

    @Test func setup_isRefused_whenASchedulesNamesHolidaysThatAreNotInIt() async throws {
        let house = try await House()
        try await bring(Self.spring, into: house)
        _ = try await addAlarm(house, notOn: "school")
        let text = try await house.control.perform(Endpoints.exportSetup).document
        let renamed = text.replacing("holidays:\n- name: school", with: "holidays:\n- name: other")
        let lines = renamed.split(separator: "\n", omittingEmptySubsequences: false)
        let line = try #require(lines.lastIndex { $0.contains("school") }) + 1
        let error = await error {
            _ = try await house.control.perform(Endpoints.importSetup, ImportRequest(document: renamed))
        }
        #expect(
            (error?.code, error?.message) == (
                .badData, "The alarm “up” of “nursery” (line \(line)): the document has no holidays called “school”."
            ))
    }
}
