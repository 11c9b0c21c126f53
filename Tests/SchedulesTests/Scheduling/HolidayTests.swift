// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import SleepModel
import Storage
import Testing

@testable import Scheduling

/// Schedules that name calendars of holidays, and calendars that change.
@Suite(.timeLimit(.minutes(1))) struct HolidayTests {
    /// Monday 2027-01-04 is a holiday, and so is Thursday.
    private static func book(_ dates: String...) throws -> HolidayBook {
        HolidayBook([
            try #require(
                HolidayCalendar(
                    name: "school", holidays: dates.map { Holiday(summary: "x", first: Plans.date($0)) }))
        ])
    }

    private static func machine(
        _ book: HolidayBook, _ choice: HolidayChoice = HolidayChoice(notOn: ["school"]),
        settled: String = "2027-01-03T12:00:00Z", overrides: [OccurrenceOverride] = []
    ) throws -> OccurrenceMachine {
        var schedule = Plans.schedule(at: "07:00", settled: settled)
        schedule.recurrence?.holidays = choice
        return OccurrenceMachine(
            schedules: [schedule], running: [], known: [:], overrides: overrides, holidays: book,
            zones: try Plans.zones())
    }

    private static func dates(_ machine: OccurrenceMachine) -> [String] {
        let end = Plans.instant("2027-01-09T00:00:00Z")
        return machine.upcoming(after: Plans.instant("2027-01-03T12:00:00Z"), until: end)
            .map(\.occurrence.key.date.description)
    }

    @Test func dateOfACalendar_doesNotExist_forAScheduleThatIsNotOnIt() throws {
        let machine = try Self.machine(try Self.book("2027-01-04", "2027-01-07"))
        #expect(Self.dates(machine) == ["2027-01-05", "2027-01-06", "2027-01-08"])
    }

    @Test func dateOfACalendar_isTheOnlyOne_forAScheduleThatIsOnlyOnIt() throws {
        let machine = try Self.machine(try Self.book("2027-01-04", "2027-01-07"), HolidayChoice(onlyOn: ["School"]))
        #expect(Self.dates(machine) == ["2027-01-04", "2027-01-07"])
    }

    @Test func movedDate_doesNotExist_onceItIsAHoliday() throws {
        let override = OccurrenceOverride(
            schedule: ScheduleID(rawValue: "wake"), date: Plans.date("2027-01-04"), change: .time(Plans.time("08:00")),
            since: Plans.instant("2027-01-03T12:00:00Z"))
        let machine = try Self.machine(try Self.book("2027-01-04"), overrides: [override])
        #expect(Self.dates(machine).first == "2027-01-05")
    }

    @Test func missingCalendar_leavesOutNothing() throws {
        let all = ["2027-01-04", "2027-01-05", "2027-01-06", "2027-01-07", "2027-01-08"]
        for choice in [HolidayChoice(notOn: ["gone"]), HolidayChoice(onlyOn: ["gone"])] {
            #expect(Self.dates(try Self.machine(try Self.book("2027-01-04"), choice)) == all)
        }
    }

    /// What the machine decides as time passes, the dates of its claims with how they end.
    private static func claims(_ machine: inout OccurrenceMachine, _ wall: String) -> [String] {
        let sample = Plans.sample(wall)
        let changes = machine.advance(to: sample) { _, occurrence, sample in
            .routine(RoutineRun(plan: RoutinePlan(steps: []), start: sample.anchor(plannedAt: occurrence.planned)))
        }
        return changes.compactMap { change in
            guard case .claim(let record, let settled, _) = change else { return nil }
            machine.claimed(record, .accepted, settled: settled, at: sample)
            return "\(record.key.date) \(record.outcome?.rawValue ?? "began")"
        }
    }

    @Test func holiday_isNotMissed_whenItHasPassed() throws {
        var machine = try Self.machine(try Self.book("2027-01-04"))
        #expect(Self.claims(&machine, "2027-01-04T18:00:00Z") == [])
        #expect(Self.claims(&machine, "2027-01-05T12:00:00Z") == ["2027-01-05 began"])
    }

    /// 07:00 in New York is 12:00Z; an alarm may begin half an hour late.
    @Test func dateThatWasAHoliday_isNeitherMissedNorBegun_whenItIsNoneAnyMore() throws {
        var machine = try Self.machine(try Self.book("2027-01-04"))
        #expect(Self.claims(&machine, "2027-01-04T11:00:00Z") == [])
        machine.observe(HolidayBook([]), at: Plans.sample("2027-01-04T12:10:00Z"))
        #expect(Self.claims(&machine, "2027-01-04T12:10:01Z") == [])
        #expect(Self.claims(&machine, "2027-01-05T12:00:00Z") == ["2027-01-05 began"])
    }

    @Test func dateThatWasAHoliday_happens_whenItLiesAhead() throws {
        var machine = try Self.machine(try Self.book("2027-01-04"))
        machine.observe(try Self.book("2027-01-05"), at: Plans.sample("2027-01-04T11:59:00Z"))
        #expect(Self.claims(&machine, "2027-01-04T12:00:00Z") == ["2027-01-04 began"])
        #expect(Self.claims(&machine, "2027-01-06T12:00:00Z") == ["2027-01-06 began"])
    }

    @Test func whatRuns_goesOn_whenItsDateBecomesAHoliday_andDoesNotBeginAgain() throws {
        var machine = try Self.machine(try Self.book())
        #expect(Self.claims(&machine, "2027-01-04T12:00:00Z") == ["2027-01-04 began"])
        machine.observe(try Self.book("2027-01-04"), at: Plans.sample("2027-01-04T12:05:00Z"))
        #expect(Array(machine.running.keys) == [Plans.key("2027-01-04")])
        machine.observe(try Self.book(), at: Plans.sample("2027-01-04T12:06:00Z"))
        #expect(Self.claims(&machine, "2027-01-04T12:07:00Z") == [])
        #expect(Array(machine.running.keys) == [Plans.key("2027-01-04")])
    }

    @Test func schedule_thatIsDueNow_isLeftAsItIs_soThatNothingIsLost() throws {
        var machine = try Self.machine(try Self.book("2027-01-07"))
        machine.observe(try Self.book("2027-01-08"), at: Plans.sample("2027-01-04T12:00:01Z"))
        #expect(Self.claims(&machine, "2027-01-04T12:00:02Z") == ["2027-01-04 began"])
    }

    @Test func resettled_areTheSchedulesOfTheCalendarAlone() throws {
        var other = Plans.schedule("other", at: "08:00", settled: "2027-01-03T12:00:00Z")
        var off = other
        (off.name, off.isEnabled) = ("off", false)
        off.recurrence?.holidays = HolidayChoice(notOn: ["school"])
        var named = Plans.schedule(at: "07:00", settled: "2027-01-03T12:00:00Z")
        named.recurrence?.holidays = HolidayChoice(notOn: ["SCHOOL"])
        other.recurrence?.holidays = HolidayChoice(notOn: ["bank"])
        let machine = OccurrenceMachine(
            schedules: [other, off, named], running: [], known: [:], holidays: try Self.book("2027-01-04"),
            zones: try Plans.zones())
        let sample = Plans.sample("2027-01-03T20:00:00Z")
        #expect(machine.resettled(by: try Self.book("2027-01-04"), at: sample) == [])
        var expected = named
        (expected.validFrom, expected.settledThrough) = (sample.wall, sample.wall)
        #expect(machine.resettled(by: try Self.book("2027-01-05"), at: sample) == [expected])
    }

    @Test func audit_doesNotMissAHoliday() async throws {
        let store = InMemoryNightStore()
        var schedule = Plans.schedule(at: "07:00", settled: "2027-01-03T12:00:00Z")
        schedule.recurrence?.holidays = HolidayChoice(notOn: ["school"])
        schedule.settledThrough = Plans.instant("2027-01-05T11:00:00Z")
        for calendar in try Self.book("2027-01-04").calendars { try await store.commit(.holidays(calendar, log: [])) }
        try await store.commit(.save(schedule, log: []))
        let now = Plans.instant("2027-01-05T11:00:00Z")
        let found = try await LedgerAudit.diagnostics(in: store, zones: try Plans.zones(), at: now, limit: 10)
        #expect(found.count == 0)
        try await store.commit(.removeHolidays("school", log: []))
        let missed = try await LedgerAudit.diagnostics(in: store, zones: try Plans.zones(), at: now, limit: 10)
        #expect(missed.gaps.map(\.occurrence.key.date) == [Plans.date("2027-01-04")])
    }

    @Test func difference_namesTheHolidays() {
        let before = Plans.schedule(at: "07:00", settled: "2027-01-03T12:00:00Z")
        var after = before
        after.recurrence?.holidays = HolidayChoice(notOn: ["school", "bank"])
        #expect(ScheduleDifference.text(from: before, to: after) == "not on school and bank")
        #expect(ScheduleDifference.text(from: after, to: before) == "also on holidays")
        after.recurrence?.holidays = HolidayChoice(onlyOn: ["away"])
        #expect(ScheduleDifference.text(from: before, to: after) == "only on away")
        #expect(ScheduleDifference.text(from: after, to: before) == "not only on holidays")
    }
}
