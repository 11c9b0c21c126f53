// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SleepModel

/// The occurrences of a schedule later than an instant, soonest first, single dates that differ included.
struct PlannedOccurrences: Sequence, IteratorProtocol {
    private let schedule: Schedule
    private let zone: ZoneRules
    private let terms: ScheduleTerms
    private var cursor: Instant
    /// What happens at another time than the rule's, soonest last.
    private var moved: [PlannedOccurrence]
    private var pending: PlannedOccurrence?

    init(of schedule: Schedule, after instant: Instant, zone: ZoneRules, terms: ScheduleTerms) {
        self.schedule = schedule
        self.zone = zone
        self.terms = terms
        cursor = instant
        moved = []
        guard schedule.isEnabled, let recurrence = schedule.recurrence else { return }
        for (date, change) in terms.changes {
            guard case .time(let time) = change, !recurrence.occurrences(on: date, in: zone).isEmpty else { continue }
            let rule = Recurrence(days: .once(date), time: time, gap: recurrence.gap, overlap: recurrence.overlap)
            for occurrence in rule.occurrences(on: date, in: zone) {
                guard let planned = occurrence.instant, planned > instant else { continue }
                moved.append(PlannedOccurrence(schedule, occurrence, at: planned, zone: zone, terms: terms))
            }
        }
        moved.sort { $0.planned > $1.planned }
        pending = nextOfRule()
    }

    mutating func next() -> PlannedOccurrence? {
        if let earliest = moved.last, pending.map({ earliest.planned <= $0.planned }) ?? true {
            return moved.removeLast()
        }
        defer { if pending != nil { pending = nextOfRule() } }
        return pending
    }

    private mutating func nextOfRule() -> PlannedOccurrence? {
        while let occurrence = schedule.recurrence?.next(after: cursor, in: zone), let instant = occurrence.instant {
            cursor = instant
            if case .time = terms.changes[occurrence.civil.date] { continue }
            return PlannedOccurrence(schedule, occurrence, at: instant, zone: zone, terms: terms)
        }
        return nil
    }
}
