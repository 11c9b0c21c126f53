// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import Clocks
public import SleepModel
public import Storage

/// What people arrange.
extension OccurrenceMachine {
    /// Adds a schedule or replaces the one with its identity; a run under way keeps what it started with.
    ///
    /// An alarm that is disabled is silent from now on, also if it is snoozed or shows its sunrise.
    public mutating func save(_ schedule: Schedule, at sample: ClockSample) -> [StoreChange] {
        // A one-time alarm that runs is used up, which disables it too.
        let ends = !schedule.isEnabled && schedule.kind == .alarm ? endRuns(of: schedule.id, at: sample) : []
        restore(schedule, for: schedule.id)
        return ends + [.save(schedule, log: [schedule.entry(.saved, at: sample.wall)])]
    }

    /// Removes a schedule and ends its runs.
    public mutating func remove(_ identifier: ScheduleID, at sample: ClockSample) -> [StoreChange] {
        guard let schedule = schedules.first(where: { $0.id == identifier }) else { return [] }
        let ends = endRuns(of: identifier, at: sample)
        restore(nil, for: identifier)
        // Or a process that ends before the next attempt would leave a run that goes on without its schedule.
        let outstanding = writes.outstanding(of: identifier)
        return outstanding + ends + [.remove(identifier, log: [schedule.entry(.removed, at: sample.wall)])]
    }

    private mutating func endRuns(of identifier: ScheduleID, at sample: ClockSample) -> [StoreChange] {
        running.keys.filter { $0.schedule == identifier }
            .flatMap { end($0, .cancelled, actor: .person, at: sample) }
    }

    /// Sets what is different on a date of a schedule, nil for nothing; what has begun stays as it is.
    public mutating func change(
        _ identifier: ScheduleID, on date: CivilDate, to change: OccurrenceOverride.Change?, at sample: ClockSample
    ) -> [StoreChange] {
        guard let schedule = schedules.first(where: { $0.id == identifier }) else { return [] }
        changes[identifier, default: [:]][date] = change
        planning.invalidate()
        let outcome: LogOutcome =
            switch change {
            case .skip: .skip
            case .time: .moved
            case nil: .unskip
            }
        var entry = schedule.entry(outcome, of: OccurrenceKey(schedule: identifier, date: date), at: sample.wall)
        entry.planned = schedule.recurrence?.occurrences(on: date, in: zones.rules(of: schedule.zone)).first?.instant
        guard let change else { return [.removeOverride(identifier, on: date, log: [entry])] }
        let override = OccurrenceOverride(schedule: identifier, date: date, change: change, since: sample.wall)
        return [.override(override, log: [entry])]
    }

    /// Sets the pauses that hold from now on.
    public mutating func pause(_ pauses: [Pause]) {
        planning.pause(pauses)
    }

    /// Whether a pause holds until somebody ends it.
    public var isPausedUntilResumed: Bool { planning.pauseSpans.contains { $0.upperBound == .max } }

    // MARK: - Changes that the store did not take

    /// Restores a schedule that the store did not save or remove; nil for one that was not there.
    mutating func restore(_ schedule: Schedule?, for identifier: ScheduleID) {
        let index = schedules.firstIndex { $0.id == identifier }
        switch (schedule, index) {
        case (let schedule?, let index?): schedules[index] = schedule
        case (let schedule?, nil): schedules.append(schedule)
        case (nil, let index?): schedules.remove(at: index)
        case (nil, nil): break
        }
        planning.invalidate()
    }

    /// Restores what was different on single dates.
    mutating func restore(changes: [CivilDate: OccurrenceOverride.Change]?, for identifier: ScheduleID) {
        self.changes[identifier] = changes
        planning.invalidate()
    }

    /// Restores a schedule that the store failed to save; what time asks to be saved is asked again.
    mutating func notSaved(_ identifier: ScheduleID, _ before: Schedule?, at sample: ClockSample) {
        restore(before, for: identifier)
        voided.askForReview()
        writes.wait(from: sample)
    }

    /// Notes that the store failed to void an occurrence; that is tried again.
    mutating func notVoided(_ key: OccurrenceKey, planned: Instant, at sample: ClockSample) {
        known.enter(key, OccurrenceStanding(planned: planned), at: sample.wall)
        voided.askForReview()
        writes.wait(from: sample)
    }
}
