// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SleepModel

/// One schedule as somebody asked for it, read date by date: what should happen, and when.
///
/// It goes by `Recurrence.occurrences(on:in:)` alone, and asks for nothing that comes "next".
final class RuleReading {
    /// One occurrence that the rule has.
    struct Expected: Hashable {
        var key: OccurrenceKey
        var planned: Instant
        /// When it begins to show.
        var starts: Instant
        var rule: AppliedRule
        var zone: String
        /// Whether its date is to be skipped.
        var isSkipped: Bool
    }

    let schedule: Schedule
    /// The lowest wall reading since it is as it is: nothing that lies before has come up.
    var lowest: Instant
    private let zone: ZoneRules
    private let changes: [CivilDate: OccurrenceOverride.Change]
    private let holidays: HolidayBook
    private var dates: [CivilDate: [Expected]] = [:]

    init(
        _ schedule: Schedule, lowest: Instant, zone: ZoneRules, changes: [CivilDate: OccurrenceOverride.Change],
        holidays: HolidayBook = HolidayBook()
    ) {
        self.schedule = schedule
        self.lowest = lowest
        self.zone = zone
        self.changes = changes
        self.holidays = holidays
    }

    /// The same schedule under another zone, with other changes of single dates or other holidays.
    func under(
        _ zone: ZoneRules, changes: [CivilDate: OccurrenceOverride.Change], holidays: HolidayBook
    ) -> RuleReading {
        RuleReading(schedule, lowest: lowest, zone: zone, changes: changes, holidays: holidays)
    }

    /// Whether the calendars that the rule names leave out a date; one that is not there leaves out nothing.
    private func isLeftOut(_ date: CivilDate, by choice: HolidayChoice) -> Bool {
        func has(_ name: String) -> Bool { holidays[name]?.dates.contains(date) ?? false }
        if choice.notOn.contains(where: has) { return true }
        guard !choice.onlyOn.isEmpty, choice.onlyOn.allSatisfy({ holidays[$0] != nil }) else { return false }
        return !choice.onlyOn.contains(where: has)
    }

    func expected(on date: CivilDate) -> [Expected] {
        if let known = dates[date] { return known }
        guard let recurrence = schedule.recurrence, !isLeftOut(date, by: recurrence.holidays) else { return [] }
        var occurrences = recurrence.occurrences(on: date, in: zone)
        if let time = changes[date]?.time, !occurrences.isEmpty {
            let rule = Recurrence(days: .once(date), time: time, gap: recurrence.gap, overlap: recurrence.overlap)
            occurrences = rule.occurrences(on: date, in: zone)
        }
        let expected = occurrences.compactMap { occurrence in
            occurrence.instant.map { planned in
                // The second pass is an occurrence of its own only beside the first.
                Expected(
                    key: OccurrenceKey(
                        schedule: schedule.id, date: occurrence.civil.date,
                        pass: recurrence.overlap == .both ? occurrence.pass : 1),
                    planned: planned, starts: planned - lead, rule: occurrence.rule, zone: zone.identifier,
                    isSkipped: changes[date]?.isSkip ?? false)
            }
        }
        dates[date] = expected
        return expected
    }

    /// What may come up from one instant to another, with more on either side.
    func expected(from start: Instant, to end: Instant) -> [Expected] {
        let first = ZoneRules.utc.civil(at: start).date.daysSince1970 - 3
        let last = ZoneRules.utc.civil(at: end).date.daysSince1970 + 3
        return (first...last).flatMap { expected(on: CivilDate(daysSince1970: $0)) }
    }

    /// What the rule says of the occurrence with a key, whose instant may be on a neighbouring date.
    func expected(_ key: OccurrenceKey) -> Expected? {
        (-1...1).lazy.flatMap { self.expected(on: key.date.adding(days: $0)) }.first { $0.key == key }
    }

    /// How long before its time it begins to show.
    var lead: Duration {
        switch schedule.plan {
        case .routine: .zero
        case .alarm(let plan): plan.sunrise ?? .zero
        case .bedtime(let plan): plan.windDown
        }
    }

    /// When it is too late to begin.
    func latestStart(_ planned: Instant) -> Instant {
        switch schedule.plan {
        case .alarm: planned + .minutes(30)
        case .routine(let plan): planned + (plan.ends(from: planned, in: zone).last.flatMap(\.self) ?? .minutes(30))
        case .bedtime(let plan): plan.end(of: plan.wake(after: planned, in: zone))
        }
    }
}

extension RoutinePlan {
    /// When each step ends, elapsed since the start; nil for one that waits to be stopped, and for those after it.
    func ends(from start: Instant, in zone: ZoneRules, lengths: [Int: Duration] = [:]) -> [Duration?] {
        var elapsed: Duration? = .zero
        return steps.enumerated().map { number, step in
            if let length = lengths[number] {
                elapsed = elapsed.map { $0 + length }
                return elapsed
            }
            switch step.end {
            case .after(let duration): elapsed = elapsed.map { $0 + duration }
            case .at(let time): elapsed = elapsed.map { zone.next(time, after: start + $0) - start }
            case .whenStopped: elapsed = nil
            }
            return elapsed
        }
    }
}

extension BedtimePlan {
    func wake(after bedtime: Instant, in zone: ZoneRules) -> Instant {
        let times = wake.map { wake in Weekday.allCases.compactMap { wake[$0] } } ?? []
        return times.map { zone.next($0, after: bedtime) }.min() ?? bedtime + .hours(12)
    }

    func end(of wake: Instant) -> Instant {
        self.wake == nil ? wake : wake + .minutes(30)
    }
}

extension ZoneRules {
    /// The first instant after another at which it is a time of day, looked for date by date.
    func next(_ time: TimeOfDay, after instant: Instant) -> Instant {
        let today = civil(at: instant).date
        let found = (-1...3).flatMap { days in
            Recurrence(days: .once(today.adding(days: days)), time: time).occurrences(
                on: today.adding(days: days), in: self
            ).compactMap(\.instant)
        }
        return found.filter { $0 > instant }.min() ?? .max
    }
}
