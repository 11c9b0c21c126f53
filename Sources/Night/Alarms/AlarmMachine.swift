// SPDX-License-Identifier: Apache-2.0

import CivilTime
public import Clocks
public import Coordination
public import Scheduling
public import SleepModel
public import Storage

/// Decides what the alarms of one device do: the light grows, they ring, they are quiet for a while, they end.
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
        for (key, run) in runs {
            switch run.phase {
            case .sunrise(let since):
                // A clock that is set past the planned time counts too: people follow the clock.
                let planned = occurrences.running[key]?.planned ?? sample.wall
                let late = max(sample.elapsed(since: since) - (run.plan.sunrise ?? .zero), sample.wall - planned)
                guard late >= .zero else { continue }
                effects +=
                    late < AlarmPlan.grace
                    ? ring(key, run, round: 1, late: late, at: sample)
                    : occurrences.end(
                        key, .missed, actor: .schedule, reason: occurrences.absence(until: sample), at: sample)
            case .ringing(let round, let since):
                guard sample.elapsed(since: since) >= run.plan.ringFor else { continue }
                // After a snooze somebody has heard it; before that, a ring that reached no device is none.
                let isMissed = round == 1 && occurrences.isUndelivered(key, at: sample)
                effects += occurrences.end(key, isMissed ? .missed : .unattended, actor: .schedule, at: sample)
            case .snoozed(let round, let since, let length):
                let late = sample.elapsed(since: since) - length
                // An alarm that rings meanwhile goes first.
                guard late >= .zero, !isAnotherRinging(beside: key) else { continue }
                effects +=
                    late <= Self.snoozeGrace
                    ? ring(key, run, round: round + 1, late: late, at: sample)
                    : occurrences.end(key, .unattended, actor: .schedule, at: sample)
            }
        }
        return effects + occurrences.advance(to: sample, makeRun: Self.start)
    }

    /// Notes whether the device is reached, and logs how late the rings come there of which nothing did before.
    public mutating func reach(lostSince lastReached: Duration?, at sample: ClockSample) -> [StoreChange] {
        let late = runs.filter { lastReached == nil && $0.run.rings && occurrences.isUndelivered($0.key, at: sample) }
        occurrences.reach(lostSince: lastReached)
        return late.flatMap { key, run -> [StoreChange] in
            guard case .ringing(let round, let since) = run.phase, let planned = occurrences.running[key]?.planned
            else { return [] }
            // A snooze has no planned time that people know.
            let before = round == 1 ? max(since.wall - planned, .zero) : .zero
            return occurrences.note(.ringing, of: key, late: before + sample.elapsed(since: since), at: sample)
        }
    }

    /// Replaces an alarm by one that people edited; a sunrise goes on to a new time that is near enough.
    public mutating func edit(_ edited: Schedule, changesRuns: Bool, at sample: ClockSample) -> [StoreChange] {
        occurrences.edit(edited, changesRuns: changesRuns, at: sample) { run, planned in
            guard case .alarm(var run) = run else { return .stays }
            switch run.phase {
            case .sunrise(let since):
                run.plan.sunrise = planned - sample.wall + sample.elapsed(since: since)
                return .follows(.alarm(run))
            case .snoozed: return .makesRoom
            case .ringing: return .stays
            }
        }
    }

    /// When to look again.
    public func nextWake(at sample: ClockSample) -> WakeRequest {
        runs.reduce(occurrences.nextWake(at: sample)) { request, entry in
            if case .snoozed = entry.run.phase, isAnotherRinging(beside: entry.key) { return request }
            var request = request.earliest(WakeRequest(boot: phaseEnd(entry.run, at: sample)))
            if case .sunrise = entry.run.phase {
                request = request.earliest(WakeRequest(wall: occurrences.running[entry.key]?.planned))
            }
            return request
        }
    }

    // MARK: - People

    /// Silences a ringing alarm, and those that ring with it because they were due in the same minute; nil length takes
    /// the shortest of theirs, so that they ring together again.
    public mutating func snooze(
        _ key: OccurrenceKey, length: Duration?, at sample: ClockSample
    ) throws(HouseholdError) -> [StoreChange] {
        guard run(key)?.rings ?? false else { throw .notRinging }
        let ringing = companions(of: key).filter { run($0)?.rings ?? false }
        // They are one alarm for people, and none of them is silenced more often than it allows.
        guard ringing.allSatisfy({ run($0)?.allowsSnooze ?? false }) else { throw .snoozeLimitReached }
        let length = length ?? ringing.compactMap { run($0)?.plan.snooze }.min() ?? .zero
        return ringing.flatMap { key -> [StoreChange] in
            guard var run = run(key), case .ringing(let round, _) = run.phase else { return [] }
            run.phase = .snoozed(round: round, since: sample.anchor, length: length)
            return occurrences.update(key, run: .alarm(run), outcome: .snoozed, actor: .person, at: sample)
        }
    }

    /// Ends an alarm that shows, rings or snoozes, and those that ring or snooze with it because they were due in the
    /// same minute.
    public mutating func dismiss(_ key: OccurrenceKey, at sample: ClockSample) -> [StoreChange] {
        companions(of: key).flatMap { occurrences.end($0, .dismissed, actor: .person, at: sample) }
    }

    /// Lets the alarms that run follow a manual change; each keeps it until it ends.
    ///
    /// Off while it rings dismisses it; off during the sunrise darkens it, and it still rings.
    public mutating func takeManualChange(_ actions: [DeviceAction], at sample: ClockSample) -> [StoreChange] {
        var effects: [StoreChange] = []
        for (key, before) in runs {
            var run = before
            for action in actions {
                switch (action, run.phase) {
                case (.power(false), .ringing):
                    effects += dismiss(key, at: sample)
                case (.power(false), .sunrise), (.light, .sunrise), (.light, .ringing):
                    run.yielded.insert(.light)
                case (.volume(let volume), .ringing):
                    run.chosenVolume = max(volume, .ringFloor)
                case (.power, _), (.sound, _), (.volume, _), (.light, .snoozed):
                    break
                }
            }
            guard run != before, occurrences.running[key] != nil else { continue }
            effects += occurrences.update(key, run: .alarm(run), outcome: nil, actor: .person, at: sample)
        }
        return effects
    }

    /// Lets the alarms that run go on as before a manual change that did not reach the device.
    public mutating func withdrawManualChange(
        since before: [OccurrenceKey: AlarmRun], at sample: ClockSample
    ) -> [StoreChange] {
        runs.flatMap { key, now -> [StoreChange] in
            guard let earlier = before[key] else { return [] }
            var run = now
            (run.yielded, run.chosenVolume) = (earlier.yielded, earlier.chosenVolume)
            guard run != now else { return [] }
            return occurrences.update(key, run: .alarm(run), outcome: nil, actor: .person, at: sample)
        }
    }

    // MARK: - What it wants

    /// What the running alarms want of the device.
    public func intents(at sample: ClockSample) -> [ChannelIntent] {
        let loudness = loudness(at: sample)
        return runs.flatMap { key, run in intents(of: run, key, loudness: loudness, at: sample) }
    }

    /// How loud the alarms are that ring with a sound; nil when none does.
    ///
    /// One that begins makes none quieter: beside another an alarm has no crescendo.
    private func loudness(at sample: ClockSample) -> ChannelTarget? {
        let loud = runs.map(\.run).filter { $0.rings && $0.plan.sound != .none }
        guard let loudest = loud.map(\.volume).max() else { return nil }
        guard loud.count == 1, let run = loud.first, run.chosenVolume == nil, let crescendo = run.plan.crescendo,
            case .ringing(_, let since) = run.phase, sample.elapsed(since: since) < crescendo
        else { return .value(.volume(loudest)) }
        return .volume(
            Ramp(
                from: min(.ringFloor, loudest), to: loudest, startsAt: sample.boot(after: .zero, since: since),
                duration: crescendo))
    }

    /// The snoozed alarms; the device is off unless somebody wants something else of it.
    public var snoozed: Set<OccurrenceKey> {
        Set(runs.filter { if case .snoozed = $0.run.phase { true } else { false } }.map(\.key))
    }

    /// Switches off when an alarm ends and nothing is wanted any more, and when one is silenced.
    public func switchesOff(after before: Self, isFirst: Bool, at sample: ClockSample) -> Bool {
        // A process that was stopped may have silenced an alarm without switching the device off.
        !snoozed.isSubset(of: isFirst ? [] : before.snoozed) || hasEnded(since: before, at: sample)
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
        }
    }

    // MARK: -

    /// The alarms that people take for one: due in the same minute, and all ringing or snoozed by now.
    private func companions(of key: OccurrenceKey) -> [OccurrenceKey] {
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

    private func run(_ key: OccurrenceKey) -> AlarmRun? {
        if case .alarm(let run)? = occurrences.running[key]?.run { run } else { nil }
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
        return occurrences.update(key, run: .alarm(run), outcome: .ringing, late: late, actor: .schedule, at: sample)
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
        case .snoozed:
            return []
        }
        let name = occurrences.running[key]?.name ?? ""
        let until = sample.wall(at: phaseEnd(run, at: sample))
        return targets.map {
            ChannelIntent(
                layer: layer, target: $0, since: sample.wall - sample.elapsed(since: since), until: until, by: name,
                source: .run(Self.kind, key, part: 0))
        }
    }
}

extension AlarmRun {
    /// How loud it rings.
    fileprivate var volume: Level { chosenVolume ?? plan.volume }

    /// Whether it is to be heard now.
    fileprivate var rings: Bool {
        if case .ringing = phase { true } else { false }
    }

    /// Whether it rings and can still be snoozed.
    fileprivate var allowsSnooze: Bool {
        if case .ringing(let round, _) = phase { round <= plan.snoozeLimit } else { false }
    }

    /// Whether it has rung.
    fileprivate var isPastSunrise: Bool {
        if case .sunrise = phase { false } else { true }
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
