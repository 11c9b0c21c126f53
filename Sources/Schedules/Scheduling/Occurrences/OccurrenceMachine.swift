// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import Clocks
public import SleepModel

/// Decides which occurrences of one device's schedules of one kind begin, are too late, or have ended.
///
/// Pure: it returns what is to be made durable, and an occurrence runs only once its claim is. Nothing here knows what
/// a run does; the features do.
public struct OccurrenceMachine: Sendable {
    private let zones: ZoneBook
    private var known: [ScheduleID: Set<OccurrenceKey>]
    private var missed: Set<OccurrenceKey> = []
    private var claiming: [OccurrenceKey: OccurrenceRecord] = [:]
    private var unwritten: [OccurrenceKey: (record: OccurrenceRecord, log: [LogEntry])] = [:]
    private var retryAt: Duration?

    /// The schedules, in the order they were added.
    public private(set) var schedules: [Schedule]
    /// The occurrences that run, claimed and not ended.
    public private(set) var running: [OccurrenceKey: OccurrenceRecord]

    /// How long what the store failed to take waits for the next try.
    public static let claimRetry = Duration.seconds(5)

    /// Goes on from what the store holds.
    public init(
        schedules: [Schedule], running: [OccurrenceRecord], known: [ScheduleID: Set<OccurrenceKey>], zones: ZoneBook
    ) {
        self.schedules = schedules
        self.running = Dictionary(running.map { ($0.key, $0) }) { first, _ in first }
        self.known = known
        self.zones = zones
    }

    // MARK: - Time

    /// Claims what is due at `sample`, settles what is too late, and repeats what the store failed to take.
    ///
    /// `makeRun` says how a due occurrence starts.
    public mutating func advance(
        to sample: ClockSample, makeRun: (Schedule, PlannedOccurrence, ClockSample) -> OccurrenceRun
    ) -> [LedgerEffect] {
        // What lies ahead again because the clock was set back is looked at again; what began is known.
        for index in schedules.indices {
            schedules[index].settledThrough = min(schedules[index].settledThrough, sample.wall)
        }
        if let retryAt, sample.boot < retryAt { return [] }
        retryAt = nil
        var effects = unwritten.values.map { LedgerEffect.update($0.record, log: $0.log) }
        for schedule in schedules {
            let busy = Set(claiming.keys.filter { $0.schedule == schedule.id })
            let review = ScheduleReview(
                of: schedule, zone: zones.rules(of: schedule.zone), at: sample.wall,
                known: (known[schedule.id] ?? []).union(busy))
            var records = review.passed.filter { !missed.contains($0.occurrence.key) }.map { passed in
                var record = record(of: passed.occurrence, schedule, at: sample, run: nil)
                record.outcome = passed.outcome
                record.endedAt = sample.wall
                return record
            }
            if let due = review.due {
                records.append(record(of: due, schedule, at: sample, run: makeRun(schedule, due, sample)))
            }
            // Each claim settles no more than itself, so that a crash between two of them loses none.
            for (index, record) in records.enumerated() {
                var settled = index == records.count - 1 ? review.settled : schedule
                settled.settledThrough = max(schedule.settledThrough, record.planned)
                effects.append(enter(record, settling: settled, at: sample))
            }
        }
        return effects
    }

    /// Claims a run that a person asked for.
    public mutating func begin(
        _ schedule: Schedule, run: OccurrenceRun, slot: String, at sample: ClockSample
    ) -> LedgerEffect {
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
        switch result {
        case .accepted, .refused:
            // One that was missed did nothing; if the clock is set back before it, it is still to come.
            if record.outcome == .missed {
                missed.insert(key)
            } else {
                known[key.schedule, default: []].insert(key)
            }
            if result == .accepted, record.outcome == nil { running[key] = record }
            guard let settled, let index = schedules.firstIndex(where: { $0.id == settled.id }) else { return }
            schedules[index].settledThrough = max(schedules[index].settledThrough, settled.settledThrough)
            schedules[index].isEnabled = schedules[index].isEnabled && settled.isEnabled
        case .failed:
            retryAt = sample.boot + Self.claimRetry
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

    /// When something next begins to show, or is to be tried again.
    public func nextWake(at sample: ClockSample) -> WakeRequest {
        var request = WakeRequest(boot: retryAt)
        for schedule in schedules {
            let review = review(schedule, at: sample)
            request = request.earliest(WakeRequest(wall: review.next?.starts))
        }
        return request
    }

    // MARK: - Runs

    /// Keeps a run's next state.
    public mutating func update(
        _ key: OccurrenceKey, run: OccurrenceRun, outcome: String?, actor: OccurrenceActor, at sample: ClockSample
    ) -> [LedgerEffect] {
        guard var record = running[key] else { return [] }
        record.run = run
        record.actor = actor
        running[key] = record
        return [.update(record, log: unwrittenLog(key) + (outcome.map { [record.entry($0, at: sample.wall)] } ?? []))]
    }

    /// Ends a run.
    public mutating func end(
        _ key: OccurrenceKey, _ outcome: OccurrenceOutcome, actor: OccurrenceActor, at sample: ClockSample
    ) -> [LedgerEffect] {
        guard var record = running.removeValue(forKey: key) else { return [] }
        record.run = nil
        record.outcome = outcome
        record.actor = actor
        record.endedAt = sample.wall
        return [.update(record, log: unwrittenLog(key) + [record.entry(outcome.rawValue, at: sample.wall)])]
    }

    // MARK: - Schedules

    /// Adds a schedule or replaces the one with its identity; a run under way keeps what it started with.
    public mutating func save(_ schedule: Schedule, at sample: ClockSample) -> LedgerEffect {
        if let index = schedules.firstIndex(where: { $0.id == schedule.id }) {
            schedules[index] = schedule
        } else {
            schedules.append(schedule)
        }
        return .save(schedule, log: [schedule.entry("saved", at: sample.wall)])
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
    }

    /// Removes a schedule and ends its runs.
    public mutating func remove(_ identifier: ScheduleID, at sample: ClockSample) -> [LedgerEffect] {
        guard let schedule = schedules.first(where: { $0.id == identifier }) else { return [] }
        var effects: [LedgerEffect] = []
        for key in running.keys where key.schedule == identifier {
            effects += end(key, .cancelled, actor: .person, at: sample)
        }
        schedules.removeAll { $0.id == identifier }
        return effects + [.remove(identifier, log: [schedule.entry("removed", at: sample.wall)])]
    }

    /// What will happen until `end`, soonest first.
    public func upcoming(
        after now: Instant, until end: Instant
    ) -> [(schedule: Schedule, occurrence: PlannedOccurrence)] {
        schedules.flatMap { schedule in
            schedule.upcoming(
                after: now, until: end, limit: 400, zone: zones.rules(of: schedule.zone),
                known: known[schedule.id] ?? []
            ).map { (schedule, $0) }
        }
        .sorted { $0.occurrence.planned < $1.occurrence.planned }
    }

    /// The next occurrence of a schedule, however far ahead.
    public func next(of schedule: Schedule, at sample: ClockSample) -> PlannedOccurrence? {
        let review = review(schedule, at: sample)
        return review.due ?? review.next
    }

    // MARK: -

    /// The log lines of an earlier state that is still to be written, and is not needed once a newer one is.
    private mutating func unwrittenLog(_ key: OccurrenceKey) -> [LogEntry] {
        unwritten.removeValue(forKey: key)?.log ?? []
    }

    private func review(_ schedule: Schedule, at sample: ClockSample) -> ScheduleReview {
        ScheduleReview(
            of: schedule, zone: zones.rules(of: schedule.zone), at: sample.wall, known: known[schedule.id] ?? [])
    }

    private func record(
        of occurrence: PlannedOccurrence, _ schedule: Schedule, at sample: ClockSample, run: OccurrenceRun?
    ) -> OccurrenceRecord {
        OccurrenceRecord(
            key: occurrence.key, kind: schedule.kind, device: schedule.device, name: schedule.name,
            planned: occurrence.planned, zone: occurrence.zone, zoneData: zones.version, rule: occurrence.rule,
            lateness: max(sample.wall - occurrence.starts, .zero), actor: .schedule, run: run)
    }

    private mutating func enter(
        _ record: OccurrenceRecord, settling schedule: Schedule?, at sample: ClockSample
    ) -> LedgerEffect {
        claiming[record.key] = record
        let word = record.outcome?.rawValue ?? "started"
        return .claim(record, settling: schedule, log: [record.entry(word, at: sample.wall)])
    }
}

extension OccurrenceRecord {
    /// A log line about the occurrence.
    public func entry(_ outcome: String, at instant: Instant) -> LogEntry {
        LogEntry(
            at: instant, planned: planned, device: device, kind: kind.rawValue, name: name, outcome: outcome,
            lateSeconds: Int(lateness.components.seconds), actor: actor.rawValue)
    }
}

extension Schedule {
    /// A log line about the schedule.
    func entry(_ outcome: String, at instant: Instant) -> LogEntry {
        LogEntry(
            at: instant, device: device, kind: kind.rawValue, name: name, outcome: outcome,
            actor: OccurrenceActor.person.rawValue)
    }
}
