// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import Clocks
public import Coordination
public import Scheduling
public import SleepModel
public import Storage

/// Decides what the bedtimes of one device do: a wind-down, a night, a wake light.
///
/// The parts of a night follow the time of day: whatever the clock did meanwhile, the part that is due now shows.
public struct BedtimeMachine: FeatureMachine {
    /// Bedtimes.
    public static let kind = ScheduleKind.bedtime
    /// The occurrences of the bedtime.
    public var occurrences: OccurrenceMachine

    /// Decides about `occurrences`.
    public init(occurrences: OccurrenceMachine) {
        self.occurrences = occurrences
    }

    /// Lets time pass.
    public mutating func advance(to sample: ClockSample) -> [StoreChange] {
        var effects: [StoreChange] = []
        for (key, run) in runs where sample.wall >= run.end {
            effects += occurrences.end(key, .done, actor: .schedule, at: sample)
        }
        return effects
            + occurrences.advance(to: sample) { [zones = occurrences.zones] schedule, occurrence, sample in
                Self.start(schedule, occurrence, sample, zones: zones)
            }
    }

    /// Replaces a bedtime by one that people edited.
    ///
    /// A night that runs keeps its times, and follows a new wake time of its own morning.
    public mutating func edit(_ edited: Schedule, changesRuns: Bool, at sample: ClockSample) -> [StoreChange] {
        let changes = occurrences.edit(edited, changesRuns: changesRuns, at: sample) { _, _ in .stays }
        guard !changesRuns, case .bedtime(let plan) = edited.plan else { return changes }
        let zone = occurrences.zones.rules(of: edited.zone)
        return changes
            + runs.filter { $0.key.schedule == edited.id }.flatMap { key, run -> [StoreChange] in
                guard let run = run.waking(by: plan, zone: zone, at: sample.wall) else { return [] }
                return occurrences.update(key, run: .bedtime(run), outcome: nil, actor: .person, at: sample)
            }
    }

    /// A wind-down goes on to the new time of lights-out, if that comes before the wake time.
    public static func following(_ run: OccurrenceRun, to planned: Instant, at sample: ClockSample) -> RunEdit {
        guard case .bedtime(var run) = run, run.canMove(to: planned, at: sample.wall) else { return .stays }
        if run.plan.wake == nil { run.wake = run.wake + (planned - run.bedtime) }
        run.plan.windDown = planned - sample.wall + sample.elapsed(since: run.start)
        run.bedtime = planned
        return .follows(.bedtime(run))
    }

    /// When to look again.
    public func nextWake(at sample: ClockSample) -> WakeRequest {
        runs.reduce(occurrences.nextWake(at: sample)) { request, entry in
            request.earliest(WakeRequest(wall: entry.run.nextEdge(after: sample.wall)))
        }
    }

    // MARK: - People

    /// Begins a night now with its wind-down, or takes up the one of tonight that somebody has ended.
    ///
    /// `slot` tells nights by hand apart.
    public mutating func begin(_ schedule: Schedule, slot: String, at sample: ClockSample) -> [StoreChange] {
        guard case .bedtime(let plan) = schedule.plan else { return [] }
        let zone = occurrences.zones.rules(of: schedule.zone)
        let ended = occurrences.cancelled(of: schedule.id).filter {
            $0 - plan.windDown <= sample.wall && sample.wall < plan.nightEnd(after: $0, zone: zone)
        }
        let lightsOut = runs.isEmpty ? ended.max() ?? sample.wall + plan.windDown : sample.wall + plan.windDown
        let run = BedtimeRun(
            plan, startsAt: lightsOut - plan.windDown, lightsOut: lightsOut, zone: zone, at: sample)
        return [occurrences.begin(schedule, run: .bedtime(run), slot: slot, planned: lightsOut, at: sample)]
    }

    /// Moves lights-out of a night that somebody began, in its wind-down; nothing of one that is to be moved by its date.
    public mutating func move(_ schedule: ScheduleID, to lightsOut: Instant, at sample: ClockSample) -> [StoreChange] {
        runs.filter { $0.key.schedule == schedule && !$0.key.isScheduled }.flatMap { key, run -> [StoreChange] in
            guard case .follows(let moved) = Self.following(.bedtime(run), to: lightsOut, at: sample) else { return [] }
            return occurrences.move(key, to: lightsOut, run: moved, at: sample)
        }
    }

    /// Ends the nights that run, of one schedule or of all.
    public mutating func stop(_ schedule: ScheduleID? = nil, at sample: ClockSample) -> [StoreChange] {
        runs.filter { schedule == nil || $0.key.schedule == schedule }
            .flatMap { occurrences.end($0.key, .cancelled, actor: .person, at: sample) }
    }

    // MARK: - What it wants

    /// What the night wants of the device.
    public func intents(at sample: ClockSample) -> [ChannelIntent] {
        runs.flatMap { intents(of: $0.run, $0.key, at: sample) }
    }

    /// The nights that run.
    public var runs: [(key: OccurrenceKey, run: BedtimeRun)] {
        occurrences.running.compactMap { key, record in
            if case .bedtime(let run)? = record.run { (key, run) } else { nil }
        }
        .sorted { $0.run.bedtime < $1.run.bedtime }
    }

    // MARK: -

    private static func start(
        _ schedule: Schedule, _ occurrence: PlannedOccurrence, _ sample: ClockSample, zones: ZoneBook
    ) -> OccurrenceRun {
        let plan = if case .bedtime(let plan) = schedule.plan { plan } else { BedtimePlan.nothing }
        return .bedtime(
            BedtimeRun(
                plan, startsAt: occurrence.starts, lightsOut: occurrence.planned,
                zone: zones.rules(of: schedule.zone), at: sample))
    }

    private func intents(of run: BedtimeRun, _ key: OccurrenceKey, at sample: ClockSample) -> [ChannelIntent] {
        let name = occurrences.running[key]?.name ?? ""
        let layer = run.phase(at: sample.wall) == .windDown ? ControlLayer.routine : .night
        return run.targets(at: sample).map { part in
            ChannelIntent(
                layer: layer, target: part.target, since: sample.wall - sample.elapsed(since: run.start),
                until: part.until, by: name, source: .run(Self.kind, key, part: part.part),
                returnsAfter: run.returnsAfter(part.target, at: sample.wall))
        }
    }
}

extension BedtimeRun {
    /// The night with a plan that winds down from `starts` on until `lightsOut`.
    fileprivate init(
        _ plan: BedtimePlan, startsAt starts: Instant, lightsOut: Instant, zone: ZoneRules, at sample: ClockSample
    ) {
        let night = plan.night(after: lightsOut, zone: zone)
        self.init(plan: night.plan, start: sample.anchor(plannedAt: starts), bedtime: lightsOut, wake: night.wake)
    }
}

extension BedtimePlan {
    fileprivate static let nothing = BedtimePlan(
        windDown: .zero, light: .off, sound: .none, volume: .zero, wake: nil, wakeLight: .off)
}
