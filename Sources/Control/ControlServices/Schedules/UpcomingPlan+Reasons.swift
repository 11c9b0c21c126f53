// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import ControlAPI
import Household
import Scheduling
import SleepModel

/// Why something is planned, in words.
extension UpcomingPlan {
    /// Why a schedule is planned then, and what of it comes before and after.
    func why(
        _ schedule: Schedule, _ occurrence: PlannedOccurrence, on target: DeviceFinder.Target, takeover: String?
    ) -> String {
        var parts: [String] = []
        let date = occurrence.key.date
        if let moved = moved(schedule, on: date, target) {
            parts = [moved]
        } else if let rule = schedule.recurrence {
            parts = [Self.words(for: rule, on: date)]
            let holidays = target.controller.holidays
            let names = rule.holidays.onlyOn.filter { holidays[$0]?.dates.contains(date) ?? false }
            if !names.isEmpty { parts.append("on holidays (\(names.joined(separator: ", ")))") }
        }
        if let zone = schedule.zone { parts.append("in \(zone)") }
        let zone = zones.rules(of: schedule.zone)
        parts += [before(occurrence, of: schedule, in: zone)].compactMap(\.self)
        let left = leftOut(before: date, of: schedule, by: target.controller.holidays)
        let wanted =
            target.controller.changes(of: schedule)[date]?.time ?? schedule.recurrence?.time.clockTime(on: date)
        let others = [
            left.map { "not on \($0)" }, occurrence.rule.words(for: wanted),
            Self.after(occurrence, of: schedule, in: zone), takeover,
        ]
        return ([parts.joined(separator: " ")] + others.compactMap(\.self)).joined(separator: "; ")
    }

    /// From which time somebody moved a schedule on a date; nil if nobody did.
    func moved(_ schedule: Schedule, on date: CivilDate, _ target: DeviceFinder.Target) -> String? {
        guard case .time? = target.controller.changes(of: schedule)[date] else { return nil }
        return "moved from \(ownTime(of: schedule, on: date, target).map { "\($0)" } ?? "its time")"
    }

    /// The time that the rule of a schedule gives it on a date; that of the sun with its offset.
    private func ownTime(of schedule: Schedule, on date: CivilDate, _ target: DeviceFinder.Target) -> TimeOfDay? {
        let zone = zones.rules(of: schedule.zone)
        guard let rule = target.controller.rule(of: schedule),
            let own = rule.occurrences(on: date, in: zone).first
        else { return nil }
        guard case .sun = rule.time else { return own.civil.time }
        return own.instant.map { zone.civil(at: $0).time }
    }

    /// What comes before the time itself, for example `after a reminder at 18:15 and a wind-down of 30m`; nil for nothing.
    private func before(_ occurrence: PlannedOccurrence, of schedule: Schedule, in zone: ZoneRules) -> String? {
        var parts: [String] = []
        if case .bedtime(let plan) = schedule.plan, let lead = plan.reminder {
            let reminder = occurrence.starts - lead
            if reminder > clock.now().wall { parts.append("a reminder at \(zone.civil(at: reminder).time)") }
        }
        if occurrence.starts < occurrence.planned {
            let lead = DurationText.format(schedule.plan.lead)
            parts.append(schedule.kind == .alarm ? "a sunrise of \(lead)" : "a wind-down of \(lead)")
        }
        return parts.isEmpty ? nil : "after " + parts.joined(separator: " and ")
    }

    /// What comes after the time itself, for example `the sound ends at 22:00`; nil for nothing.
    private static func after(_ occurrence: PlannedOccurrence, of schedule: Schedule, in zone: ZoneRules) -> String? {
        switch schedule.plan {
        case .alarm(let plan): plan.lightAfter.map { "its light stays for \(DurationText.format($0)) after it" }
        case .bedtime(let plan):
            plan.soundFor.map { occurrence.planned + $0 }
                .flatMap { $0 < plan.night(after: occurrence.planned, zone: zone).wake ? soundEnds($0, in: zone) : nil }
        case .routine: nil
        }
    }

    /// Which other night takes over before a night wakes, for example `“weekend” takes over at 20:30`; nil if none does.
    static func takeover(of night: PlannedNight, among nights: [PlannedNight], in zone: ZoneRules) -> String? {
        guard let cover = night.cover(among: nights) else { return nil }
        let takeover = "“\(cover.name)” takes over at \(zone.civil(at: cover.begins).time)"
        return night.plan.wake == nil ? takeover : "\(takeover), so the wake light of this night stays off"
    }

    /// When the sound of a night ends.
    static func soundEnds(_ end: Instant, in zone: ZoneRules) -> String {
        "the sound ends at \(zone.civil(at: end).time)"
    }

    /// Why the light of a wake time comes on, how long it stays, why it is at another time than usual, and which light comes
    /// before it.
    static func why(
        _ night: (plan: BedtimePlan, wake: Instant), of date: CivilDate, by rule: AppliedRule, in zone: ZoneRules
    ) -> String {
        let end = zone.civil(at: night.plan.end(wakingAt: night.wake)).time
        let stay = night.plan.stayInBed.map {
            "a light asks to stay in bed from \(zone.civil(at: night.wake - $0.lead).time)"
        }
        let morning = zone.civil(at: night.wake).date
        let usual = night.plan.mornings[morning].map { time -> String in
            night.plan.wake?[morning.weekday].flatMap { $0 == time ? nil : "moved from \($0)" } ?? "this morning alone"
        }
        let wanted = night.plan.mornings[morning] ?? night.plan.wake?[morning.weekday]
        let others = [usual, rule.words(for: wanted), stay].compactMap(\.self)
        return (["wake light after the bedtime of \(date), until \(end)"] + others).joined(separator: "; ")
    }

    /// The dates right before one that holidays leave out, from today on, for example `2026-11-26 (Thanksgiving)`; nil
    /// when there is none.
    private func leftOut(before date: CivilDate, of schedule: Schedule, by holidays: HolidayBook) -> String? {
        guard let rule = schedule.recurrence else { return nil }
        let calendars = rule.holidays.notOn.compactMap { holidays[$0] }
        let zone = zones.rules(of: schedule.zone)
        let today = zone.civil(at: clock.now().wall).date
        var left: [CivilDate] = []
        var day = date.adding(days: -1)
        while !calendars.isEmpty, day >= today {
            if !rule.occurrences(on: day, in: zone).isEmpty {
                guard calendars.contains(where: { $0.dates.contains(day) }) else { break }
                left.insert(day, at: 0)
            }
            day = day.adding(days: -1)
        }
        guard let first = left.first, let last = left.last else { return nil }
        var names: [String] = []
        for name in left.flatMap({ day in calendars.flatMap { $0.summaries(on: day) } }) where !names.contains(name) {
            names.append(name)
        }
        return "\(first)\(first == last ? "" : " to \(last)") (\(names.joined(separator: ", ")))"
    }

    /// What a rule says about one of its dates, for example `every sat,sun at 08:00`.
    private static func words(for rule: Recurrence, on date: CivilDate) -> String {
        switch (rule.days, rule.time) {
        case (.weekly, .byWeekday(let week)):
            let group = week.groups.first { $0.days.contains(date.weekday) }
            return group.map { "every \($0.days.rangeText) at \($0.time)" } ?? "at \(rule.time)"
        case (.weekly(.daily), let time): return "daily at \(time)"
        case (.weekly(let days), let time): return "every \(days.rangeText) at \(time)"
        case (.once(let date), let time): return "once on \(date) at \(time)"
        case (.yearly(let day), let time): return "every year on \(day) at \(time)"
        }
    }
}

extension DayTime {
    /// The time of the clock on a date; nil when the sun decides it, and on a weekday without one.
    fileprivate func clockTime(on date: CivilDate) -> TimeOfDay? {
        switch self {
        case .clock(let time): time
        case .byWeekday(let times): times.groups.first { $0.days.contains(date.weekday) }?.time
        case .sun: nil
        }
    }
}

extension AppliedRule {
    /// Why an occurrence is not simply at the time of its rule; nil if it is.
    fileprivate func words(for wanted: TimeOfDay?) -> String? {
        let time = wanted.map { "\($0)" } ?? "that time"
        return switch self {
        case .gapLater, .gapEarlier, .gapSkip: "the clocks change: \(time) does not exist"
        case .overlapFirst: "the clocks change: \(time) comes twice, and this is the first"
        case .overlapSecond: "the clocks change: \(time) comes twice, and this is the second"
        case .sunEarliest: "the sun is earlier, and this is the earliest time"
        case .sunLatest: "the sun is later, and this is the latest time"
        case .sunFallback: "the sun has no such time on this date"
        case .unique, .sun, .nonexistentDate, .noSunEvent: nil
        }
    }
}
