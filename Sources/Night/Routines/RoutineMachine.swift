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
        for (key, run) in runs where segment(key, run, at: sample) == nil {
            effects += occurrences.end(key, .done, actor: .schedule, at: sample)
        }
        if let newest = newest(at: sample)?.key {
            for (key, _) in runs where key != newest {
                effects += occurrences.end(key, .superseded, actor: .schedule, at: sample)
            }
        }
        effects += advanceQueue(at: sample)
        var isBusy = !runs.isEmpty
        return effects
            + occurrences.advance(to: sample) { [shown, zones = occurrences.zones] schedule, occurrence, sample in
                var plan = RoutinePlan(steps: [])
                if case .routine(let own) = schedule.plan { plan = own }
                var run = RoutineRun(plan: plan, start: sample.anchor(plannedAt: occurrence.planned), before: shown)
                switch plan.ifRunning {
                case .ignore where isBusy: return nil
                case .queue where isBusy:
                    run.isQueued = true
                    guard !run.hasWaited(at: sample, zone: zones.rules(of: occurrence.zone)) else {
                        return nil
                    }
                case .replace, .queue, .ignore: isBusy = true
                }
                return .routine(run)
            }
    }

    /// When to look again.
    public func nextWake(at sample: ClockSample) -> WakeRequest {
        let runs = runs
        // An older run is ended as soon as a newer one is claimed.
        let request = runs.count > 1 ? WakeRequest(boot: sample.boot) : WakeRequest()
        let waiting = request.earliest(nextQueueLook(at: sample))
        return runs.reduce(waiting.earliest(occurrences.nextWake(at: sample))) { request, entry in
            guard let segment = segment(entry.key, entry.run, at: sample) else {
                return request.earliest(WakeRequest(boot: sample.boot))
            }
            guard entry.run.course.pausedAt == nil else { return request }
            return request.earliest(WakeRequest(boot: silence(of: entry.run, entry.key, at: sample))).earliest(
                WakeRequest(boot: segment.end.map { sample.boot(after: $0, since: entry.run.start) }))
        }
    }

    // MARK: - People

    /// Starts a routine now, or when the one that runs has ended; `slot` tells runs by hand apart.
    ///
    /// `ifRunning` says what becomes of it when another one runs, in place of what its plan says; throws
    /// `HouseholdError.anotherRuns` if it is left out.
    public mutating func run(
        _ schedule: Schedule, slot: String, ifRunning: RoutineMeeting? = nil, at sample: ClockSample
    ) throws(HouseholdError) -> [StoreChange] {
        guard case .routine(var plan) = schedule.plan else { return [] }
        plan.ifRunning = ifRunning ?? plan.ifRunning
        let isBusy = runs.contains { segment($0.key, $0.run, at: sample) != nil }
        if isBusy, plan.ifRunning == .ignore { throw .anotherRuns }
        let run = RoutineRun(
            plan: plan, start: sample.anchor, before: shown, isQueued: isBusy && plan.ifRunning == .queue)
        // The one that runs is superseded once this one is claimed, not before.
        return [occurrences.begin(schedule, run: .routine(run), slot: slot, at: sample)]
    }

    /// Ends what runs or waits, of one schedule or of all.
    public mutating func stop(_ schedule: ScheduleID? = nil, at sample: ClockSample) -> [StoreChange] {
        (queue + runs).filter { schedule == nil || $0.key.schedule == schedule }
            .flatMap { occurrences.end($0.key, .cancelled, actor: .person, at: sample) }
    }

    /// Steers a routine that runs; throws `HouseholdError` when that is not possible.
    public mutating func steer(
        _ schedule: ScheduleID, _ steering: RoutineSteering, at sample: ClockSample
    ) throws(HouseholdError) -> [StoreChange] {
        guard let (key, run) = runs.last(where: { $0.key.schedule == schedule }),
            let segment = segment(key, run, at: sample)
        else { throw .notRunning }
        let count = run.plan.steps.count
        switch steering {
        case .next where segment.index + 1 >= count: return occurrences.end(key, .done, actor: .person, at: sample)
        case .next: return go(to: segment.index + 1, from: segment.index, key, run, at: sample)
        case .previous: return go(to: max(segment.index - 1, 0), from: segment.index, key, run, at: sample)
        case .step(let step):
            guard run.plan.steps.indices.contains(step) else { throw .noStep(of: count) }
            return go(to: step, from: segment.index, key, run, at: sample)
        case .pause:
            guard run.course.pausedAt == nil else { return [] }
            var paused = run
            paused.course.pausedAt = run.position(at: sample)
            return steered(key, paused, .paused, Self.name(of: segment.index), at: sample)
        case .resume:
            guard run.course.pausedAt != nil else { throw .notPaused }
            var resumed = run
            resumed.resume(at: sample, zone: occurrences.zones.rules(of: occurrences.running[key]?.zone))
            return steered(key, resumed, .resumed, Self.name(of: segment.index), at: sample)
        case .extend(let length):
            guard let end = segment.end else { throw .untilTold(step: segment.index) }
            var extended = run
            extended.course.lengths[segment.index] = end - segment.start + length
            let detail = "\(Self.name(of: segment.index)), \(DurationText.format(length)) longer"
            return steered(key, extended, .extended, detail, at: sample)
        }
    }

    // MARK: - What it wants

    /// What the running routine wants of the device.
    public func intents(at sample: ClockSample) -> [ChannelIntent] {
        newest(at: sample).map { intents(of: $0.run, $0.key, at: sample) } ?? []
    }

    /// Only the newest routine counts, also before the older ones have ended.
    public func takesPart(_ key: OccurrenceKey, at sample: ClockSample) -> Bool { newest(at: sample)?.key == key }

    /// Switches off after a run has ended when nothing is wanted any more, and none waits to begin.
    public func switchesOff(after before: Self, isFirst: Bool, at sample: ClockSample) -> Bool {
        queue.isEmpty && hasEnded(since: before, at: sample)
    }

    /// Whether none runs, and one waits to begin.
    public var isBetweenRuns: Bool { runs.isEmpty && !queue.isEmpty }

    /// The routines that run.
    public var runs: [(key: OccurrenceKey, run: RoutineRun)] { all.filter { !$0.run.isQueued } }

    /// The routines that wait until the one that runs has ended, in the order in which they begin.
    public var queue: [(key: OccurrenceKey, run: RoutineRun)] { all.filter(\.run.isQueued) }

    private var all: [(key: OccurrenceKey, run: RoutineRun)] {
        occurrences.running.compactMap { key, record in
            if case .routine(let run)? = record.run { (key, run) } else { nil }
        }
        .sorted { ($0.run.start.wall, $0.key.schedule.rawValue) < ($1.run.start.wall, $1.key.schedule.rawValue) }
    }

    /// The steps of a run on their timeline.
    public func timeline(_ key: OccurrenceKey, _ run: RoutineRun) -> RoutineTimeline {
        RoutineTimeline(run, zone: occurrences.zones.rules(of: occurrences.running[key]?.zone))
    }

    /// The step that a run is in; nil when all have ended.
    public func segment(
        _ key: OccurrenceKey, _ run: RoutineRun, at sample: ClockSample
    ) -> RoutineTimeline.Segment? {
        timeline(key, run).segment(at: run.position(at: sample))
    }

    // MARK: -

    private mutating func go(
        to step: Int, from current: Int, _ key: OccurrenceKey, _ run: RoutineRun, at sample: ClockSample
    ) -> [StoreChange] {
        var moved = run
        moved.go(to: step, from: current, showing: shown, at: sample)
        steps[key] = step
        return steered(key, moved, .stepped, Self.name(of: step), at: sample)
    }

    private mutating func steered(
        _ key: OccurrenceKey, _ run: RoutineRun, _ outcome: LogOutcome, _ detail: String, at sample: ClockSample
    ) -> [StoreChange] {
        occurrences.update(
            key, run: .routine(run), outcome: outcome, late: .zero, detail: detail, actor: .person, at: sample)
    }

    private static func name(of step: Int) -> String { "step \(step + 1)" }

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
                let index = segment(key, run, at: sample)?.index
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
}
