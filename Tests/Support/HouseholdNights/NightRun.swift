// SPDX-License-Identifier: Apache-2.0

import CivilTime

/// Something that runs on a device, as the contract has it.
struct NightRun: Sendable {
    enum Kind: Int, CaseIterable, Sendable { case alarm, routine, bedtime, nap }

    enum AlarmPhase: Hashable, Sendable {
        case sunrise(since: Double, until: Double)
        case ringing(since: Double)
        case snoozed(until: Double)
        /// It is quiet as nobody answered, and rings once more.
        case unanswered(until: Double)
        /// It is over, and its light stays.
        case light(since: Double, until: Double)
    }

    struct Alarm: Sendable {
        var plan: NightSchedule.Alarm
        var phase: AlarmPhase
        /// Somebody set the light otherwise.
        var yieldsLight = false
        /// How loud somebody set it, 0 to 255.
        var volume: Double?
        var snoozes = 0
        /// Whether nobody answered its first ring.
        var isBackup = false

        /// How loud it rings, 0 to 255.
        var loudness: NightFade<Double> {
            if let volume { return NightFade(volume) }
            // Nobody answered: now it is as loud as can be.
            if isBackup { return NightFade(255) }
            let loud = Double((plan.volume * 255 + 50) / 100)
            guard case .ringing(let since) = phase else { return NightFade(loud) }
            return NightFade(from: min(loud, NightRun.softest), to: loud, start: since, length: Double(plan.crescendo))
        }
    }

    /// No ring is softer.
    static let softest = 26.0

    enum State: Sendable {
        case alarm(Alarm)
        case routine(Routine)
        case bedtime(Bedtime)
        case nap(Nap)
    }

    /// Counts what begins on the device.
    var number: Int
    /// The number of its schedule; nil for a nap.
    var schedule: Int?
    /// The minute it was planned for, since 1970.
    var minute: Int64
    var zone: ZoneRules
    /// Settles which is shown of two that began at once.
    var tie: Int
    /// When it began, or was to.
    var since: Double
    var state: State

    var kind: Kind {
        switch state {
        case .alarm: .alarm
        case .routine: .routine
        case .bedtime: .bedtime
        case .nap: .nap
        }
    }

    var alarm: Alarm? {
        get { if case .alarm(let alarm) = state { alarm } else { nil } }
        set { if let newValue { state = .alarm(newValue) } }
    }

    var routine: Routine? {
        get { if case .routine(let routine) = state { routine } else { nil } }
        set { if let newValue { state = .routine(newValue) } }
    }

    /// Whether it is a routine that waits for the end of another one.
    var isWaiting: Bool { routine?.isWaiting ?? false }

    var isSunrise: Bool { if case .sunrise? = alarm?.phase { true } else { false } }

    /// When it rings again that is quiet for a while; zero for anything else.
    var ringsAgain: Double {
        switch alarm?.phase {
        case .snoozed(let until), .unanswered(let until): until
        default: 0
        }
    }

    var isRinging: Bool { if case .ringing? = alarm?.phase { true } else { false } }
    var isPastSunrise: Bool { alarm != nil && !isSunrise }
    /// Whether only its light is left.
    var isLight: Bool { if case .light? = alarm?.phase { true } else { false } }
    /// Whether it is quiet and rings again.
    var isSilenced: Bool {
        switch alarm?.phase {
        case .snoozed, .unanswered: true
        case .sunrise, .ringing, .light, nil: false
        }
    }

    /// Whether it has not been snoozed as often as it may be.
    var maySnooze: Bool {
        switch state {
        case .alarm(let alarm): alarm.snoozes < alarm.plan.snoozeLimit
        case .routine, .bedtime, .nap: false
        }
    }

    // MARK: - Wants

    /// What it wants at a time.
    func wants(at time: Double, wall: Instant) -> [NightWant] {
        switch state {
        case .alarm(let alarm): wants(of: alarm)
        case .routine(let routine): wants(of: routine, at: time)
        case .bedtime(let bedtime): wants(of: bedtime, at: time, wall: wall)
        case .nap(let nap): wants(of: nap, at: time)
        }
    }

    func want(
        _ target: NightWant.Target, _ layer: NightWant.Layer, since: Double? = nil, part: Int = 0
    ) -> NightWant {
        NightWant(target: target, layer: layer, since: since ?? self.since, tie: tie, run: number, part: part)
    }

    private func wants(of alarm: Alarm) -> [NightWant] {
        let light =
            alarm.yieldsLight ? nil : alarm.plan.color.map { NightShown.Light(color: $0, level: 255) }
        switch alarm.phase {
        case .snoozed, .unanswered: return []
        case .light(let since, _):
            guard let light else { return [] }
            var silence = want(.sound(0), .schedule, since: since)
            silence.yields = true
            return [.power(true), .light(NightFade(light))].map { want($0, .schedule, since: since) } + [silence]
        case .sunrise(let since, _):
            guard let light else { return [] }
            let dark = NightShown.Light(color: light.color, level: 0)
            let fade = NightFade(from: dark, to: light, start: since, length: Double(alarm.plan.sunrise))
            return [
                want(.power(true), .sunrise, since: since), want(.light(fade), .sunrise, since: since),
            ]
        case .ringing(let since):
            return [
                want(.power(true), .alarm, since: since),
                want(.sound(alarm.plan.sound), .alarm, since: since),
                want(.volume(alarm.loudness), .alarm, since: since),
            ] + (light.map { [want(.light(NightFade($0)), .alarm, since: since)] } ?? [])
        }
    }

    /// A percentage on the device's scale.
    func level(_ percent: Int) -> Int { (percent * 255 + 50) / 100 }
}

/// What somebody set by hand.
struct NightHold: Sendable {
    var target: NightWant.Target
    var since: Double
    var until: Double
    /// The silences that do not end it, as somebody chose it in the fades to them.
    var outlasts: Set<NightWant.Source> = []
    /// How much later it may end, as Lull hears of a touch only when the device next advertises.
    var slack = 0.0
}

/// What of a device can be wanted.
enum NightChannel: Int, CaseIterable, Sendable { case power, light, sound, volume }

/// What one run or one person wants of one channel.
struct NightWant: Sendable {
    enum Target: Sendable {
        case power(Bool)
        case light(NightFade<NightShown.Light>)
        case sound(Int)
        case volume(NightFade<Double>)
    }

    /// Lowest first.
    enum Layer: Int, Sendable { case schedule, nap, sunrise, person, alarm }

    struct Source: Hashable, Sendable {
        var channel: NightChannel
        var run: Int
        var part: Int
    }

    var target: Target
    var layer: Layer
    var since: Double
    /// Of two that began at once, the one with the higher number wins.
    var tie = 0
    /// The number of the run; nil for a person.
    var run: Int?
    var part = 0
    /// Whether anything else on its layer wins.
    var yields = false

    var channel: NightChannel {
        switch target {
        case .power: .power
        case .light: .light
        case .sound: .sound
        case .volume: .volume
        }
    }

    var source: Source? { run.map { Source(channel: channel, run: $0, part: part) } }

    /// Whether it is a volume that the device does not keep: that of a ring, or of a fade to another one or to silence.
    func isPassing(at time: Double) -> Bool {
        guard case .volume(let fade) = target, layer != .person else { return false }
        return layer == .alarm || fade.to == 0 || fade.isUnderWay(at: time)
    }
}
