// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SleepModel

/// The occurrences of a schedule after an instant, soonest first, with the dates that differ from the rule.
struct PlannedOccurrences: Sequence, IteratorProtocol {
    private let schedule: Schedule
    private let zone: ZoneRules
    private let terms: ScheduleTerms
    /// The rule without the dates that its calendars leave out, which do not exist for it.
    private let rule: Recurrence?
    private var cursor: Instant
    /// The occurrences at another time than the rule's, soonest last.
    private var moved: [PlannedOccurrence]
    /// The rule's next occurrence, kept while a moved one comes before it.
    private var pending: PlannedOccurrence?
    /// Whether the rule has nothing more.
    private var isOver = false

    init(of schedule: Schedule, after instant: Instant, zone: ZoneRules, terms: ScheduleTerms) {
        self.schedule = schedule
        self.zone = zone
        self.terms = terms
        cursor = instant
        moved = []
        rule = schedule.recurrence?.looked(upIn: terms.holidays)
        guard schedule.isEnabled, let recurrence = rule else {
            isOver = true
            return
        }
        guard !terms.changes.isEmpty else { return }
        for (date, change) in terms.changes {
            guard let time = change.time, !schedule.isTaken(date),
                !recurrence.occurrences(on: date, in: zone).isEmpty
            else { continue }
            let rule = Recurrence(days: .once(date), time: time, gap: recurrence.gap, overlap: recurrence.overlap)
            for occurrence in rule.occurrences(on: date, in: zone) {
                guard let planned = occurrence.instant, planned > instant else { continue }
                moved.append(PlannedOccurrence(schedule, occurrence, at: planned, zone: zone, terms: terms))
            }
        }
        moved.sort { $0.planned > $1.planned }
    }

    mutating func next() -> PlannedOccurrence? {
        guard let earliest = moved.last else {
            defer { pending = nil }
            return pending ?? nextOfRule()
        }
        if pending == nil { pending = nextOfRule() }
        if let next = pending, next.planned < earliest.planned {
            pending = nil
            return next
        }
        return moved.removeLast()
    }

    private mutating func nextOfRule() -> PlannedOccurrence? {
        guard !isOver else { return nil }
        while let occurrence = rule?.next(after: cursor, in: zone), let instant = occurrence.instant {
            cursor = instant
            if schedule.isTaken(occurrence.civil.date) { continue }
            if terms.changes[occurrence.civil.date]?.time != nil { continue }
            return PlannedOccurrence(schedule, occurrence, at: instant, zone: zone, terms: terms)
        }
        isOver = true
        return nil
    }
}

extension Schedule {
    /// Whether an occurrence by another time has taken a date.
    fileprivate func isTaken(_ date: CivilDate) -> Bool { takenThrough.map { date <= $0 } ?? false }
}
