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
        let log = [entry(savedAs: schedule, at: sample)]
        restore(schedule, for: schedule.id)
        return ends + [.save(schedule, log: log)]
    }

    /// Enables or disables a schedule; nothing is made up for that was due while it was disabled.
    ///
    /// An alarm that is disabled is silent from now on.
    public mutating func enable(
        _ identifier: ScheduleID, _ isEnabled: Bool, at sample: ClockSample
    ) -> [StoreChange] {
        guard var schedule = schedules.first(where: { $0.id == identifier }) else { return [] }
        if isEnabled, !schedule.isEnabled {
            (schedule.validFrom, schedule.settledThrough) = (sample.wall, sample.wall)
        }
        schedule.isEnabled = isEnabled
        let ends = isEnabled || schedule.kind != .alarm ? [] : endRuns(of: identifier, at: sample)
        let log = [entry(savedAs: schedule, at: sample)]
        restore(schedule, for: identifier)
        return writes.outstanding(of: identifier) + ends + [.save(schedule, log: log)]
    }

    /// Replaces a schedule by one that people edited, but for whether it is enabled.
    ///
    /// Another time of day or zone makes another edition of the rule, whose occurrences are others, and only its times
    /// after `sample` count. A date on which one runs is taken, unless the schedule has no other. One whose place a night
    /// by hand took is free again once that is over. `following` says what a run does when its schedule gets another time.
    /// With `changesRuns` what runs goes on with the new plan.
    public mutating func edit(
        _ edited: Schedule, changesRuns: Bool, at sample: ClockSample,
        following: (OccurrenceRun, Instant) -> RunEdit = { _, _ in .stays }
    ) -> [StoreChange] {
        guard let before = schedules.first(where: { $0.id == edited.id }) else { return save(edited, at: sample) }
        var schedule = edited
        (schedule.isEnabled, schedule.edition) = (before.isEnabled, before.edition)
        (schedule.validFrom, schedule.settledThrough) = (before.validFrom, before.settledThrough)
        schedule.takenThrough = before.takenThrough
        var moves: [StoreChange] = []
        var isAnotherTime = false
        if !schedule.hasTimes(of: before) {
            (schedule.validFrom, schedule.settledThrough) = (sample.wall, sample.wall)
            schedule.isEnabled = before.isEnabled || isUsedUp(before, at: sample)
            if schedule.recurrence?.time != before.recurrence?.time || schedule.zone != before.zone {
                isAnotherTime = true
                schedule.edition = nextEdition(of: before)
                // What took a date before this edit is over, or runs and takes it again.
                schedule.takenThrough = nil
                moves = move(to: &schedule, at: sample, following)
            }
        }
        let log = [entry(savedAs: schedule, at: sample)]
        restore(schedule, for: schedule.id)
        let freed = isAnotherTime ? takeBackBegun(of: schedule.id, at: sample) : []
        return writes.outstanding(of: schedule.id) + moves + [.save(schedule, log: log)] + freed
            + rename(runsOf: schedule, at: sample) + (changesRuns ? takePlan(of: schedule, at: sample) : [])
    }

    /// The line of a schedule that takes the place of the one with its identity: it says what is different.
    private func entry(savedAs schedule: Schedule, at sample: ClockSample) -> LogEntry {
        var entry = schedule.entry(.saved, at: sample.wall)
        let before = schedules.first { $0.id == schedule.id }
        entry.detail = before.flatMap { ScheduleDifference.text(from: $0, to: schedule) }
        return entry
    }

    /// Whether a schedule for one date is disabled because it has had it.
    private func isUsedUp(_ schedule: Schedule, at sample: ClockSample) -> Bool {
        guard !schedule.isEnabled, let recurrence = schedule.recurrence, recurrence.isOnce else { return false }
        return running.keys.contains { $0.schedule == schedule.id && $0.isScheduled }
            || recurrence.looked(upIn: holidays).next(after: sample.wall, in: zones.rules(of: schedule.zone)) == nil
    }

    /// Has the runs of a schedule follow its new times, and takes their dates.
    private mutating func move(
        to schedule: inout Schedule, at sample: ClockSample, _ following: (OccurrenceRun, Instant) -> RunEdit
    ) -> [StoreChange] {
        // Where only a light stays, the date has had its ring, and a later time is another one.
        let runs = running.values.filter {
            $0.key.schedule == schedule.id && $0.key.isScheduled && $0.run?.heardOutcome == nil
        }
        .sorted { $0.planned < $1.planned }
        // Whatever the date: the run may have begun on the evening before it.
        var free = schedule
        (free.isEnabled, free.takenThrough) = (true, nil)
        let next = PlannedOccurrences(
            of: free, after: sample.wall, zone: zones.rules(of: schedule.zone), terms: terms(of: schedule)
        ).first { _ in true }
        return runs.flatMap { record -> [StoreChange] in
            let isOnce = schedule.recurrence?.isOnce == true
            if let next, next.skip == nil, let run = record.run {
                switch following(run, next.planned) {
                // Near enough that it need not become dark before it begins anew.
                case .follows(let moved) where next.starts <= sample.wall + schedule.plan.lead:
                    schedule.takenThrough =
                        [schedule.takenThrough, record.key.date, next.key.date].compactMap(\.self).max()
                    if isOnce { schedule.isEnabled = false }
                    return move(record.key, to: next.planned, run: moved, at: sample)
                case .follows where isOnce || next.key.date == record.key.date, .makesRoom where isOnce:
                    return end(record.key, .superseded, actor: .person, at: sample)
                case .stays, .follows, .makesRoom: break
                }
            }
            // One for a single date has no other.
            if isOnce { return [] }
            schedule.takenThrough = [schedule.takenThrough, record.key.date].compactMap(\.self).max()
            return []
        }
    }

    /// Moves what a run was planned for, with what runs then.
    public mutating func move(
        _ key: OccurrenceKey, to planned: Instant, run: OccurrenceRun, at sample: ClockSample
    ) -> [StoreChange] {
        let detail = running[key].map {
            ScheduleDifference.times(from: $0.planned, to: planned, in: zones.rules(of: $0.zone))
        }
        running[key]?.planned = planned
        return update(key, run: run, outcome: .moved, detail: detail, actor: .person, at: sample)
    }

    /// Lets the runs of a schedule go by its name.
    private mutating func rename(runsOf schedule: Schedule, at sample: ClockSample) -> [StoreChange] {
        running.filter { $0.key.schedule == schedule.id && $0.value.name != schedule.name }
            .sorted { $0.value.planned < $1.value.planned }
            .flatMap { key, record -> [StoreChange] in
                guard let run = record.run else { return [] }
                running[key]?.name = schedule.name
                return update(key, run: run, outcome: nil, actor: record.actor, at: sample)
            }
    }

    /// Lets the runs of a schedule go on with its plan.
    private mutating func takePlan(of schedule: Schedule, at sample: ClockSample) -> [StoreChange] {
        running.filter { $0.key.schedule == schedule.id }.sorted { $0.value.planned < $1.value.planned }
            .flatMap { key, record -> [StoreChange] in
                let zone = zones.rules(of: schedule.zone)
                let run = record.run?.taking(schedule.plan, zone: zone, at: sample.wall)
                guard let run, run != record.run else { return [] }
                return update(key, run: run, outcome: nil, actor: .person, at: sample)
            }
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
        running.filter { $0.key.schedule == identifier }.flatMap { key, record in
            // What was answered stays answered.
            let heard = record.run?.heardOutcome
            return end(
                key, heard ?? .cancelled, actor: .person, logged: heard == nil ? nil : .lightEnded, at: sample)
        }
    }

    /// Sets the pauses that hold from now on.
    public mutating func pause(_ pauses: [Pause]) {
        planning.pause(pauses)
    }

    /// Whether a pause holds at an instant, and until somebody ends it.
    public func isPausedUntilResumed(at now: Instant) -> Bool {
        planning.pauseSpans.contains { $0.contains(now) && $0.upperBound == .max }
    }

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
