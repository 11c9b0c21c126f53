// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import Clocks
public import Coordination
public import Scheduling
public import SleepModel
public import Storage

/// Decides what the alarms of one device do: the light grows, they ring, they are quiet for a while, they end, and their
/// light stays.
public struct AlarmMachine: FeatureMachine {
    /// Alarms.
    public static let kind = ScheduleKind.alarm
    /// The occurrences of the alarms.
    public var occurrences: OccurrenceMachine

    /// How long after its due time a snooze may still ring, for example after a power cut.
    static let snoozeGrace = Duration.seconds(8 * 60 * 60)

    /// Decides about `occurrences`.
    public init(occurrences: OccurrenceMachine) {
        self.occurrences = occurrences
    }

    // MARK: - Time

    /// Lets time pass.
    public mutating func advance(to sample: ClockSample) -> [StoreChange] {
        var effects: [StoreChange] = []
        for key in order(at: sample) {
            // Nobody may have looked for a while, so a phase may be over as soon as it begins.
            while let run = run(key), let changes = goOn(key, run, at: sample) { effects += changes }
        }
        return effects + occurrences.advance(to: sample, makeRun: Self.start)
    }

    /// The runs in the order in which they go on: those that ring again come last, as another may ring till then.
    ///
    /// Of these, the one whose time came first rings first; of several of one time, the one that was snoozed last, and then
    /// the one that was planned first.
    private func order(at sample: ClockSample) -> [OccurrenceKey] {
        runs.map { key, run in
            (
                key: key, isSilenced: run.isSilenced, end: phaseEnd(run, at: sample),
                since: sample.boot(after: .zero, since: run.phase.since),
                planned: occurrences.running[key]?.planned ?? sample.wall
            )
        }
        .sorted { first, second in
            if first.isSilenced != second.isSilenced { return second.isSilenced }
            if first.end != second.end { return first.end < second.end }
            return first.since != second.since ? first.since > second.since : first.planned < second.planned
        }
        .map(\.key)
    }

    /// Lets a run go on to its next phase, or end; nil while its phase lasts.
    private mutating func goOn(_ key: OccurrenceKey, _ run: AlarmRun, at sample: ClockSample) -> [StoreChange]? {
        switch run.phase {
        case .sunrise(let since):
            // A clock that is set past the planned time counts too: people follow the clock.
            let planned = occurrences.running[key]?.planned ?? sample.wall
            let late = max(sample.elapsed(since: since) - (run.plan.sunrise ?? .zero), sample.wall - planned)
            guard late >= .zero else { return nil }
            return late < AlarmPlan.grace
                ? ring(key, run, round: 1, late: late, at: sample)
                : occurrences.end(
                    key, .missed, actor: .schedule, reason: occurrences.absence(until: sample), at: sample)
        case .ringing(let round, let since):
            guard sample.elapsed(since: since) >= run.plan.ringFor else { return nil }
            return fallSilent(key, run, round: round, since: since, at: sample)
        case .snoozed(let round, let since, let length):
            let late = sample.elapsed(since: since) - length
            // An alarm that rings meanwhile goes first.
            guard late >= .zero, !isAnotherRinging(beside: key) else { return nil }
            return late <= Self.snoozeGrace
                ? ring(key, run, round: round + 1, late: late, at: sample)
                : occurrences.end(key, .unattended, actor: .schedule, at: sample)
        case .unanswered(let round, let since):
            guard let backup = run.plan.backup else { return giveUp(key, run, at: sample) }
            let late = sample.elapsed(since: since) - backup
            guard late >= .zero, !isAnotherRinging(beside: key) else { return nil }
            return late < AlarmPlan.grace
                ? ring(key, run, round: round, late: late, at: sample) : giveUp(key, run, at: sample)
        case .lightAfter(let outcome, let since):
            guard sample.elapsed(since: since) >= run.plan.lightAfter ?? .zero else { return nil }
            return occurrences.end(key, outcome, actor: .schedule, logged: .lightEnded, at: sample)
        }
    }

    /// Notes whether the device is reached, and logs what that means for the rings of which nothing has come there: they
    /// do not ring, or ring from now on, and how late that is.
    public mutating func reach(lostSince lastReached: Duration?, at sample: ClockSample) -> [StoreChange] {
        // Which rings are unheard shows only while the device counts as lost.
        if lastReached != nil { occurrences.reach(lostSince: lastReached) }
        let unheard = runs.filter { $0.run.rings && occurrences.isUndelivered($0.key, at: sample) }
        if lastReached == nil { occurrences.reach(lostSince: nil) }
        // What a process before logged stands, also that its device is out of reach.
        guard lastReached == nil || occurrences.hasLooked else { return [] }
        return unheard.flatMap { key, run -> [StoreChange] in
            guard case .ringing(let round, let since) = run.phase, let planned = occurrences.running[key]?.planned
            else { return [] }
            // A snooze has no planned time that people know, nor has a ring after one that was heard.
            let before = run.isFirst(round) ? max(since.wall - planned, .zero) : .zero
            return occurrences.note(
                .ringing, of: key, late: before + sample.elapsed(since: since),
                reason: lastReached == nil ? nil : .undelivered, at: sample)
        }
    }

    /// Replaces an alarm by one that people edited; a sunrise goes on to a new time that is near enough.
    public mutating func edit(_ edited: Schedule, changesRuns: Bool, at sample: ClockSample) -> [StoreChange] {
        let changes = occurrences.edit(edited, changesRuns: changesRuns, at: sample) {
            Self.following($0, to: $1, at: sample)
        }
        return changesRuns ? changes + endLate(edited.id, at: sample) : changes
    }

    /// A sunrise goes on to the new time, and an alarm that is to ring again makes room.
    public static func following(_ run: OccurrenceRun, to planned: Instant, at sample: ClockSample) -> RunEdit {
        guard case .alarm(var run) = run else { return .stays }
        switch run.phase {
        case .sunrise(let since):
            run.plan.sunrise = planned - sample.wall + sample.elapsed(since: since)
            return .follows(.alarm(run))
        case .snoozed, .unanswered: return .makesRoom
        case .ringing, .lightAfter: return .stays
        }
    }

    /// Has a ring end now that has lasted longer than its new plan allows, and not at a time that has passed: what follows
    /// it, such as a backup ring, is counted from then.
    private mutating func endLate(_ schedule: ScheduleID, at sample: ClockSample) -> [StoreChange] {
        runs.filter { $0.key.schedule == schedule }.flatMap { key, before -> [StoreChange] in
            guard case .ringing(_, let since) = before.phase else { return [] }
            let rung = Duration.seconds(sample.elapsed(since: since).components.seconds)
            guard rung > before.plan.ringFor else { return [] }
            var run = before
            run.plan.ringFor = rung
            return occurrences.update(key, run: .alarm(run), outcome: nil, actor: .person, at: sample)
        }
    }

    /// When to look again.
    public func nextWake(at sample: ClockSample) -> WakeRequest {
        runs.reduce(occurrences.nextWake(at: sample)) { request, entry in
            if entry.run.isSilenced, isAnotherRinging(beside: entry.key) { return request }
            var request = request.earliest(WakeRequest(boot: phaseEnd(entry.run, at: sample)))
            if case .sunrise = entry.run.phase {
                request = request.earliest(WakeRequest(wall: occurrences.running[entry.key]?.planned))
            }
            return request
        }
    }

    // MARK: - What it wants

    /// What the running alarms want of the device.
    public func intents(at sample: ClockSample) -> [ChannelIntent] {
        let loudness = loudness(at: sample)
        let wanted = runs.flatMap { key, run in intents(of: run, key, loudness: loudness, at: sample) }
        // Of several sunrises, the one whose alarm rings first shows, so that the light never falls before a ring.
        let first = wanted.filter { $0.layer == .sunrise }.compactMap(\.until).min()
        return wanted.map { intent in
            guard intent.layer == .sunrise, intent.until != first else { return intent }
            var intent = intent
            intent.yields = true
            return intent
        }
    }

    /// How loud the alarms are that ring with a sound; nil when none does.
    ///
    /// One that begins makes none quieter: beside another an alarm has no crescendo.
    private func loudness(at sample: ClockSample) -> ChannelTarget? {
        let loud = runs.map(\.run).filter { $0.rings && $0.plan.sound != .none }
        guard let loudest = loud.map(\.volume).max() else { return nil }
        guard loud.count == 1, let run = loud.first, run.chosenVolume == nil, run.backup == nil,
            let crescendo = run.plan.crescendo,
            case .ringing(_, let since) = run.phase, sample.elapsed(since: since) < crescendo
        else { return .value(.volume(loudest)) }
        return .volume(
            Ramp(
                from: min(.ringFloor, loudest), to: loudest, startsAt: sample.boot(after: .zero, since: since),
                duration: crescendo))
    }

    /// The alarms that are quiet and ring again; the device is off unless somebody wants something else of it.
    public var silenced: Set<OccurrenceKey> { Set(runs.filter(\.run.isSilenced).map(\.key)) }

    /// Switches off when an alarm ends and nothing is wanted any more, and when one is silenced.
    public func switchesOff(after before: Self, isFirst: Bool, at sample: ClockSample) -> Bool {
        // A process that was stopped may have silenced an alarm without switching the device off.
        !silenced.isSubset(of: isFirst ? [] : before.silenced) || hasEnded(since: before, at: sample)
    }

    /// The alarms that run, in the order of their keys.
    public var runs: [(key: OccurrenceKey, run: AlarmRun)] {
        occurrences.running.compactMap { key, record in
            if case .alarm(let run)? = record.run { (key, run) } else { nil }
        }
        .sorted { ($0.key.schedule.rawValue, $0.key.date) < ($1.key.schedule.rawValue, $1.key.date) }
    }

    /// When the phase of a run ends by itself, on the boot clock.
    public func phaseEnd(_ run: AlarmRun, at sample: ClockSample) -> Duration {
        switch run.phase {
        case .sunrise(let since): sample.boot(after: run.plan.sunrise ?? .zero, since: since)
        case .ringing(_, let since): sample.boot(after: run.plan.ringFor, since: since)
        case .snoozed(_, let since, let length): sample.boot(after: length, since: since)
        case .unanswered(_, let since): sample.boot(after: run.plan.backup ?? .zero, since: since)
        case .lightAfter(_, let since): sample.boot(after: run.plan.lightAfter ?? .zero, since: since)
        }
    }

    // MARK: -

    /// The alarms that people take for one: due in the same minute, and all ringing or snoozed by now.
    func companions(of key: OccurrenceKey) -> [OccurrenceKey] {
        guard let planned = occurrences.running[key]?.planned, let own = run(key) else { return [] }
        return runs.filter { other, run in
            guard other != key else { return true }
            guard let due = occurrences.running[other]?.planned, due.minute == planned.minute else { return false }
            return own.isPastSunrise && run.isPastSunrise
        }
        .map(\.key)
    }

    private func isAnotherRinging(beside key: OccurrenceKey) -> Bool {
        let companions = companions(of: key)
        return runs.contains { other, run in run.rings && !companions.contains(other) }
    }

    func run(_ key: OccurrenceKey) -> AlarmRun? {
        if case .alarm(let run)? = occurrences.running[key]?.run { run } else { nil }
    }

    /// Ends a ring that nobody answered: it rings once more later, or the alarm is over.
    private mutating func fallSilent(
        _ key: OccurrenceKey, _ before: AlarmRun, round: Int, since: RunAnchor, at sample: ClockSample
    ) -> [StoreChange] {
        // After a snooze somebody has heard it; before that, a ring that reached no device is none.
        let isMissed = before.isFirst(round) && occurrences.isUndelivered(key, at: sample)
        // Nobody may have looked when the ring was over.
        let end = since.after(before.plan.ringFor)
        guard before.plan.backup != nil, before.backup == nil else {
            return isMissed
                ? occurrences.end(key, .missed, actor: .schedule, at: sample)
                : finish(key, .unattended, actor: .schedule, since: end, at: sample)
        }
        var run = before
        (run.phase, run.backup) = (.unanswered(round: round, since: end), isMissed ? .undelivered : .unanswered)
        return occurrences.update(
            key, run: .alarm(run), outcome: .unanswered, reason: isMissed ? .undelivered : nil, actor: .schedule,
            at: sample)
    }

    /// Ends an alarm for whose backup ring it is too late.
    private mutating func giveUp(_ key: OccurrenceKey, _ run: AlarmRun, at sample: ClockSample) -> [StoreChange] {
        run.backup == .undelivered
            ? occurrences.end(key, .missed, actor: .schedule, reason: .undelivered, at: sample)
            : occurrences.end(key, .unattended, actor: .schedule, at: sample)
    }

    /// Ends an alarm; if it rings, and has a light that stays, that stays since then.
    mutating func finish(
        _ key: OccurrenceKey, _ outcome: OccurrenceOutcome, actor: OccurrenceActor, since: RunAnchor,
        at sample: ClockSample
    ) -> [StoreChange] {
        guard var run = run(key), run.rings, run.plan.light != nil, !run.yielded.contains(.light),
            let length = run.plan.lightAfter, sample.elapsed(since: since) < length,
            !occurrences.isUndelivered(key, at: sample)
        else { return occurrences.end(key, outcome, actor: actor, at: sample) }
        run.phase = .lightAfter(outcome, since: since)
        return occurrences.update(key, run: .alarm(run), outcome: LogOutcome(outcome), actor: actor, at: sample)
    }

    private mutating func ring(
        _ key: OccurrenceKey, _ before: AlarmRun, round: Int, late: Duration, at sample: ClockSample
    ) -> [StoreChange] {
        var run = before
        run.phase = .ringing(round: round, since: sample.anchor)
        // What somebody chose counts for the ring that they heard.
        run.chosenVolume = nil
        // An alarm without a sound would not be noticed without its light.
        if run.plan.sound == .none { run.yielded.remove(.light) }
        // The line that it rings comes when the device has it.
        return occurrences.update(
            key, run: .alarm(run), outcome: .ringing, late: late, reason: occurrences.isOutOfReach ? .undelivered : nil,
            actor: .schedule, at: sample)
    }

    private static func start(
        _ schedule: Schedule, _ occurrence: PlannedOccurrence, _ sample: ClockSample
    ) -> OccurrenceRun {
        guard case .alarm(let plan) = schedule.plan else {
            // Alarms have no other plan; an empty one rings silently until its limit.
            return .alarm(AlarmRun(plan: .silent, phase: .ringing(round: 1, since: sample.anchor)))
        }
        let phase: AlarmRun.Phase =
            sample.wall < occurrence.planned
            ? .sunrise(since: sample.anchor(plannedAt: occurrence.starts))
            : .ringing(round: 1, since: sample.anchor)
        return .alarm(AlarmRun(plan: plan, phase: phase))
    }

    private func intents(
        of run: AlarmRun, _ key: OccurrenceKey, loudness: ChannelTarget?, at sample: ClockSample
    ) -> [ChannelIntent] {
        var targets: [ChannelTarget] = []
        let layer: ControlLayer
        let since: RunAnchor
        switch run.phase {
        case .sunrise(let start):
            guard let light = run.plan.light, !run.yielded.contains(.light) else { return [] }
            let ramp = Ramp(
                from: Light(light.appearance, brightness: .zero), to: light,
                startsAt: sample.boot(after: .zero, since: start), duration: run.plan.sunrise ?? .zero)
            targets = [.value(.power(true)), .light(ramp)]
            (layer, since) = (.sunrise, start)
        case .ringing(_, let start):
            targets = [.value(.power(true))]
            if loudness == nil || run.plan.sound != .none {
                targets += [loudness ?? .value(.volume(run.volume)), .value(.sound(run.plan.sound))]
            }
            if let light = run.plan.light, !run.yielded.contains(.light) { targets.append(.value(.light(light))) }
            (layer, since) = (.alarm, start)
        case .lightAfter(_, let start):
            guard let light = run.plan.light else { return [] }
            // What rang is silent, whatever a process before left; the sound of a night or a routine goes on.
            targets = [.value(.power(true)), .value(.light(light)), .value(.sound(.none))]
            (layer, since) = (.lightAfter, start)
        case .snoozed, .unanswered:
            return []
        }
        let name = occurrences.running[key]?.name ?? ""
        let until = sample.wall(at: phaseEnd(run, at: sample))
        return targets.map {
            ChannelIntent(
                layer: layer, target: $0, since: sample.wall - sample.elapsed(since: since), until: until, by: name,
                source: .run(Self.kind, key, part: 0), yields: layer == .lightAfter && $0.channel == .sound)
        }
    }
}

extension AlarmRun {
    /// How loud it rings.
    fileprivate var volume: Level { chosenVolume ?? (backup == nil || plan.sound == .none ? plan.volume : .full) }

    /// Whether it is to be heard now.
    var rings: Bool {
        if case .ringing = phase { true } else { false }
    }

    /// Whether it is quiet and rings again.
    var isSilenced: Bool {
        switch phase {
        case .snoozed, .unanswered: true
        case .sunrise, .ringing, .lightAfter: false
        }
    }

    /// Whether only its light is left.
    var isOver: Bool {
        if case .lightAfter = phase { true } else { false }
    }

    /// Whether nobody can have heard it before a ring.
    fileprivate func isFirst(_ round: Int) -> Bool { round == 1 && backup != .unanswered }

    /// Whether it has rung.
    fileprivate var isPastSunrise: Bool {
        if case .sunrise = phase { false } else { true }
    }
}

extension RunAnchor {
    /// The moment some time later, if nobody sets the clock.
    fileprivate func after(_ duration: Duration) -> RunAnchor {
        RunAnchor(wall: wall + duration, boot: boot + duration, bootID: bootID)
    }
}

extension Instant {
    /// Minutes since 1970.
    fileprivate var minute: Int64 { secondsSince1970 / 60 }
}

extension AlarmPlan {
    fileprivate static let silent = AlarmPlan(
        sunrise: nil, light: nil, sound: .none, volume: .zero, snooze: .seconds(540))
}
