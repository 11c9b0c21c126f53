// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import Clocks
public import SleepModel
import Storage

/// What a clock that was set, another zone or a changed schedule asks for.
extension OccurrenceMachine {
    mutating func replan(at sample: ClockSample) {
        planning.refreshPauses()
        // What lies ahead again because the clock was set back is looked at again; what began is known.
        for index in schedules.indices {
            schedules[index].settledThrough = min(schedules[index].settledThrough, sample.wall)
            // A date that lies far ahead was taken under a wrong clock.
            let today = zones.rules(of: schedules[index].zone).civil(at: sample.wall).date
            if let taken = schedules[index].takenThrough, taken > today.adding(days: 1) {
                schedules[index].takenThrough = nil
            }
        }
        planning.replan(schedules.map { review($0, at: sample).wake })
    }

    /// Voids what ran under a clock that was far ahead, so that it runs again at its time.
    mutating func voidAhead(at sample: ClockSample, isWaiting: Bool) -> [StoreChange] {
        voided.beginReview()
        var effects: [StoreChange] = []
        for index in schedules.indices {
            let schedule = schedules[index]
            let ahead = known[schedule.id].filter { key, standing in
                !standing.isMissed && isAhead(key, standing.planned, schedule, at: sample) && running[key] == nil
                    && !writes.isClaiming(key)
            }
            // Its end has to be written first.
            if ahead.keys.contains(where: { writes.isUnrecorded($0) || isWaiting && writes.isUnwritten($0) }) {
                voided.askForReview()
                continue
            }
            // After a long time ahead not every date of it was entered, but all count as settled.
            let isSettledAhead =
                schedule.settledThrough - schedule.plan.lead > sample.wall + VoidedOccurrences.lead
            guard isSettledAhead || !ahead.isEmpty else { continue }
            // Comes first: a process that is started after their time has to find that they are not settled.
            let isUsed = ahead.values.contains { $0.planned >= schedule.validFrom }
            schedules[index].settledThrough = min(schedule.settledThrough, sample.wall)
            schedules[index].isEnabled = schedule.isEnabled || schedule.recurrence?.isOnce == true && isUsed
            effects.append(.save(schedules[index], log: []))
            for (key, standing) in ahead.sorted(by: { $0.value.planned < $1.value.planned }) {
                known.forget(key)
                voided.note(key, starting: standing.planned - schedule.plan.lead, at: sample)
                var entry = schedule.entry(.void, of: key, at: sample.wall, actor: .schedule)
                entry.planned = standing.planned
                entry.reason = .clockStep
                effects.append(.void(key, .clockStep, at: sample.wall, log: [entry]))
            }
        }
        return effects
    }

    /// Enables one-time schedules again that were missed while they showed, and whose time lies ahead again.
    mutating func reviveMissed(at sample: ClockSample) -> [StoreChange] {
        var effects: [StoreChange] = []
        for index in schedules.indices where !schedules[index].isEnabled && schedules[index].recurrence?.isOnce == true
        {
            var schedule = schedules[index]
            guard known[schedule.id].contains(where: \.value.isMissed) else { continue }
            schedule.isEnabled = true
            let review = review(schedule, at: sample)
            // One that somebody saved since it was missed is as they want it.
            guard let key = (review.due ?? review.next)?.key, let missed = known[schedule.id][key], missed.isMissed,
                schedule.validFrom <= missed.planned
            else { continue }
            schedules[index] = schedule
            effects.append(.save(schedule, log: []))
        }
        return effects
    }

    /// Whether a record lies so far ahead that it ran under a wrong clock.
    func isAhead(_ record: OccurrenceRecord, at sample: ClockSample) -> Bool {
        schedules.first { $0.id == record.key.schedule }
            .map { isAhead(record.key, record.planned, $0, at: sample) } ?? false
    }

    private func isAhead(
        _ key: OccurrenceKey, _ planned: Instant, _ schedule: Schedule, at sample: ClockSample
    ) -> Bool {
        key.isScheduled
            && planned - schedule.plan.lead > sample.wall + VoidedOccurrences.lead
    }

    /// What the passing of time asks of a schedule.
    func review(_ schedule: Schedule, at sample: ClockSample) -> ScheduleReview {
        let known = known[schedule.id]
        return ScheduleReview(
            of: schedule, zone: zones.rules(of: schedule.zone), at: sample.wall,
            terms: terms(of: schedule, happened: voided.happened(of: schedule.id, at: sample))
        ) { occurrence in
            if writes.isClaiming(occurrence.key) { return .settled }
            guard let standing = known[occurrence.key] else {
                // An edition before may have had the very time; a clock that is set back brings it up again.
                let isHad =
                    occurrence.planned <= schedule.validFrom
                    && known.contains { key, standing in
                        key.date == occurrence.key.date && standing.planned == occurrence.planned && !standing.isMissed
                            && key.isScheduled
                    }
                return isHad ? .settled : .none
            }
            // One that has rung where no device took it has had its time; another one of it may lie ahead.
            let hasHad = standing.isUndelivered && occurrence.planned <= sample.wall
            return standing.isMissed && !hasHad ? .missed : .settled
        }
    }

    func terms(of schedule: Schedule, happened: Set<OccurrenceKey> = []) -> ScheduleTerms {
        ScheduleTerms(
            changes: changes[schedule.id] ?? [:], pauses: planning.pauseSpans, happened: happened,
            holidays: holidays)
    }
}

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

    /// When the occurrences of a schedule were planned that somebody ended before their end, in any order.
    public func cancelled(of identifier: ScheduleID) -> [Instant] {
        known[identifier].values.filter(\.isCancelled).map(\.planned)
    }

    /// What is different on single dates of a schedule.
    public func changes(of identifier: ScheduleID) -> [CivilDate: OccurrenceOverride.Change] {
        changes[identifier] ?? [:]
    }
}
