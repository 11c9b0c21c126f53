// SPDX-License-Identifier: Apache-2.0

public import CivilTime
import Clocks
import Coordination
import Scheduling
public import SleepModel

/// The parts of a night, by the time of day.
extension BedtimeRun {
    /// The part of the night at an instant.
    public func phase(at now: Instant) -> BedtimePhase {
        if now < bedtime { return .windDown }
        if now >= wake { return .wake }
        return stayInBed.map { now >= $0 } ?? false ? .stayInBed : .night
    }

    /// When the part of the night at an instant ends.
    public func phaseEnd(at now: Instant) -> Instant {
        switch phase(at: now) {
        case .windDown: bedtime
        case .night: stayInBed ?? wake
        case .stayInBed: wake
        case .wake: end
        }
    }

    /// Whether it can have its lights-out at another time: in the wind-down, and before it wakes.
    func canMove(to lightsOut: Instant, at now: Instant) -> Bool {
        phase(at: now) == .windDown && (plan.wake == nil || lightsOut < wake)
    }

    /// When a part of the night begins; nil for the wind-down, and for a part that it does not have.
    public func begin(of phase: BedtimePhase) -> Instant? {
        switch phase {
        case .windDown: nil
        case .night: bedtime
        case .stayInBed: stayInBed
        case .wake: wake
        }
    }

    /// When the light comes on that asks to stay in bed; nil for none.
    private var stayInBed: Instant? {
        guard plan.wake != nil, let lead = plan.stayInBed?.lead else { return nil }
        return max(wake - lead, bedtime)
    }

    /// When the night is over: after the wake light, or at once when there is none.
    public var end: Instant {
        plan.end(wakingAt: wake)
    }

    /// When the sound begins to fade out, and when it is over; nil if it plays for the whole night.
    private var soundEnd: (fades: Instant, ends: Instant)? {
        plan.soundFor.map { (bedtime + max($0 - BedtimePlan.soundFade, .zero), bedtime + $0) }
    }

    /// When something of it changes next.
    func nextEdge(after now: Instant) -> Instant {
        // A sound may be longer than the night.
        [soundEnd?.fades, soundEnd?.ends].compactMap(\.self).filter { $0 > now }.reduce(phaseEnd(at: now), min)
    }
}

/// What a night wants of one channel.
struct BedtimeTarget {
    var target: ChannelTarget
    /// Until when.
    var until: Instant
    /// Which part of the night wants it; another one ends what somebody set.
    var part: Int
}

extension BedtimeRun {
    /// How long what somebody sets counts over a target; nil for as long as ever.
    ///
    /// A light that is switched on for a moment goes back to that of the night. Nothing else does.
    func returnsAfter(_ target: ChannelTarget, at now: Instant) -> Duration? {
        let isNight = [.night, .stayInBed].contains(phase(at: now))
        // A dark and silent night wants nothing but the device off.
        return isNight && [.light, .power].contains(target.channel) ? plan.returnsAfter : nil
    }
}

extension BedtimeRun {
    /// What the night wants at a moment.
    func targets(at sample: ClockSample) -> [BedtimeTarget] {
        let phase = phase(at: sample.wall)
        let light = light(in: phase, at: sample)
        let sound = sound(in: phase, at: sample)
        guard !light.isDark || sound.contains(where: \.isHeard) else {
            return [BedtimeTarget(target: .value(.power(false)), until: light.target.until, part: phase.number)]
        }
        let power = BedtimeTarget(target: .value(.power(true)), until: light.target.until, part: phase.number)
        return [power, light.target] + sound
    }

    private func light(in phase: BedtimePhase, at sample: ClockSample) -> (target: BedtimeTarget, isDark: Bool) {
        func part(_ target: ChannelTarget, until: Instant) -> BedtimeTarget {
            BedtimeTarget(target: target, until: until, part: phase.number)
        }
        func value(_ light: Light, until: Instant) -> (BedtimeTarget, Bool) {
            (part(.value(.light(light)), until: until), light.brightness == .zero)
        }
        switch phase {
        case .windDown:
            let dark = Light(plan.light.appearance, brightness: .zero)
            let ramp = Ramp(
                from: plan.light, to: plan.nightLight ?? dark, startsAt: sample.boot(after: .zero, since: start),
                duration: plan.windDown)
            return (part(.light(ramp), until: bedtime), false)
        case .night: return value(plan.nightLight ?? .off, until: stayInBed ?? wake)
        case .stayInBed: return value(plan.stayInBed?.light ?? .off, until: wake)
        case .wake: return (part(.value(.light(plan.wakeLight)), until: end), false)
        }
    }

    /// The sound of a part of the night.
    ///
    /// Lights-out changes the light alone: the sound goes on, as loud as somebody set it.
    private func sound(in phase: BedtimePhase, at sample: ClockSample) -> [BedtimeTarget] {
        let isOver = soundEnd.map { sample.wall >= $0.ends } ?? false
        guard phase != .wake, !isOver else {
            let part = phase == .wake ? phase.number : Self.fade
            return [BedtimeTarget(target: .value(.sound(.none)), until: phase == .wake ? end : wake, part: part)]
        }
        let calm = plan.nightVolume ?? plan.volume
        let ends = min(soundEnd?.ends ?? wake, wake)
        var (volume, part, until) = (ChannelTarget.value(.volume(calm)), BedtimePhase.windDown.number, ends)
        if let soundEnd { until = min(soundEnd.fades, wake) }
        if phase == .windDown {
            until = bedtime
            if plan.nightVolume != nil {
                volume = .volume(
                    Ramp(
                        from: plan.volume, to: calm, startsAt: sample.boot(after: .zero, since: start),
                        duration: plan.windDown))
            }
        }
        if let soundEnd, sample.wall >= soundEnd.fades {
            (part, until) = (Self.fade, ends)
            volume = .volume(
                Ramp(
                    from: calm, to: .zero, startsAt: sample.anchor(plannedAt: soundEnd.fades).boot,
                    duration: soundEnd.ends - soundEnd.fades))
        }
        return [
            BedtimeTarget(target: volume, until: until, part: part),
            BedtimeTarget(target: .value(.sound(plan.sound)), until: ends, part: BedtimePhase.windDown.number),
        ]
    }

    /// The part in which a sound fades away and is silent, after those of `BedtimePhase`.
    private static let fade = 4
}

extension BedtimeTarget {
    /// Whether it is a sound.
    fileprivate var isHeard: Bool {
        if case .value(.sound(let sound)) = target { sound != .none } else { false }
    }
}
