// SPDX-License-Identifier: Apache-2.0

import CivilTime

extension NightRun {
    /// A night that runs.
    struct Bedtime: Sendable {
        /// What of it shows; another part ends what somebody set.
        enum Part: Int, Sendable { case windDown, night, stayInBed, wake, silence }

        var plan: NightSchedule.Bedtime
        var start: Double
        var lightsOut: Instant
        var wake: Instant
        var end: Instant

        /// When the light comes on that asks to stay in bed.
        private var stay: Instant? {
            guard plan.wake != nil, let stay = plan.stayInBed else { return nil }
            return max(wake - .seconds(stay.lead), lightsOut)
        }

        /// How long a sound takes to fade away, in seconds.
        private static let fade = 300

        /// When the sound begins to fade, and when it is over.
        var silence: (fades: Instant, ends: Instant)? {
            plan.soundFor.map { (lightsOut + .seconds(max($0 - Self.fade, 0)), lightsOut + .seconds($0)) }
        }

        /// When something of it changes, in any order.
        var edges: [Instant] { [lightsOut, stay, wake, end, silence?.fades, silence?.ends].compactMap(\.self) }

        func part(at wall: Instant) -> Part {
            if wall < lightsOut { return .windDown }
            if wall >= wake { return .wake }
            return stay.map { wall >= $0 } ?? false ? .stayInBed : .night
        }
    }

    func wants(of bedtime: Bedtime, at time: Double, wall: Instant) -> [NightWant] {
        let part = bedtime.part(at: wall)
        let light = light(of: bedtime, part)
        let music = music(of: bedtime, at: time, wall: wall)
        let isHeard = music.contains { want in
            if case .sound(let sound) = want.target { sound != 0 } else { false }
        }
        guard isHeard || light.from.level > 0 || light.to.level > 0 else {
            return [want(.power(false), .schedule, part: part.rawValue)]
        }
        return [.power(true), .light(light)].map { want($0, .schedule, part: part.rawValue) } + music
    }

    private func light(of bedtime: Bedtime, _ part: Bedtime.Part) -> NightFade<NightShown.Light> {
        func shown(_ light: NightSchedule.Light?) -> NightShown.Light {
            light.map { NightShown.Light(color: $0.color, level: Double(level($0.percent))) } ?? .off
        }
        switch part {
        case .windDown:
            let bright = NightShown.Light(color: bedtime.plan.color, level: 102)
            return NightFade(
                from: bright, to: shown(bedtime.plan.nightLight), start: bedtime.start,
                length: Double(bedtime.plan.windDown))
        case .night, .silence: return NightFade(shown(bedtime.plan.nightLight))
        case .stayInBed: return NightFade(shown(bedtime.plan.stayInBed?.light))
        case .wake:
            return NightFade(NightShown.Light(color: NightSchedule.Color(red: 92, green: 210, blue: 157), level: 51))
        }
    }

    /// Lights-out and the light of the morning change the light alone: the sound goes on.
    private func music(of bedtime: Bedtime, at time: Double, wall: Instant) -> [NightWant] {
        let (plan, part) = (bedtime.plan, bedtime.part(at: wall))
        let silent = Bedtime.Part.silence.rawValue
        if part == .wake { return [want(.sound(0), .schedule, part: part.rawValue)] }
        let calm = Double(level(plan.nightVolume ?? plan.volume))
        var volume = want(.volume(NightFade(calm)), .schedule)
        if part == .windDown, plan.nightVolume != nil {
            let fade = NightFade(
                from: Double(level(plan.volume)), to: calm, start: bedtime.start, length: Double(plan.windDown))
            volume = want(.volume(fade), .schedule)
        }
        if let (fades, ends) = bedtime.silence, wall >= fades {
            guard wall < ends else { return [want(.sound(0), .schedule, part: silent)] }
            let fade = NightFade(
                from: calm, to: 0, start: time - (wall - fades).inSeconds, length: (ends - fades).inSeconds)
            volume = want(.volume(fade), .schedule, part: silent)
        }
        return [want(.sound(plan.sound), .schedule), volume]
    }
}
