// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import Clocks
public import SleepModel
public import Storage

/// Single dates on which a schedule is skipped or has another time.
extension OccurrenceMachine {
    /// Sets what is different on a date of a schedule, nil for nothing.
    ///
    /// `following` says what a run of that date does when it gets another time; otherwise what has begun stays as it is.
    /// A date that somebody moved and then skips is where they moved it when they take the skip back.
    public mutating func change(
        _ identifier: ScheduleID, on date: CivilDate, to wanted: OccurrenceOverride.Change?,
        because reason: OccurrenceReason? = nil, at sample: ClockSample,
        following: (OccurrenceRun, Instant) -> RunEdit = { _, _ in .stays }
    ) -> [StoreChange] {
        guard let schedule = schedules.first(where: { $0.id == identifier }) else { return [] }
        let before = changes[identifier]?[date]
        let (change, outcome): (OccurrenceOverride.Change?, LogOutcome) =
            switch (wanted, before) {
            case (.skip(_, let isBegun), _): (.skip(at: before?.time, isBegun: isBegun), .skip)
            case (nil, .skip(let time, _)): (time.map { .time($0) }, .unskip)
            case (nil, nil): (nil, .unskip)
            case (.time, _), (nil, .time): (wanted, .moved)
            }
        changes[identifier, default: [:]][date] = change
        planning.invalidate()
        let key = OccurrenceKey(
            schedule: identifier, date: date, slot: OccurrenceKey.scheduledSlot(edition: schedule.edition))
        var entry = schedule.entry(outcome, of: key, at: sample.wall)
        entry.reason = reason
        let zone = zones.rules(of: schedule.zone)
        entry.planned = schedule.recurrence?.looked(upIn: holidays).occurrences(on: date, in: zone).first?.instant
        if outcome == .moved, let own = entry.planned.map({ "\(zone.civil(at: $0).time)" }) {
            entry.detail = ScheduleDifference.change(
                before?.time.map { "\($0)" } ?? own, change?.time.map { "\($0)" } ?? own)
        }
        let moves = follow(date, of: schedule, at: sample, following)
        guard let change else { return moves + [.removeOverride(identifier, on: date, log: [entry])] }
        let override = OccurrenceOverride(schedule: identifier, date: date, change: change, since: sample.wall)
        return moves + [.override(override, log: [entry])]
    }

    /// Has the run of a date follow the time that this date has now.
    ///
    /// If that begins too late for the run, it is another occurrence, and the run makes room for it.
    private mutating func follow(
        _ date: CivilDate, of schedule: Schedule, at sample: ClockSample,
        _ following: (OccurrenceRun, Instant) -> RunEdit
    ) -> [StoreChange] {
        let record = running.values.first {
            $0.key.schedule == schedule.id && $0.key.isScheduled && $0.key.date == date && $0.run?.heardOutcome == nil
        }
        // The run itself has used up the date, which counts all the same.
        var free = schedule
        (free.isEnabled, free.takenThrough) = (true, nil)
        let next = PlannedOccurrences(
            of: free, after: sample.wall, zone: zones.rules(of: schedule.zone), terms: terms(of: schedule)
        ).first { _ in true }
        guard let record, let run = record.run, let next, next.key.date == date, next.skip == nil,
            next.planned != record.planned, case .follows(let moved) = following(run, next.planned)
        else { return [] }
        guard next.starts > sample.wall + schedule.plan.lead else {
            // The line of the date says it.
            running[record.key]?.planned = next.planned
            return update(record.key, run: moved, outcome: nil, actor: .person, at: sample)
        }
        free.isEnabled = schedule.isEnabled || schedule.recurrence?.isOnce == true
        free.edition = nextEdition(of: schedule)
        (free.validFrom, free.settledThrough) = (sample.wall, sample.wall)
        let ends = end(record.key, .superseded, actor: .person, at: sample)
        restore(free, for: schedule.id)
        return ends + [.save(free, log: [])]
    }

    /// Takes back the skips of the dates from today on whose place a night took that somebody began by hand and that is over.
    ///
    /// Whoever gives a bedtime another time then wants it. A skip that somebody asked for stays.
    mutating func takeBackBegun(of identifier: ScheduleID, at sample: ClockSample) -> [StoreChange] {
        guard running.isEmpty, let schedule = schedules.first(where: { $0.id == identifier }) else { return [] }
        let today = zones.rules(of: schedule.zone).civil(at: sample.wall).date
        return changes(of: identifier).filter { $0.key >= today && $0.value.isBegun }.keys.sorted()
            .flatMap { change(identifier, on: $0, to: nil, at: sample) }
    }

    /// The edition of a rule whose occurrences no one knows yet.
    func nextEdition(of schedule: Schedule) -> Int {
        max(schedule.edition, known[schedule.id].keys.compactMap(\.edition).max() ?? 1) + 1
    }
}
