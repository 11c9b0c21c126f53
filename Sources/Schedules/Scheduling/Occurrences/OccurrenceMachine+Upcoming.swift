// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import Clocks
public import SleepModel
import Storage

/// What lies ahead.
extension OccurrenceMachine {
    /// What will happen until `end`, soonest first.
    public func upcoming(
        after now: Instant, until end: Instant
    ) -> [(schedule: Schedule, occurrence: PlannedOccurrence)] {
        schedules.flatMap { schedule in
            schedule.upcoming(
                after: now, until: end, limit: 400, zone: zones.rules(of: schedule.zone),
                known: known.settled(of: schedule.id), terms: terms(of: schedule)
            ).filter { $0.skip == nil }.map { (schedule, $0) }
        }
        .sorted { $0.occurrence.planned < $1.occurrence.planned }
    }

    /// The next occurrence of a schedule, however far ahead.
    public func next(of schedule: Schedule, at sample: ClockSample) -> PlannedOccurrence? {
        let review = review(schedule, at: sample)
        guard let next = review.due ?? review.next else { return nil }
        guard next.skip != nil else { return next }
        return schedule.upcoming(
            after: sample.wall, until: .max, limit: 400, zone: zones.rules(of: schedule.zone),
            known: known.settled(of: schedule.id), terms: terms(of: schedule)
        ).first { $0.skip == nil }
    }

    /// What is different on single dates of a schedule.
    public func changes(of identifier: ScheduleID) -> [CivilDate: OccurrenceOverride.Change] {
        changes[identifier] ?? [:]
    }

    /// Whether a record lies so far ahead that it happened under a wrong clock.
    func isAhead(_ record: OccurrenceRecord, at sample: ClockSample) -> Bool {
        schedules.first { $0.id == record.key.schedule }
            .map { isAhead(record.key, record.planned, $0, at: sample) } ?? false
    }

    func isAhead(
        _ key: OccurrenceKey, _ planned: Instant, _ schedule: Schedule, at sample: ClockSample
    ) -> Bool {
        key.slot == OccurrenceKey.scheduledSlot && planned - schedule.plan.lead > sample.wall + Self.voidLead
    }

    private func terms(of schedule: Schedule, happened: Set<OccurrenceKey> = []) -> ScheduleTerms {
        ScheduleTerms(changes: changes[schedule.id] ?? [:], rests: rests, happened: happened)
    }

    /// What the passing of time asks of a schedule.
    func review(_ schedule: Schedule, at sample: ClockSample) -> ScheduleReview {
        let known = known[schedule.id]
        return ScheduleReview(
            of: schedule, zone: zones.rules(of: schedule.zone), at: sample.wall,
            terms: terms(of: schedule, happened: takenBack.happened(of: schedule.id, at: sample))
        ) { key in
            if claiming[key] != nil { return .settled }
            guard let standing = known[key] else { return .none }
            return standing.isMissed ? .missed : .settled
        }
    }
}
