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
}
