// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SleepModel
import Testing

@testable import HouseholdNights

/// A day of random faults; `.ci/household-nights` lives as many as asked for, or a year.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct HouseholdNightTests {
    /// Nil is all of them.
    @Test(
        arguments: [
            nil, .hangingDisk, .restart, .suspend, .clockStep, .zoneMove, .program, .powerLoss, .outOfReach, .pause,
        ] as [NightFault?])
    func devices_showWhatTheyAreTo_whateverComesBetween(fault: NightFault?) async throws {
        let run = NightRunID(seed: 1, fault: fault, devices: fault == nil ? 2 : 1, days: 1)
        let report = try await HouseholdNight.report(of: run, zones: ExplainFixture.zoneinfo)
        #expect(report.faults == [])
        #expect(report.figures.compared > 150)
    }

    /// A few runs that together have everything that people can ask for.
    private static let samples: [(seed: UInt64, days: Int)] = [
        (33, 2), (30, 2), (46, 2), (3, 2), (44, 2), (36, 2), (24, 2), (5, 2), (1, 3),
    ]

    /// Days on which nothing goes wrong, judged as if nobody had asked for one of the things that people can ask for.
    @Test func judge_findsEveryFeature_thatItDoesNotKnow() async throws {
        var unnoticed = Self.forgotten
        for (seed, days) in Self.samples where !unnoticed.isEmpty {
            var run = NightRunID(seed: seed, fault: nil, devices: 1, days: days)
            run.isCalm = true
            try await Self.remove(from: &unnoticed, whatIsNoticedIn: run)
        }
        #expect(unnoticed.map(\.name) == [])
    }

    /// The same with what keeps schedules from beginning, and alarms from being heard.
    @Test(arguments: [.skip, .pause, .devicePause, .outOfReach] as [NightFault])
    func judge_findsWhatSomebodyIsKeptFrom_thatItDoesNotKnow(fault: NightFault) async throws {
        var unnoticed: [(name: String, forget: Forgetting)] = [
            (
                fault.rawValue,
                { judge in
                    judge.facts.skips = []
                    judge.facts.troubles.removeAll { $0.fault.isPause }
                    judge.notices.removeAll { $0.notice.kind == .notRinging }
                }
            )
        ]
        if fault == .outOfReach { unnoticed.append(("acknowledgements", { $0.facts.acknowledgements = [] })) }
        for seed in 1...3 as ClosedRange<UInt64> where !unnoticed.isEmpty {
            let run = NightRunID(seed: seed, fault: fault, devices: 1, days: 2)
            try await Self.remove(from: &unnoticed, whatIsNoticedIn: run)
        }
        #expect(unnoticed.map(\.name) == [])
    }

    /// The same with what somebody is to be told of, and nobody was.
    @Test(
        arguments: [
            (NightFault.outOfReach, NoticeKind.unreachable, 1), (.powerLoss, .powerLost, 1), (.suspend, .missed, 5),
        ]
            as [(NightFault, NoticeKind, UInt64)])
    func judge_findsWhatNobodyWasToldOf(fault: NightFault, kind: NoticeKind, seed: UInt64) async throws {
        var unnoticed: [(name: String, forget: Forgetting)] = [
            (kind.rawValue, { judge in judge.notices.removeAll { $0.notice.kind == kind } })
        ]
        for seed in seed...seed + 2 where !unnoticed.isEmpty {
            let run = NightRunID(seed: seed, fault: fault, devices: 1, days: 2)
            try await Self.remove(from: &unnoticed, whatIsNoticedIn: run)
        }
        #expect(unnoticed.map(\.name) == [])
    }

    private static func remove(
        from unnoticed: inout [(name: String, forget: Forgetting)], whatIsNoticedIn run: NightRunID
    ) async throws {
        let judge = try await HouseholdNight.judge(of: run, zones: ExplainFixture.zoneinfo)
        #expect(judge.report(withHistory: false).faults == [])
        unnoticed.removeAll { _, forget in
            var other = judge
            forget(&other)
            return !other.report(withHistory: false).faults.isEmpty
        }
    }

    /// Each device of a group has its own part of what somebody asks of all of them.
    @Test(arguments: [2, 3])
    func judge_findsAGroup_thatItDoesNotKnow(devices: Int) async throws {
        var run = NightRunID(seed: 2, fault: nil, devices: devices, days: 2)
        run.isCalm = true
        let (judge, last) = (try await HouseholdNight.judge(of: run, zones: ExplainFixture.zoneinfo), devices - 1)
        #expect(judge.plan.group == Array(0...last))
        #expect(judge.report(withHistory: false).faults == [])
        var other = judge
        other.facts.deeds.removeAll { $0.isTogether && $0.device == last }
        #expect(!other.report(withHistory: false).faults.isEmpty)
        // A device without the group's alarm, without its routine, and without its night.
        for (name, device) in [("alarm-both", last), ("routine-both", last), (NightSchedule.together, 1)] {
            other = judge
            for index in judge.plan.schedules.indices {
                let schedule = judge.plan.schedules[index]
                guard schedule.name == name, schedule.device == device else { continue }
                other.plan.schedules[index].days = .weekly([])
            }
            #expect(!other.report(withHistory: false).faults.isEmpty, "\(name)")
        }
    }

    private typealias Forgetting = @Sendable (inout NightJudge) -> Void
    private typealias Change = @Sendable (inout NightSchedule.Alarm, inout NightSchedule.Bedtime) -> Void

    private static var forgotten: [(name: String, forget: Forgetting)] {
        var all: [(name: String, forget: Forgetting)] = [
            ("times", { $0.plan.schedules = $0.plan.schedules.map { $0.with { $0.times = [:] } } }),
            ("from-date", { $0.plan.schedules = $0.plan.schedules.map { $0.with { $0.dates.first = nil } } }),
            ("until-date", { $0.plan.schedules = $0.plan.schedules.map { $0.with { $0.dates.last = nil } } }),
            ("except", { $0.plan.schedules = $0.plan.schedules.map { $0.with { $0.dates.exceptions = [] } } }),
            ("not-on", { $0.plan.schedules = $0.plan.schedules.map { $0.with { $0.notOn = [] } } }),
            ("only-on", { $0.plan.schedules = $0.plan.schedules.map { $0.with { $0.onlyOn = [] } } }),
            ("holidays import", { $0.facts.imports = Array($0.facts.imports.prefix($0.plan.holidays.count)) }),
            ("sun", { $0.plan.schedules = $0.plan.schedules.map { $0.with { $0.sun = nil } } }),
            ("disable", { $0.facts.switches.removeAll { !$0.isRemoval } }),
            ("enable", { $0.facts.switches.removeAll(where: \.isOn) }),
            ("remove", { $0.facts.switches.removeAll(where: \.isRemoval) }),
            ("edit --now", { $0.facts.deeds = $0.facts.deeds.map { $0.isOfRoutine ? $0 : $0.later } }),
            ("edit --now of a routine", { $0.facts.deeds = $0.facts.deeds.map { $0.isOfRoutine ? $0.later : $0 } }),
            ("notices", { $0.notices.removeAll { $0.notice.kind == .unattended } }),
            ("notices of a limit", { $0.notices.removeAll { $0.notice.kind == .limit } }),
            ("mirror", { $0.plan.mirrored = [] }),
            ("programs of the mirror", { $0.plan.mirrored = [0] }),
            ("if-running", { $0.plan.schedules = $0.plan.schedules.map { $0.with { $0.ifRunning = .replace } } }),
            ("edit", { $0.facts.edits.removeAll { $0.date == nil } }),
            ("move", { $0.facts.edits.removeAll { $0.date != nil } }),
            ("second bedtime", { $0.plan.schedules.removeAll(where: \.isWeekend) }),
            ("until-told", { $0.plan.schedules = $0.plan.schedules.map(\.ending) }),
            ("fade to silence", { $0.plan.schedules = $0.plan.schedules.map(\.abrupt) }),
        ]
        for (name, change) in forgottenPlans {
            all.append((name, { $0.plan.schedules = $0.plan.schedules.map { $0.changed(change) } }))
        }
        for (name, isForgotten) in forgottenDeeds {
            all.append((name, { $0.facts.deeds.removeAll { isForgotten($0.action) } }))
        }
        return all
    }

    private static let forgottenDeeds: [(name: String, isForgotten: @Sendable (NightPlan.Action) -> Bool)] = [
        ("nap", { if case .nap = $0 { true } else { false } }),
        ("edit of a plan", { if case .replan = $0 { true } else { false } }),
        ("bedtime start", { if case .beginNight = $0 { true } else { false } }),
        ("bedtime off", { if case .endNight = $0 { true } else { false } }),
        ("bedtime wake", { if case .wake = $0 { true } else { false } }),
        ("nap off", { $0 == .endNap }),
        ("stop", { $0 == .stopAll }),
        ("limit", { if case .limit = $0 { true } else { false } }),
        ("next", { $0.steering == .next }),
        ("previous", { $0.steering == .previous }),
        ("pause", { $0.steering == .pause }),
        ("resume", { $0.steering == .resume }),
        ("goto", { if case .step? = $0.steering { true } else { false } }),
        ("extend", { if case .extend? = $0.steering { true } else { false } }),
    ]

    private static let forgottenPlans: [(name: String, forget: Change)] = [
        ("touch", { alarm, _ in alarm.isDismissedByTouch.toggle() }),
        ("snooze-limit", { alarm, _ in alarm.snoozeLimit = 0 }),
        ("ring-for", { alarm, _ in alarm.ringFor = 1800 }),
        ("crescendo", { alarm, _ in alarm.crescendo = 0 }),
        ("light-after", { alarm, _ in alarm.lightAfter = 0 }),
        ("backup", { alarm, _ in alarm.backup = nil }),
        ("night-light", { _, bedtime in bedtime.nightLight = nil }),
        ("stay-in-bed", { _, bedtime in bedtime.stayInBed = nil }),
        ("night-volume", { _, bedtime in bedtime.nightVolume = nil }),
        ("sound-for", { _, bedtime in bedtime.soundFor = nil }),
        ("wake-for", { _, bedtime in bedtime.wakeFor = 60 }),
        ("wake", { _, bedtime in bedtime.wakes = [:] }),
        ("return", { _, bedtime in bedtime.returnsAfter = nil }),
        ("reminder", { _, bedtime in bedtime.reminder = nil }),
    ]

    private func plan(_ seed: UInt64) throws -> NightPlan {
        let zone = try ZoneDatabase(directory: ExplainFixture.zoneinfo).rules(for: "America/New_York")
        return NightPlan(
            seed: seed, size: NightPlan.Size(devices: 1, days: 7), faults: [], zone: zone, zones: [])
    }

    @Test func judge_findsEveryOccurrence_ofWhichThereIsNoTrace() throws {
        let plan = try plan(1)
        let judge = NightJudge(
            plan: plan, facts: NightFacts(), journals: [[]], log: [], addresses: [], boot: .zero)
        let report = judge.report(withHistory: false)
        #expect(report.figures.occurrences >= 40)
        #expect(report.faults.count { $0.contains(" shows ") } >= 40)
        #expect(report.figures.excused.values.reduce(0, +) * 20 < report.figures.compared)
    }

    /// A time that does not exist is as long after the gap as it would be without one.
    @Test func calendar_hasEveryDay_overATransition() throws {
        for seed in 1...12 as ClosedRange<UInt64> {
            let plan = try plan(seed)
            let time = NightTime(start: plan.start, end: plan.end, zone: plan.zone, changes: [])
            let occurrences = NightCalendar(schedules: plan.schedules, time: time).occurrences()
            #expect(!occurrences.isEmpty)
            for occurrence in occurrences where plan.schedules[occurrence.schedule].sun == nil {
                let civil = plan.zone.civil(at: occurrence.planned)
                let at = plan.schedules[occurrence.schedule].time(on: occurrence.date).minute
                let minute = civil.time.secondsSinceMidnight / 60
                #expect(civil.date == occurrence.date)
                #expect(minute == at || minute == at + 60 && at / 60 == 2)
            }
        }
    }
}

extension NightPlan.Action {
    /// What it asks of a routine that runs.
    fileprivate var steering: NightPlan.Steering? { if case .steer(_, let steering) = self { steering } else { nil } }
}

extension NightFacts.Deed {
    /// Whether it gives a routine other steps.
    fileprivate var isOfRoutine: Bool {
        guard case .replan(let change) = action, case .routine = change.plan else { return false }
        return true
    }

    /// It without a change of what runs.
    fileprivate var later: NightFacts.Deed {
        guard case .replan(var change) = action else { return self }
        change.now = false
        var deed = self
        deed.action = .replan(change)
        return deed
    }
}

extension NightSchedule {
    /// It with a change.
    fileprivate func with(_ change: (inout NightSchedule) -> Void) -> NightSchedule {
        var schedule = self
        change(&schedule)
        return schedule
    }

    /// It with steps that all end by themselves.
    fileprivate var ending: NightSchedule {
        guard case .routine(var steps) = plan else { return self }
        for index in steps.indices where steps[index].end == .untilTold { steps[index].end = .after(600) }
        var schedule = self
        schedule.plan = .routine(steps)
        return schedule
    }

    /// It with steps in which nothing fades to silence.
    fileprivate var abrupt: NightSchedule {
        guard case .routine(var steps) = plan else { return self }
        for index in steps.indices where steps[index].fadesToSilence { steps[index].volumeFade = 0 }
        var schedule = self
        schedule.plan = .routine(steps)
        return schedule
    }

    /// It with a change of the plan of an alarm or of a bedtime.
    fileprivate func changed(_ change: (inout Alarm, inout Bedtime) -> Void) -> NightSchedule {
        var schedule = self
        var alarm = Alarm(sunrise: 0, color: nil, sound: 0, volume: 0, snooze: 0)
        var bedtime = Bedtime(windDown: 0, color: Color(red: 0, green: 0, blue: 0), sound: 0, volume: 0)
        switch plan {
        case .alarm(var alarm):
            change(&alarm, &bedtime)
            schedule.plan = .alarm(alarm)
        case .bedtime(var bedtime):
            change(&alarm, &bedtime)
            schedule.plan = .bedtime(bedtime)
        case .routine: break
        }
        return schedule
    }
}
