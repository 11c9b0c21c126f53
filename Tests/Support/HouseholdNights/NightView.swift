// SPDX-License-Identifier: Apache-2.0

/// What is to be shown and played for a while.
struct NightView: Hashable, Sendable {
    var isOn: Bool
    var light: NightFade<NightShown.Light>
    var sound: Int
    var volume: NightFade<Double>
    /// The channels that something scheduled decides.
    var scheduled: Set<NightChannel> = []
    /// Whether a routine, a night or a nap decides something of it.
    var isOfARun = false
    /// What nothing may exceed now.
    var limit: NightLimit?

    /// Nothing but what is there.
    init(_ shown: NightShown) {
        isOn = shown.isOn
        light = NightFade(shown.light)
        sound = shown.sound
        volume = NightFade(shown.volume)
    }

    /// What the winners want; `base` is what was shown before, and `neutral` what nobody wants any more.
    init(
        _ winners: [NightChannel: NightWant], base: NightShown, neutral: Set<NightChannel>,
        hasRung: Bool, ownVolume: Double?
    ) {
        self.init(base)
        scheduled = Set(winners.filter { $0.value.layer != .person }.keys)
        if case .power(let power)? = winners[.power]?.target { isOn = power }
        // Off keeps what it showed.
        guard isOn || winners[.power] == nil else { return }
        if isOn, base.isOn {
            if neutral.contains(.light) { light = NightFade(.off) }
            if neutral.contains(.sound) { sound = 0 }
        } else if isOn {
            // Switching on alone brings back what was shown last, but never what rang.
            if winners.count > 1 { light = NightFade(.off) }
            if winners.count > 1 || hasRung { sound = 0 }
        }
        // A sound, or all that was shown last, comes back as loud as before a fade or a ring.
        let isHeard = if case .sound(let sound)? = winners[.sound]?.target { sound != 0 } else { winners.count == 1 }
        if isOn, isHeard, winners[.volume] == nil, let ownVolume { volume = NightFade(ownVolume) }
        for want in winners.values {
            switch want.target {
            case .power: break
            case .light(let fade): light = fade
            case .sound(let value): sound = value
            case .volume(let fade): volume = fade
            }
        }
    }

    /// A device that is off keeps what is beyond a limit, until it comes on.
    func shown(at time: Double) -> NightShown {
        NightShown(
            isOn: isOn, light: isOn ? light(at: time) : light.value(at: time), sound: sound,
            volume: isOn ? volume(at: time) : volume.value(at: time))
    }

    private func volume(at time: Double) -> Double {
        let volume = volume.value(at: time)
        return limit?.limited(volume: volume) ?? volume
    }

    private func light(at time: Double) -> NightShown.Light {
        var light = light.value(at: time)
        light.level = limit?.limited(level: light.level) ?? light.level
        return light
    }

    /// Whether the light or the volume is on its way shortly before a time.
    func fades(at time: Double) -> Bool {
        func fades<Value>(_ fade: NightFade<Value>) -> Bool {
            fade.length > 0 && fade.heldAt == nil && time < fade.start + fade.length + 8
        }
        return isOn && (fades(light) || fades(volume))
    }

    /// Whether a device that shows this at a time follows the view, at most `lag` seconds late; a fade goes in steps.
    func allows(_ shown: NightShown, at time: Double, lag: Double) -> Bool {
        guard shown.isOn == isOn else { return false }
        guard isOn else { return true }
        guard shown.sound == sound else { return false }
        let volumes = [time - lag - volume.step, time].map(volume(at:))
        if sound != 0, !Self.isBetween(shown.volume, volumes, within: 1) { return false }
        let lights = [time - lag - light.step, time].map(light(at:))
        guard Self.isBetween(shown.light.level, lights.map(\.level), within: 2) else { return false }
        guard shown.light.level > 0 else { return true }
        return [\NightSchedule.Color.red, \.green, \.blue].allSatisfy { part in
            Self.isBetween(
                Double(shown.light.color[keyPath: part]), lights.map { Double($0.color[keyPath: part]) },
                within: 3)
        }
    }

    private static func isBetween(
        _ value: Double, _ bounds: [Double], within tolerance: Double
    )
        -> Bool
    {
        let (low, high) = (bounds.min() ?? 0, bounds.max() ?? 0)
        return low - tolerance <= value && value <= high + tolerance
    }
}
