// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import Clocks
public import SleepModel
public import Storage

/// Decides which occurrences of one device's schedules of one kind begin, are too late, or have ended.
///
/// Pure: it returns what is to be made durable. An occurrence runs once its claim is durable, or some time after it was
/// due if the store has not taken the claim. Nothing here knows what a run does; the features do.
public struct OccurrenceMachine: Sendable {
    /// How long after its time an occurrence waits for its record before it begins without one.
    public static let patience = Duration.seconds(2)

    /// The zones that schedules are kept in.
    public let zones: ZoneBook
    /// The schedules, in the order they were added.
    public internal(set) var schedules: [Schedule]
    /// The occurrences that run: claimed and not ended.
    public internal(set) var running: [OccurrenceKey: OccurrenceRecord]

    /// The calendars that rules name.
    public internal(set) var holidays: HolidayBook

    var known: KnownOccurrences
    var changes: [ScheduleID: [CivilDate: OccurrenceOverride.Change]]
    var writes = PendingWrites()
    var voided = VoidedOccurrences()
    var planning: LookPlanning
    /// The schedules that stand in for those of runs that cannot be read, until the run ends.
    private var standIns: Set<ScheduleID>
    /// When the device was reached last, on the boot clock, while it is out of reach.
    private var lastReached: Duration?

    /// Goes on from what the store holds.
    public init(
        schedules: [Schedule], running: [OccurrenceRecord],
        known: [ScheduleID: [OccurrenceKey: OccurrenceStanding]],
        overrides: [OccurrenceOverride] = [], pauses: [Pause] = [], holidays: HolidayBook = HolidayBook(),
        zones: ZoneBook
    ) {
        let orphans = Dictionary(grouping: running, by: \.key.schedule).filter { identifier, _ in
            !schedules.contains { $0.id == identifier }
        }
        let standIns = orphans.compactMap { _, records in
            records.lazy.compactMap { Schedule(standingInFor: $0, zone: zones.rules(of: $0.zone)) }.first
        }
        self.schedules = schedules + standIns.sorted { $0.id.rawValue < $1.id.rawValue }
        self.standIns = Set(standIns.map(\.id))
        self.running = Dictionary(running.map { ($0.key, $0) }) { first, _ in first }
        self.known = KnownOccurrences(known)
        changes = Dictionary(grouping: overrides, by: \.schedule).mapValues { overrides in
            Dictionary(overrides.map { ($0.date, $0.change) }) { _, last in last }
        }
        self.zones = zones
        self.holidays = holidays
        planning = LookPlanning(pauses: pauses, zones: zones)
    }

    // MARK: - Time

    /// Claims what is due at `sample`, settles what is too late or to be skipped, voids what ran under a wrong clock,
    /// and repeats what the store failed to take.
    ///
    /// `makeRun` says how a due occurrence starts; nil leaves it out, as something else runs.
    public mutating func advance(
        to sample: ClockSample, makeRun: (Schedule, PlannedOccurrence, ClockSample) -> OccurrenceRun?
    ) -> [StoreChange] {
        let (passage, zonesChanged) = planning.look(at: sample, storeFailed: writes.retryAt != nil)
        var effects = anchorRuns(at: sample) + beginAnew(at: sample, makeRun: makeRun)
        let isWaiting = writes.isWaiting(at: sample)
        effects += writes.retries(at: sample)
        let isSetBack = passage.isSetBack || voided.isReviewDue
        if isSetBack { effects += voidAhead(at: sample, isWaiting: isWaiting) }
        if isSetBack || zonesChanged || planning.isStale {
            effects += reviveMissed(at: sample)
            replan(at: sample)
        }
        for number in planning.popDue(at: sample.wall) {
            effects += settle(number, at: sample, reason: passage.reason, makeRun: makeRun)
        }
        return effects
    }

    /// When the next occurrence begins to show; nil when there is none, or when that is to be planned anew first.
    public func nextStart(at sample: ClockSample) -> Instant? {
        planning.isOutdated(at: sample) ? nil : planning.first
    }

    /// When something next begins to show, or is to be tried again.
    public func nextWake(at sample: ClockSample) -> WakeRequest {
        let retry = WakeRequest(boot: writes.retryAt)
        if voided.isReviewDue { return writes.retryAt == nil ? WakeRequest(wall: sample.wall) : retry }
        guard planning.isOutdated(at: sample) else { return retry.earliest(WakeRequest(wall: planning.first)) }
        return retry.earliest(WakeRequest(wall: schedules.compactMap { review($0, at: sample).wake }.min()))
    }

    /// What kept anybody from looking since the last look.
    public func absence(until sample: ClockSample) -> OccurrenceReason {
        planning.passage(to: sample, storeFailed: writes.retryAt != nil).reason
    }

    /// Whether anybody has looked at the time yet.
    public var hasLooked: Bool { planning.hasLooked }

    /// Whether the device is known to be out of reach.
    public var isOutOfReach: Bool { lastReached != nil }

    /// Notes when, on the boot clock, the device was reached last while it is out of reach; nil when it is reached.
    public mutating func reach(lostSince lastReached: Duration?) {
        self.lastReached = lastReached
    }

    // MARK: - Claims

    /// Claims a run that a person asked for, planned for now if nothing else is given.
    public mutating func begin(
        _ schedule: Schedule, run: OccurrenceRun, slot: String, planned: Instant? = nil, at sample: ClockSample
    ) -> StoreChange {
        let zone = zones.rules(of: schedule.zone)
        let date = zone.civil(at: sample.wall).date
        let record = OccurrenceRecord(
            key: OccurrenceKey(schedule: schedule.id, date: date, slot: slot), kind: schedule.kind,
            device: schedule.device, name: schedule.name, planned: planned ?? sample.wall, zone: zone.identifier,
            zoneData: zones.version, rule: .unique, lateness: .zero, actor: .person, run: run)
        return enter(record, settling: nil, due: nil, at: sample)
    }

    /// Notes what became of a claim; a run starts when it is accepted, or some time after it was due without a record.
    public mutating func claimed(
        _ record: OccurrenceRecord, _ result: ClaimResult, settled: Schedule?, at sample: ClockSample
    ) {
        let key = record.key
        if writes.isUnrecorded(key) { return writes.recorded(key, result, at: sample) }
        guard let claim = writes.takeClaim(record) else { return }
        switch result {
        case .accepted: begin(claim.record, settling: settled, at: sample)
        case .refused: settle(claim.record, settled, at: sample)
        case .failed:
            guard sample.wall >= claim.limit else {
                writes.wait(from: sample, for: min(claim.limit - sample.wall, Self.patience))
                guard let index = schedules.firstIndex(where: { $0.id == key.schedule }) else { return }
                return planning.set(index, to: claim.limit)
            }
            var line = entry(of: claim.record, at: sample)
            if claim.record.outcome == nil { line.reason = .unrecorded }
            let wasMissed = known[key.schedule][key]?.isMissed ?? false
            writes.keep(claim.record, settling: settled, log: [line], wasMissed: wasMissed)
            writes.wait(from: sample)
            begin(claim.record, settling: settled, at: sample)
        }
    }

    private mutating func begin(_ record: OccurrenceRecord, settling settled: Schedule?, at sample: ClockSample) {
        if record.outcome == nil { running[record.key] = record }
        settle(record, settled, at: sample)
    }

    private mutating func settle(_ record: OccurrenceRecord, _ settled: Schedule?, at sample: ClockSample) {
        known.enter(record.key, record.standing, at: sample.wall)
        guard let settled, let index = schedules.firstIndex(where: { $0.id == record.key.schedule }) else { return }
        schedules[index].settledThrough = max(schedules[index].settledThrough, settled.settledThrough)
        schedules[index].isEnabled = schedules[index].isEnabled && settled.isEnabled
    }

    private mutating func settle(
        _ number: Int, at sample: ClockSample, reason: OccurrenceReason,
        makeRun: (Schedule, PlannedOccurrence, ClockSample) -> OccurrenceRun?
    ) -> [StoreChange] {
        let schedule = schedules[number]
        let review = review(schedule, at: sample)
        var due = review.passed.map(\.occurrence.settles)
        var records = review.passed.map { passed in
            var record = OccurrenceRecord(
                of: passed.occurrence, schedule, at: sample, zoneData: zones.version, run: nil)
            record.outcome = passed.outcome
            record.reason = passed.occurrence.skip ?? reason
            record.endedAt = sample.wall
            return record
        }
        if let occurrence = review.due {
            let run = makeRun(schedule, occurrence, sample)
            var record = OccurrenceRecord(of: occurrence, schedule, at: sample, zoneData: zones.version, run: run)
            if run == nil { (record.outcome, record.reason, record.endedAt) = (.skipped, .busy, sample.wall) }
            records.append(record)
            due.append(occurrence.settles)
        }
        planning.set(number, to: review.nextLook)
        // Each claim settles no more than itself, so that those on disk are all there was before them.
        return records.enumerated().map { index, record in
            var settled = index == records.count - 1 ? review.settled : schedule
            settled.settledThrough = max(schedule.settledThrough, record.planned)
            return enter(record, settling: settled, due: due[index], at: sample)
        }
    }

    /// Claims; `due` is when it was to be dealt with, and nil for a run that a person asked for.
    private mutating func enter(
        _ record: OccurrenceRecord, settling schedule: Schedule?, due: Instant?, at sample: ClockSample
    ) -> StoreChange {
        // Somebody who asks for a run waits for it now.
        writes.claim(record, limit: due.map { $0 + Self.patience } ?? .min)
        return .claim(record, settling: schedule, log: [entry(of: record, at: sample)])
    }

    private func entry(of record: OccurrenceRecord, at sample: ClockSample) -> LogEntry {
        var line = record.entry(record.outcome.map { LogOutcome($0) } ?? record.beginning, at: sample.wall)
        // “began” alone would read as if the device had rung.
        if isOutOfReach, record.run?.rings == true { line.reason = .undelivered }
        return line
    }

    // MARK: - Runs

    /// Whether nothing of a run, or of its present phase, has reached the device.
    public func isUndelivered(_ key: OccurrenceKey, at sample: ClockSample) -> Bool {
        running[key].map { isUndelivered($0, at: sample) } ?? false
    }

    /// Logs something of a run, how late it happened, and why.
    public mutating func note(
        _ outcome: LogOutcome, of key: OccurrenceKey, late: Duration, reason: OccurrenceReason? = nil,
        at sample: ClockSample
    ) -> [StoreChange] {
        guard let record = running[key] else { return [] }
        var line = record.entry(outcome, at: sample.wall)
        line.lateSeconds = Int(late.components.seconds)
        line.reason = reason ?? line.reason
        return write(record, log: [line])
    }

    /// Keeps a run's next state; `late` is how late it is reached, if that is not how late the run began.
    public mutating func update(
        _ key: OccurrenceKey, run: OccurrenceRun, outcome: LogOutcome?, late: Duration? = nil, detail: String? = nil,
        reason: OccurrenceReason? = nil, actor: OccurrenceActor, at sample: ClockSample
    ) -> [StoreChange] {
        guard var record = running[key] else { return [] }
        record.run = run
        record.actor = actor
        running[key] = record
        guard let outcome else { return write(record, log: []) }
        var line = record.entry(outcome, at: sample.wall)
        line.detail = detail
        line.reason = reason ?? line.reason
        if let late { line.lateSeconds = Int(late.components.seconds) }
        return write(record, log: [line])
    }

    /// Takes a run as it is on disk by now.
    mutating func take(_ record: OccurrenceRecord, at sample: ClockSample) {
        guard running[record.key] != nil else { return }
        running[record.key] = record.outcome == nil ? record : nil
        if record.outcome != nil { known.enter(record.key, record.standing, at: sample.wall) }
    }

    /// Ends a run; the reason says why, if it ended without having shown, and the log says `logged` in place of the
    /// outcome, if that is known already.
    public mutating func end(
        _ key: OccurrenceKey, _ outcome: OccurrenceOutcome, actor: OccurrenceActor, reason: OccurrenceReason? = nil,
        logged: LogOutcome? = nil, at sample: ClockSample
    ) -> [StoreChange] {
        guard var record = running.removeValue(forKey: key) else { return [] }
        let reason = reason ?? (isUndelivered(record, at: sample) ? .undelivered : nil)
        record.run = nil
        record.outcome = outcome
        record.actor = actor
        record.reason = reason
        record.endedAt = sample.wall
        known.enter(key, record.standing, at: sample.wall)
        let isOver = !running.keys.contains { $0.schedule == key.schedule }
        if isOver, standIns.remove(key.schedule) != nil { restore(nil, for: key.schedule) }
        // A missed one may lie ahead in the zone of today.
        if outcome == .missed { planning.invalidate() }
        // One that ran under a clock that was far ahead is voided by the next look.
        if isAhead(record, at: sample) { voided.askForReview() }
        return write(record, log: [record.entry(logged ?? LogOutcome(outcome), at: sample.wall)])
    }

    /// Writes how a run stands now; if the ledger does not hold the run yet, this waits until it does.
    private mutating func write(_ record: OccurrenceRecord, log: [LogEntry]) -> [StoreChange] {
        if writes.follow(record, log: log) { return [] }
        return [.update(record, log: writes.takeLog(of: record.key) + log)]
    }

    /// Lets runs of another boot count by this one's clock from now on.
    ///
    /// Only the wall clock can tell how long the host was down. That is asked once, or each later step of the clock
    /// would move the runs.
    private mutating func anchorRuns(at sample: ClockSample) -> [StoreChange] {
        running.keys.sorted { $0.date < $1.date }.flatMap { key -> [StoreChange] in
            guard let run = running[key]?.run, let actor = running[key]?.actor, run.anchor.bootID != sample.bootID
            else { return [] }
            return update(key, run: run.anchored(at: sample), outcome: nil, actor: actor, at: sample)
        }
    }

    /// Begins anew what runs and whose state the store has lost, unless it is too late for that.
    private mutating func beginAnew(
        at sample: ClockSample, makeRun: (Schedule, PlannedOccurrence, ClockSample) -> OccurrenceRun?
    ) -> [StoreChange] {
        let lost = running.values.filter { $0.run == nil }.sorted { $0.planned < $1.planned }
        return lost.flatMap { record -> [StoreChange] in
            var record = record
            let schedule = schedules.first { $0.id == record.key.schedule }
            guard let schedule,
                sample.wall < schedule.plan.latestEnd(planned: record.planned, zone: zones.rules(of: record.zone))
            else { return end(record.key, .cancelled, actor: .schedule, reason: .damaged, at: sample) }
            let occurrence = PlannedOccurrence(of: record, schedule)
            guard let run = makeRun(schedule, occurrence, sample) else {
                return end(record.key, .skipped, actor: .schedule, reason: .busy, at: sample)
            }
            record.run = run
            running[record.key] = record
            var line = record.entry(record.beginning, at: sample.wall)
            line.reason = .damaged
            line.lateSeconds = Int(schedule.lateness(of: occurrence, at: sample.wall).components.seconds)
            return write(record, log: [line])
        }
    }

    private func isUndelivered(_ record: OccurrenceRecord, at sample: ClockSample) -> Bool {
        guard let lastReached, let run = record.run, run.heardOutcome == nil else { return false }
        let anchor = run.anchor
        return sample.boot - lastReached >= sample.elapsed(since: anchor)
    }
}

/// What became of a claim.
public enum ClaimResult: Hashable, Sendable {
    /// It is on disk, and the occurrence may run.
    case accepted
    /// The ledger had it already.
    case refused
    /// The store failed; the claim is tried again.
    case failed
}
