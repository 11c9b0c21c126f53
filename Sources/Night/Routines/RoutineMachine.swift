// SPDX-License-Identifier: Apache-2.0

import CivilTime
public import Clocks
public import Coordination
public import Scheduling
public import SleepModel
public import Storage

/// Decides what the routines of one device do; of several, the one started last runs.
public struct RoutineMachine: FeatureMachine {
    /// Routines.
    public static let kind = ScheduleKind.routine
    /// The occurrences of the routines.
    public var occurrences: OccurrenceMachine
    /// What the device shows and plays now; nil when that is not known.
    public var shown: ShownValues?
    /// The step that each run was in when time passed last.
    private var steps: [OccurrenceKey: Int] = [:]

    /// Decides about `occurrences`.
    public init(occurrences: OccurrenceMachine) {
        self.occurrences = occurrences
    }

    // MARK: - Time

    /// Lets time pass.
    public mutating func advance(to sample: ClockSample) -> [StoreChange] {
        var effects = followClock(at: sample) + noteBeginnings(at: sample)
        for (key, run) in runs where timeline(key, run).segment(at: sample.elapsed(since: run.start)) == nil {
            effects += occurrences.end(key, .done, actor: .schedule, at: sample)
        }
        if let newest = newest(at: sample)?.key {
            for (key, _) in runs where key != newest {
                effects += occurrences.end(key, .superseded, actor: .schedule, at: sample)
            }
        }
        return effects
            + occurrences.advance(to: sample) { [shown] schedule, occurrence, sample in
                var steps: [RoutineStep] = []
                if case .routine(let plan) = schedule.plan { steps = plan.steps }
                return .routine(
                    RoutineRun(
                        plan: RoutinePlan(steps: steps), start: sample.anchor(plannedAt: occurrence.planned),
                        before: shown))
            }
    }

    /// When to look again.
    public func nextWake(at sample: ClockSample) -> WakeRequest {
        let runs = runs
        // An older run is ended as soon as a newer one is claimed.
        let request = runs.count > 1 ? WakeRequest(boot: sample.boot) : WakeRequest()
        return runs.reduce(request.earliest(occurrences.nextWake(at: sample))) { request, entry in
            let timeline = timeline(entry.key, entry.run)
            guard let segment = timeline.segment(at: sample.elapsed(since: entry.run.start)) else {
                return request.earliest(WakeRequest(boot: sample.boot))
            }
            return request.earliest(
                WakeRequest(boot: segment.end.map { sample.boot(after: $0, since: entry.run.start) }))
        }
    }

    // MARK: - People

    /// Starts a routine now, in place of one that runs; `slot` tells runs by hand apart.
    public mutating func run(_ schedule: Schedule, slot: String, at sample: ClockSample) -> [StoreChange] {
        guard case .routine(let plan) = schedule.plan else { return [] }
        let run = OccurrenceRun.routine(RoutineRun(plan: plan, start: sample.anchor, before: shown))
        // The one that runs is superseded once this one is claimed, not before.
        return [occurrences.begin(schedule, run: run, slot: slot, at: sample)]
    }

    /// Ends what runs, of one schedule or of all.
    public mutating func stop(_ schedule: ScheduleID? = nil, at sample: ClockSample) -> [StoreChange] {
        runs.filter { schedule == nil || $0.key.schedule == schedule }
            .flatMap { occurrences.end($0.key, .cancelled, actor: .person, at: sample) }
    }

    // MARK: - What it wants

    /// What the running routine wants of the device.
    public func intents(at sample: ClockSample) -> [ChannelIntent] {
        newest(at: sample).map { intents(of: $0.run, $0.key, at: sample) } ?? []
    }

    /// Only the newest routine counts, also before the older ones have ended.
    public func takesPart(_ key: OccurrenceKey, at sample: ClockSample) -> Bool { newest(at: sample)?.key == key }

    /// The routines that run.
    public var runs: [(key: OccurrenceKey, run: RoutineRun)] {
        occurrences.running.compactMap { key, record in
            if case .routine(let run)? = record.run { (key, run) } else { nil }
        }
        .sorted { ($0.run.start.wall, $0.key.schedule.rawValue) < ($1.run.start.wall, $1.key.schedule.rawValue) }
    }

    /// The steps of a run on their timeline.
    public func timeline(_ key: OccurrenceKey, _ run: RoutineRun) -> RoutineTimeline {
        RoutineTimeline(run, zone: occurrences.zones.rules(of: occurrences.running[key]?.zone))
    }

    // MARK: -

    /// Lets steps that last until a time of day end by a clock that was set.
    private mutating func followClock(at sample: ClockSample) -> [StoreChange] {
        runs.flatMap { key, run -> [StoreChange] in
            guard let record = occurrences.running[key],
                let moved = run.following(sample, zone: occurrences.zones.rules(of: record.zone))
            else { return [] }
            return occurrences.update(key, run: .routine(moved), outcome: nil, actor: record.actor, at: sample)
        }
    }

    /// Notes what is shown and heard as a step starts: its fades of what no step before it has set begin there.
    private mutating func noteBeginnings(at sample: ClockSample) -> [StoreChange] {
        let before = steps
        steps = [:]
        return runs.flatMap { key, run -> [StoreChange] in
            guard let record = occurrences.running[key],
                let index = timeline(key, run).segment(at: sample.elapsed(since: run.start))?.index
            else { return [] }
            steps[key] = index
            guard let shown, let last = before[key], last < index,
                let noted = run.noting(shown, at: index)
            else { return [] }
            return occurrences.update(key, run: .routine(noted), outcome: nil, actor: record.actor, at: sample)
        }
    }

    /// The run that started last, in elapsed time.
    private func newest(at sample: ClockSample) -> (key: OccurrenceKey, run: RoutineRun)? {
        runs.last.map { last in
            runs.reduce(last) { newest, entry in
                sample.elapsed(since: entry.run.start) < sample.elapsed(since: newest.run.start) ? entry : newest
            }
        }
    }

    private func intents(of run: RoutineRun, _ key: OccurrenceKey, at sample: ClockSample) -> [ChannelIntent] {
        let timeline = timeline(key, run)
        guard let segment = timeline.segment(at: sample.elapsed(since: run.start)) else { return [] }
        var light: Ramp<Light>?
        var volume: Ramp<Level>?
        var sound: SoundID?
        // A step wants a channel anew only if it changes it, so that what somebody set meanwhile stays.
        var parts: [DeviceChannel: Int] = [.power: segment.index]
        // A fade goes on beyond the end of its step, and the next one starts from the value it has reached.
        for (step, segment) in zip(run.plan.steps, timeline.segments.prefix(through: segment.index)) {
            var begins = sample
            begins.boot = sample.boot(after: segment.start, since: run.start)
            if let to = step.light {
                let from =
                    light?.value(at: begins) ?? run.before?.light ?? Light(to.appearance, brightness: .zero)
                light = Ramp(from: from, to: to, startsAt: begins.boot, duration: step.lightFade)
                parts[.light] = segment.index
            }
            if let to = step.volume {
                let from = volume?.value(at: begins) ?? run.before?.volume ?? .zero
                volume = Ramp(from: from, to: to, startsAt: begins.boot, duration: step.volumeFade)
                parts[.volume] = segment.index
            }
            if let to = step.sound {
                sound = to
                parts[.sound] = segment.index
            }
        }
        var targets: [ChannelTarget] = [.value(.power(true))]
        if let light { targets.append(.light(light)) }
        if let volume { targets.append(.volume(volume)) }
        if let sound { targets.append(.value(.sound(sound))) }

        let until = segment.end.map { sample.wall(after: $0, since: run.start) }
        let name = occurrences.running[key]?.name ?? ""
        return targets.map {
            ChannelIntent(
                layer: .routine, target: $0, since: sample.wall - sample.elapsed(since: run.start), until: until,
                by: name, source: .run(Self.kind, key, part: parts[$0.channel] ?? segment.index))
        }
    }
}
