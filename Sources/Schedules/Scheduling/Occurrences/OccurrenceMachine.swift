// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import Clocks
public import SleepModel
public import Storage

/// Decides which occurrences of one device's schedules of one kind begin, are too late, or have ended.
///
/// Pure: it returns what is to be made durable, and an occurrence runs only once its claim is. Nothing here knows what
/// a run does; the features do.
public struct OccurrenceMachine: Sendable {
    /// The zones that schedules are kept in.
    public let zones: ZoneBook
    private(set) var known: KnownOccurrences
    private(set) var claiming: [OccurrenceKey: OccurrenceRecord] = [:]
    private var unwritten: [OccurrenceKey: (record: OccurrenceRecord, log: [LogEntry])] = [:]
    private var retryAt: Duration?
    var changes: [ScheduleID: [CivilDate: OccurrenceOverride.Change]]
    private var pauses: [Pause]
    private(set) var rests: [Range<Instant>] = []

    /// When to look at each schedule again, by its index.
    private var plan = OccurrencePlan()
    private var isPlanStale = true
    private var zoneVersion: Int
    private var lastSeen: ClockSample?
    /// Whether what happened under a clock that was ahead is still to be taken back, whatever the clock did since.
    private var mustTakeBack = false
    private(set) var takenBack = TakenBack()
    /// When the device was reached last, on the boot clock, while it is out of reach.
    private var lastReached: Duration?

    /// The schedules, in the order they were added.
    public private(set) var schedules: [Schedule]
    /// The occurrences that run, claimed and not ended.
    public private(set) var running: [OccurrenceKey: OccurrenceRecord]

    /// How long what the store failed to take waits for the next try.
    public static let claimRetry = Duration.seconds(5)
    /// How far ahead of the clock something that has happened must lie to have happened under a wrong one. (Cron takes
    /// a change of three hours and more for a correction as well: cronie's cron.8.)
    static let voidLead = Duration.seconds(3 * 3600)

    /// Goes on from what the store holds.
    public init(
        schedules: [Schedule], running: [OccurrenceRecord],
        known: [ScheduleID: [OccurrenceKey: OccurrenceStanding]],
        overrides: [OccurrenceOverride] = [], pauses: [Pause] = [], zones: ZoneBook
    ) {
        self.schedules = schedules
        self.running = Dictionary(running.map { ($0.key, $0) }) { first, _ in first }
        self.known = KnownOccurrences(known)
        changes = Dictionary(grouping: overrides, by: \.schedule).mapValues { overrides in
            Dictionary(overrides.map { ($0.date, $0.change) }) { _, last in last }
        }
        self.pauses = pauses
        self.zones = zones
        zoneVersion = zones.changeCount
        rests = spans(of: pauses)
    }

    // MARK: - Time

    /// Claims what is due at `sample`, settles what is too late or to be skipped, takes back what happened under a
    /// wrong clock, and repeats what the store failed to take.
    ///
    /// `makeRun` says how a due occurrence starts.
    public mutating func advance(
        to sample: ClockSample, makeRun: (Schedule, PlannedOccurrence, ClockSample) -> OccurrenceRun
    ) -> [StoreChange] {
        let passage = passage(to: sample)
        let isZoneNew = zoneVersion != zones.changeCount
        (lastSeen, zoneVersion) = (sample, zones.changeCount)
        var effects = anchorRuns(at: sample)
        let isWaiting = retryAt.map { sample.boot < $0 } ?? false
        if !isWaiting {
            retryAt = nil
            effects += unwritten.values.map { StoreChange.update($0.record, log: $0.log) }
        }
        let isSetBack = passage.isSetBack || mustTakeBack
        if isSetBack { effects += takeBack(at: sample, isWaiting: isWaiting) }
        if isSetBack || isZoneNew || isPlanStale {
            effects += reviveMissed(at: sample)
            makePlan(at: sample)
        }
        guard !isWaiting else { return effects }
        for number in plan.popDue(at: sample.wall) {
            effects += settle(number, at: sample, reason: passage.reason, makeRun: makeRun)
        }
        return effects
    }

    /// Claims a run that a person asked for.
    public mutating func begin(
        _ schedule: Schedule, run: OccurrenceRun, slot: String, at sample: ClockSample
    ) -> StoreChange {
        let zone = zones.rules(of: schedule.zone)
        let date = zone.civil(at: sample.wall).date
        let record = OccurrenceRecord(
            key: OccurrenceKey(schedule: schedule.id, date: date, slot: slot), kind: schedule.kind,
            device: schedule.device, name: schedule.name, planned: sample.wall, zone: zone.identifier,
            zoneData: zones.version, rule: .unique, lateness: .zero, actor: .person, run: run)
        return enter(record, settling: nil, at: sample)
    }

    /// Notes what became of a claim; a run starts when it is accepted.
    public mutating func claimed(
        _ key: OccurrenceKey, _ result: ClaimResult, settled: Schedule?, at sample: ClockSample
    ) {
        guard let record = claiming.removeValue(forKey: key) else { return }
        let index = schedules.firstIndex { $0.id == key.schedule }
        switch result {
        case .accepted, .refused:
            known.enter(key, record.standing, at: sample.wall)
            if result == .accepted, record.outcome == nil { running[key] = record }
            guard let settled, let index else { return }
            schedules[index].settledThrough = max(schedules[index].settledThrough, settled.settledThrough)
            schedules[index].isEnabled = schedules[index].isEnabled && settled.isEnabled
        case .failed:
            retryAt = sample.boot + Self.claimRetry
            if let index { plan.set(index, to: sample.wall) }
        }
    }

    /// Notes whether a run's state or end was written; what was not is written again after a while.
    mutating func wrote(_ record: OccurrenceRecord, log: [LogEntry], isWritten: Bool, at sample: ClockSample) {
        let earlier = unwritten.removeValue(forKey: record.key)
        guard !isWritten else { return }
        let log = earlier?.record == record ? log : (earlier?.log ?? []) + log
        unwritten[record.key] = (record, log)
        retryAt = sample.boot + Self.claimRetry
    }

    /// Notes that something could not be taken back; it is tried again.
    mutating func tookBack(_ key: OccurrenceKey, planned: Instant, at sample: ClockSample) {
        known.enter(key, OccurrenceStanding(planned: planned), at: sample.wall)
        mustTakeBack = true
        retryAt = sample.boot + Self.claimRetry
    }

    /// Notes that a schedule could not be saved, and is as it was; what time asks to be saved is asked again.
    mutating func notSaved(_ identifier: ScheduleID, _ before: Schedule?, at sample: ClockSample) {
        restore(before, for: identifier)
        mustTakeBack = true
        retryAt = sample.boot + Self.claimRetry
    }

    /// When something next begins to show, or is to be tried again.
    public func nextWake(at sample: ClockSample) -> WakeRequest {
        if let retryAt { return WakeRequest(boot: retryAt) }
        if mustTakeBack { return WakeRequest(wall: sample.wall) }
        // A look that was taken meanwhile knows more than this sample.
        let isOld = lastSeen.map { $0.bootID == sample.bootID && sample.boot < $0.boot } ?? false
        guard isPlanStale || zoneVersion != zones.changeCount || !isOld && passage(to: sample).isSetBack else {
            return WakeRequest(wall: plan.first)
        }
        return WakeRequest(wall: schedules.compactMap { review($0, at: sample).wake }.min())
    }

    /// What kept anybody from looking since the last time that passed.
    public func absence(until sample: ClockSample) -> OccurrenceReason {
        passage(to: sample).reason
    }

    // MARK: - Runs

    /// Keeps a run's next state.
    public mutating func update(
        _ key: OccurrenceKey, run: OccurrenceRun, outcome: LogOutcome?, actor: OccurrenceActor, at sample: ClockSample
    ) -> [StoreChange] {
        guard var record = running[key] else { return [] }
        record.run = run
        record.actor = actor
        running[key] = record
        return [.update(record, log: unwrittenLog(key) + (outcome.map { [record.entry($0, at: sample.wall)] } ?? []))]
    }

    /// Takes in that the device is out of reach and when, on the boot clock, it was reached last; nil when it is reached.
    public mutating func reach(lostSince lastReached: Duration?) {
        self.lastReached = lastReached
    }

    /// Ends a run; the reason says why, if it ended without having shown.
    public mutating func end(
        _ key: OccurrenceKey, _ outcome: OccurrenceOutcome, actor: OccurrenceActor, reason: OccurrenceReason? = nil,
        at sample: ClockSample
    ) -> [StoreChange] {
        guard var record = running.removeValue(forKey: key) else { return [] }
        let reason = reason ?? (actor == .schedule && isUndelivered(record, at: sample) ? .undelivered : nil)
        record.run = nil
        record.outcome = outcome
        record.actor = actor
        record.reason = reason
        record.endedAt = sample.wall
        known.enter(key, record.standing, at: sample.wall)
        // One that was missed may lie ahead in the zone of today.
        if outcome == .missed { isPlanStale = true }
        // What happened under a clock that was ahead is taken back with the next look.
        if isAhead(record, at: sample) { mustTakeBack = true }
        return [.update(record, log: unwrittenLog(key) + [record.entry(LogOutcome(outcome), at: sample.wall)])]
    }

    // MARK: - Schedules

    /// Adds a schedule or replaces the one with its identity; a run under way keeps what it started with.
    public mutating func save(_ schedule: Schedule, at sample: ClockSample) -> StoreChange {
        restore(schedule, for: schedule.id)
        return .save(schedule, log: [schedule.entry(.saved, at: sample.wall)])
    }

    /// Takes back a change that the store refused.
    mutating func restore(_ schedule: Schedule?, for identifier: ScheduleID) {
        let index = schedules.firstIndex { $0.id == identifier }
        switch (schedule, index) {
        case (let schedule?, let index?): schedules[index] = schedule
        case (let schedule?, nil): schedules.append(schedule)
        case (nil, let index?): schedules.remove(at: index)
        case (nil, nil): break
        }
        isPlanStale = true
    }

    /// Removes a schedule and ends its runs.
    public mutating func remove(_ identifier: ScheduleID, at sample: ClockSample) -> [StoreChange] {
        guard let schedule = schedules.first(where: { $0.id == identifier }) else { return [] }
        var effects: [StoreChange] = []
        for key in running.keys where key.schedule == identifier {
            effects += end(key, .cancelled, actor: .person, at: sample)
        }
        restore(nil, for: identifier)
        return effects + [.remove(identifier, log: [schedule.entry(.removed, at: sample.wall)])]
    }

    /// Says what is different on a date of a schedule, nil for nothing; what began keeps to what it was.
    public mutating func change(
        _ identifier: ScheduleID, on date: CivilDate, to change: OccurrenceOverride.Change?, at sample: ClockSample
    ) -> [StoreChange] {
        guard let schedule = schedules.first(where: { $0.id == identifier }) else { return [] }
        changes[identifier, default: [:]][date] = change
        isPlanStale = true
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

    /// Takes back a change of single dates that the store refused.
    mutating func restore(changes: [CivilDate: OccurrenceOverride.Change]?, for identifier: ScheduleID) {
        self.changes[identifier] = changes
        isPlanStale = true
    }

    /// Sets the pauses that hold from now on.
    public mutating func pause(_ pauses: [Pause]) {
        self.pauses = pauses
        rests = spans(of: pauses)
        isPlanStale = true
    }

    // MARK: -

    /// Lets runs of another boot count by this one's clock from now on.
    ///
    /// How long the host was down only the wall clock can tell; once is enough, or each later step of it would move them.
    private mutating func anchorRuns(at sample: ClockSample) -> [StoreChange] {
        running.keys.sorted { $0.date < $1.date }.flatMap { key -> [StoreChange] in
            guard let run = running[key]?.run, let actor = running[key]?.actor, run.anchor.bootID != sample.bootID
            else { return [] }
            return update(key, run: run.anchored(at: sample), outcome: nil, actor: actor, at: sample)
        }
    }

    private mutating func makePlan(at sample: ClockSample) {
        rests = spans(of: pauses)
        // What lies ahead again because the clock was set back is looked at again; what began is known.
        for index in schedules.indices {
            schedules[index].settledThrough = min(schedules[index].settledThrough, sample.wall)
        }
        plan = OccurrencePlan(schedules.map { review($0, at: sample).wake })
        isPlanStale = false
    }

    private mutating func settle(
        _ number: Int, at sample: ClockSample, reason: OccurrenceReason,
        makeRun: (Schedule, PlannedOccurrence, ClockSample) -> OccurrenceRun
    ) -> [StoreChange] {
        let schedule = schedules[number]
        let review = review(schedule, at: sample)
        var records = review.passed.map { passed in
            var record = OccurrenceRecord(
                of: passed.occurrence, schedule, at: sample, zoneData: zones.version, run: nil)
            record.outcome = passed.outcome
            record.reason = passed.occurrence.skip ?? reason
            record.endedAt = sample.wall
            return record
        }
        if let due = review.due {
            let run = makeRun(schedule, due, sample)
            records.append(OccurrenceRecord(of: due, schedule, at: sample, zoneData: zones.version, run: run))
        }
        plan.set(number, to: review.next?.starts)
        // Each claim settles no more than itself, so that those that are on disk are all there was before them.
        return records.enumerated().map { index, record in
            var settled = index == records.count - 1 ? review.settled : schedule
            settled.settledThrough = max(schedule.settledThrough, record.planned)
            return enter(record, settling: settled, at: sample)
        }
    }

    /// Lets go of what happened under a clock that was far ahead: its time is still to come.
    private mutating func takeBack(at sample: ClockSample, isWaiting: Bool) -> [StoreChange] {
        mustTakeBack = false
        var effects: [StoreChange] = []
        for index in schedules.indices {
            let schedule = schedules[index]
            let ahead = known[schedule.id].filter { key, standing in
                !standing.isMissed && isAhead(key, standing.planned, schedule, at: sample) && running[key] == nil
                    && claiming[key] == nil
            }
            // Its end has to be written first.
            if isWaiting, ahead.keys.contains(where: { unwritten[$0] != nil }) {
                mustTakeBack = true
                continue
            }
            // After a long time ahead not every date of it was entered, but all count as settled.
            let isSettledAhead = schedule.settledThrough - schedule.plan.lead > sample.wall + Self.voidLead
            guard isSettledAhead || !ahead.isEmpty else { continue }
            // A process that is started after their time must find that they are not settled, so this comes first.
            let isUsed = ahead.values.contains { $0.planned >= schedule.validFrom }
            schedules[index].settledThrough = min(schedule.settledThrough, sample.wall)
            schedules[index].isEnabled = schedule.isEnabled || schedule.recurrence?.isOnce == true && isUsed
            effects.append(.save(schedules[index], log: []))
            for (key, standing) in ahead.sorted(by: { $0.value.planned < $1.value.planned }) {
                known.forget(key)
                takenBack.note(key, starting: standing.planned - schedule.plan.lead, at: sample)
                var entry = schedule.entry(.void, of: key, at: sample.wall, actor: .schedule)
                entry.planned = standing.planned
                entry.reason = .clockStep
                effects.append(.void(key, .clockStep, at: sample.wall, log: [entry]))
            }
        }
        return effects
    }

    /// Enables one-time schedules again that were missed while they showed, and whose time lies ahead again.
    private mutating func reviveMissed(at sample: ClockSample) -> [StoreChange] {
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

    /// Whether nothing of a run, or of where it stands, has reached the device.
    private func isUndelivered(_ record: OccurrenceRecord, at sample: ClockSample) -> Bool {
        guard let lastReached, let anchor = record.run?.anchor else { return false }
        return sample.boot - lastReached >= sample.elapsed(since: anchor)
    }

    private func passage(to sample: ClockSample) -> ClockPassage {
        ClockPassage(
            from: lastSeen, to: sample, zoneChanged: zoneVersion != zones.changeCount, storeFailed: retryAt != nil)
    }

    /// The log lines of an earlier state that is still to be written, and is not needed once a newer one is.
    private mutating func unwrittenLog(_ key: OccurrenceKey) -> [LogEntry] {
        unwritten.removeValue(forKey: key)?.log ?? []
    }

    private func spans(of pauses: [Pause]) -> [Range<Instant>] {
        pauses.map { $0.span(in: zones.rules(of: $0.zone)) }
    }

    private mutating func enter(
        _ record: OccurrenceRecord, settling schedule: Schedule?, at sample: ClockSample
    ) -> StoreChange {
        claiming[record.key] = record
        let outcome = record.outcome.map { LogOutcome($0) } ?? .started
        return .claim(record, settling: schedule, log: [record.entry(outcome, at: sample.wall)])
    }
}
