// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import Clocks
public import Coordination
public import Scheduling
public import SleepModel
public import Storage

/// Decides what the bedtime of one device does: a wind-down, a night, a wake light.
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

    /// When to look again.
    public func nextWake(at sample: ClockSample) -> WakeRequest {
        runs.reduce(occurrences.nextWake(at: sample)) { request, entry in
            let edge = [entry.run.bedtime, entry.run.wake].first { $0 > sample.wall }
            return request.earliest(WakeRequest(wall: edge ?? entry.run.end))
        }
    }

    /// Ends the night, if one runs.
    public mutating func stop(at sample: ClockSample) -> [StoreChange] {
        runs.flatMap { occurrences.end($0.key, .cancelled, actor: .person, at: sample) }
    }

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
        let zone = zones.rules(of: schedule.zone)
        return .bedtime(
            BedtimeRun(
                plan: plan, start: sample.anchor(plannedAt: occurrence.starts), bedtime: occurrence.planned,
                wake: plan.wakeInstant(after: occurrence.planned, zone: zone)))
    }

    private func intents(of run: BedtimeRun, _ key: OccurrenceKey, at sample: ClockSample) -> [ChannelIntent] {
        let phase = run.phase(at: sample.wall)
        let until: Instant
        let targets: [ChannelTarget]
        switch phase {
        case .windDown:
            let ramp = Ramp(
                from: run.plan.light, to: Light(run.plan.light.appearance, brightness: .zero),
                startsAt: sample.boot(after: .zero, since: run.start), duration: run.plan.windDown)
            targets = [
                .value(.power(true)), .light(ramp), .value(.volume(run.plan.volume)), .value(.sound(run.plan.sound)),
            ]
            until = run.bedtime
        case .night:
            targets =
                run.plan.sound == .none
                ? [.value(.power(false))]
                : [
                    .value(.power(true)), .value(.light(.off)), .value(.volume(run.plan.volume)),
                    .value(.sound(run.plan.sound)),
                ]
            until = run.wake
        case .wake:
            targets = [.value(.power(true)), .value(.light(run.plan.wakeLight)), .value(.sound(.none))]
            until = run.end
        }
        let name = occurrences.running[key]?.name ?? ""
        // Lights-out changes the light alone: the sound goes on, as loud as somebody set it.
        func part(of channel: DeviceChannel) -> Int {
            phase == .night && (channel == .sound || channel == .volume) ? BedtimePhase.windDown.number : phase.number
        }
        return targets.map {
            ChannelIntent(
                layer: .routine, target: $0, since: sample.wall - sample.elapsed(since: run.start), until: until,
                by: name,
                source: .run(Self.kind, key, part: part(of: $0.channel)))
        }
    }
}

extension BedtimeRun {
    /// The part of the night at an instant.
    public func phase(at now: Instant) -> BedtimePhase {
        if now < bedtime { return .windDown }
        return now < wake ? .night : .wake
    }

    /// When the night is over: after the wake light, or at once when there is none.
    public var end: Instant {
        plan.end(wakingAt: wake)
    }
}

extension BedtimePlan {
    fileprivate static let nothing = BedtimePlan(
        windDown: .zero, light: .off, sound: .none, volume: .zero, wake: nil, wakeLight: .off)
}
