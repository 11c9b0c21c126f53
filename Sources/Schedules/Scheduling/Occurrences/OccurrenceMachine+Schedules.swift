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

    /// Replaces a schedule by one that people edited.
    ///
    /// Another time makes another edition of the rule, and only its times after `sample` count. While a run lasts, its date
    /// has had its occurrence. With `changesRuns` what runs goes on with the new plan, and otherwise with the one it
    /// started with.
    public mutating func edit(_ edited: Schedule, changesRuns: Bool, at sample: ClockSample) -> [StoreChange] {
        guard let before = schedules.first(where: { $0.id == edited.id }) else { return save(edited, at: sample) }
        var schedule = edited
        (schedule.edition, schedule.validFrom) = (before.edition, before.validFrom)
        schedule.settledThrough = before.settledThrough
        let hasOtherTimes = !schedule.hasTimes(of: before)
        if hasOtherTimes { schedule.edition += 1 }
        // Nothing that was due while it was disabled, or by another time, is made up for.
        if hasOtherTimes || schedule.isEnabled && !before.isEnabled {
            (schedule.validFrom, schedule.settledThrough) = (sample.wall, sample.wall)
        }
        // A one-time alarm that runs is disabled because it is used up, and not to be ended for it.
        let ends =
            before.isEnabled && !schedule.isEnabled && schedule.kind == .alarm
            ? endRuns(of: schedule.id, at: sample) : []
        restore(schedule, for: schedule.id)
        let saved = StoreChange.save(schedule, log: [schedule.entry(.saved, at: sample.wall)])
        let updates = changesRuns ? takePlan(of: schedule, at: sample) : []
        return ends + [saved] + updates + (hasOtherTimes ? settleDates(of: schedule, at: sample) : [])
    }

    /// Lets the runs of a schedule go on with its plan.
    private mutating func takePlan(of schedule: Schedule, at sample: ClockSample) -> [StoreChange] {
        running.filter { $0.key.schedule == schedule.id }.sorted { $0.value.planned < $1.value.planned }
            .flatMap { key, record -> [StoreChange] in
                guard let run = record.run?.taking(schedule.plan), run != record.run else { return [] }
                return update(key, run: run, outcome: nil, actor: .person, at: sample)
            }
    }

    /// Enters the occurrences of a schedule on the dates of its runs as superseded by these.
    private mutating func settleDates(of schedule: Schedule, at sample: ClockSample) -> [StoreChange] {
        let dates = Set(running.keys.filter { $0.schedule == schedule.id }.map(\.date))
        let zone = zones.rules(of: schedule.zone)
        return dates.sorted().flatMap { date -> [StoreChange] in
            let occurrences = schedule.recurrence?.occurrences(on: date, in: zone) ?? []
            return occurrences.compactMap { occurrence -> StoreChange? in
                guard let planned = occurrence.instant, planned > sample.wall else { return nil }
                var record = OccurrenceRecord(
                    of: PlannedOccurrence(schedule, occurrence, at: planned, zone: zone), schedule, at: sample,
                    zoneData: zones.version, run: nil)
                record.outcome = .superseded
                record.actor = .person
                record.endedAt = sample.wall
                return enter(record, settling: nil, log: [], at: sample)
            }
        }
    }

    /// Moves what a run was planned for, with what runs then.
    public mutating func move(
        _ key: OccurrenceKey, to planned: Instant, run: OccurrenceRun, at sample: ClockSample
    ) -> [StoreChange] {
        guard var record = running[key] else { return [] }
        record.planned = planned
        running[key] = record
        return update(key, run: run, outcome: .moved, actor: .person, at: sample)
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
        let key = OccurrenceKey(
            schedule: identifier, date: date, slot: OccurrenceKey.scheduledSlot(edition: schedule.edition))
        var entry = schedule.entry(outcome, of: key, at: sample.wall)
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
