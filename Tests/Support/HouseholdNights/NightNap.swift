// SPDX-License-Identifier: Apache-2.0

/// A nap as people ask for it: sound in the dark, and then a light that says that it is over.
struct NightNap: Hashable, Sendable {
    /// In seconds, to the end of the sound.
    var length: Int
    /// Zero for silence.
    var sound: Int
    /// In percent.
    var volume: Int
    /// The light at its end; nil for none.
    var color: NightSchedule.Color?

    /// How long the light grows at most, and how long it shines afterwards, in seconds.
    private static let (growth, shine) = (300.0, 900.0)

    /// How many seconds after its beginning the light begins to grow, the sound ends, and all is over.
    var wakes: Double { ends - (color == nil ? 0 : min(Self.growth, ends / 2)) }
    var ends: Double { Double(length) }
    var over: Double { ends + (color == nil ? 0 : Self.shine) }
}

extension NightRun {
    /// A nap that lasts.
    struct Nap: Sendable {
        var plan: NightNap
        var start: Double

        /// When something of it changes.
        var edges: [Double] { [plan.wakes, plan.ends, plan.over].map { start + $0 } }
    }

    /// What it wants: each channel has two parts, of which the second ends what somebody set in the first.
    func wants(of nap: Nap, at time: Double) -> [NightWant] {
        let plan = nap.plan
        let elapsed = time - nap.start
        let light = plan.color.map { NightShown.Light(color: $0, level: 51) } ?? .off
        func want(_ target: NightWant.Target, from second: Double) -> NightWant {
            self.want(target, .nap, part: elapsed < second ? 1 : 2)
        }
        if elapsed < plan.wakes, plan.sound == 0 { return [want(.power(false), from: plan.wakes)] }
        var fade = NightFade(NightShown.Light.off)
        if elapsed >= plan.wakes {
            fade = NightFade(
                from: NightShown.Light(color: light.color, level: 0), to: light, start: nap.start + plan.wakes,
                length: plan.ends - plan.wakes)
        }
        let sound = elapsed < plan.ends ? plan.sound : 0
        return [
            want(.power(true), from: plan.wakes), want(.light(fade), from: plan.wakes),
            want(.sound(sound), from: plan.ends),
        ] + (sound == 0 ? [] : [want(.volume(NightFade(Double(level(plan.volume)))), from: plan.ends)])
    }
}
