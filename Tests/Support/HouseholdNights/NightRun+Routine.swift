// SPDX-License-Identifier: Apache-2.0

import CivilTime

extension NightRun {
    /// A routine that runs, or waits for the end of another one.
    struct Routine: Sendable {
        var steps: [NightSchedule.Step]
        var before: NightShown
        var index = -1
        var begin: Double
        /// When the step ends, in seconds since the beginning or by the clock.
        var end = 0.0
        var wallEnd: Instant?
        var light: NightFade<NightShown.Light>?
        var volume: NightFade<Double>?
        var sound: Int?
        /// When the sound falls silent that fades away, and the step that asks for that.
        var silence: Silence?
        /// Whether it has, after which the volume is nobody's.
        var isSilent = false
        /// The step that set a channel last.
        var parts: [NightChannel: Int] = [:]
        /// How often somebody went back over a step.
        var rounds: [Int: Int] = [:]
        /// Since when it is paused.
        var pausedAt: Double?
        /// Until when it waits for the end of another one; nil for one that runs.
        var waitsUntil: Double?
        /// The steps that have begun since somebody went to one.
        var begun: [Int: Begun] = [:]

        /// When a step began, and what its fades began from.
        struct Begun: Sendable {
            var at: Double
            var before: NightShown
            var isNew: Bool
        }

        /// What a fade ends with.
        struct Silence: Sendable {
            var at: Double
            var step: Int
        }

        var isWaiting: Bool { waitsUntil != nil }
    }

    func wants(of routine: Routine, at time: Double) -> [NightWant] {
        guard !routine.isWaiting else { return [] }
        var routine = routine
        routine.fallSilent(by: routine.pausedAt ?? time)
        func part(_ channel: NightChannel?) -> Int {
            let step = channel.flatMap { routine.parts[$0] } ?? routine.index
            return step + (routine.rounds[step] ?? 0) * 1000
        }
        // A pause holds a fade where it is.
        let light = routine.light?.held(since: routine.pausedAt)
        let volume = routine.isSilent ? nil : routine.volume?.held(since: routine.pausedAt)
        return [want(.power(true), .schedule, part: part(nil))]
            + (light.map { [want(.light($0), .schedule, part: part(.light))] } ?? [])
            + (routine.sound.map { [want(.sound($0), .schedule, part: part(.sound))] } ?? [])
            + (volume.map { [want(.volume($0), .schedule, part: part(.volume))] } ?? [])
    }
}

extension NightRun.Routine {
    /// How long a routine waits at most, in seconds.
    private static let longestWait = 4 * 3600.0

    /// Takes up the step that is due at a time; false when none is left.
    ///
    /// Its fades begin where the device was before that, unless nobody saw it; `before` is as it was when the routine began.
    mutating func follow(_ time: Double, clock: NightTime, zone: ZoneRules, seen: NightShown?) -> Bool {
        while index < steps.count {
            if index >= 0 {
                let end = stepEnd(clock)
                guard end <= time else { return true }
                begin = end
            }
            index += 1
            guard index < steps.count else { break }
            setEnd(clock: clock, zone: zone)
            // What had begun by then and is over is not seen.
            let isSeen = index > 0 && stepEnd(clock) > time
            take(steps[index], from: isSeen ? seen ?? before : before, isNew: false)
        }
        return false
    }

    /// When the step ends.
    func stepEnd(_ clock: NightTime) -> Double {
        pausedAt != nil ? .infinity : wallEnd.map { clock.time(of: $0, from: begin) } ?? end
    }

    private mutating func setEnd(clock: NightTime, zone: ZoneRules) {
        switch steps[index].end {
        case .after(let seconds): (end, wallEnd) = (begin + Double(seconds), nil)
        case .at(let time): wallEnd = zone.moment(time, after: clock.wall(at: begin))
        case .untilTold: (end, wallEnd) = (.infinity, nil)
        }
    }

    /// Takes up a step; a new beginning starts from what is there, and not from where the fades are.
    private mutating func take(_ step: NightSchedule.Step, from before: NightShown, isNew: Bool) {
        fallSilent(by: begin)
        begun[index] = Begun(at: begin, before: before, isNew: isNew)
        takeLight(of: index)
        if let to = step.fadesToSilence ? 0 : step.volume {
            let heard = before.isOn && before.sound != 0 ? before.volume : 0
            let from = isNew ? nil : volume?.value(at: begin)
            volume = NightFade(
                from: from ?? heard, to: Double((to * 255 + 50) / 100), start: begin, length: Double(step.volumeFade))
            parts[.volume] = index
            silence = step.fadesToSilence ? Silence(at: begin + Double(step.volumeFade), step: index) : nil
            isSilent = false
        }
        // A sound fades away as the one that it is.
        if let to = step.sound, to != 0 || !step.fadesToSilence {
            sound = to
            parts[.sound] = index
        }
    }

    /// When the sound falls silent, if nobody holds the fade to that.
    var silenceAhead: Double? { pausedAt == nil ? silence?.at : nil }

    /// Ends the fade to silence that is over by a time.
    fileprivate mutating func fallSilent(by time: Double) {
        guard let silence, silence.at <= time else { return }
        (sound, parts[.sound], isSilent, self.silence) = (0, silence.step, true, nil)
    }

    private mutating func takeLight(of number: Int) {
        guard let step = begun[number], let to = steps[number].light else { return }
        let shown = step.before.isOn ? step.before.light : NightShown.Light(color: step.before.light.color, level: 0)
        let from = step.isNew ? nil : light?.value(at: step.at)
        light = NightFade(
            from: from ?? shown, to: to.shown, start: step.at, length: Double(steps[number].lightFade))
        parts[.light] = number
    }

    // MARK: - People

    /// Goes on with steps that differ in their lights, as if they had been so from the beginning.
    mutating func goOn(with steps: [NightSchedule.Step]) {
        self.steps = steps
        light = nil
        let first = begun.keys.min() ?? 0
        for (number, over) in steps.prefix(first).enumerated() {
            if let to = over.light { (light, parts[.light]) = (NightFade(to.shown), number) }
        }
        for number in steps.indices { takeLight(of: number) }
    }

    /// Goes to a step; those before it count as over.
    mutating func go(to step: Int, at time: Double, clock: NightTime, zone: ZoneRules, seen: NightShown) {
        if step <= index { for begun in step...index { rounds[begun, default: 0] += 1 } }
        (light, volume, sound, parts, pausedAt, begun) = (nil, nil, nil, [:], nil, [:])
        (silence, isSilent) = (nil, false)
        for (number, over) in steps.prefix(step).enumerated() {
            if let to = over.light { (light, parts[.light]) = (NightFade(to.shown), number) }
            if let to = over.fadesToSilence ? 0 : over.volume {
                (volume, parts[.volume], isSilent) = (NightFade(Double((to * 255 + 50) / 100)), number, false)
            }
            if let to = over.fadesToSilence ? 0 : over.sound { (sound, parts[.sound]) = (to, number) }
            isSilent = isSilent || over.fadesToSilence
        }
        (index, begin, before) = (step, time, seen)
        setEnd(clock: clock, zone: zone)
        take(steps[step], from: seen, isNew: true)
    }

    /// Goes on after a pause: everything is later, but for what lasts until a time of day.
    mutating func resume(at time: Double, clock: NightTime) {
        guard let pausedAt else { return }
        let length = time - pausedAt
        end += length
        if let wallEnd, clock.wall(at: time) >= wallEnd { (end, self.wallEnd) = (time, nil) }
        begin += length
        light?.start += length
        begun = begun.mapValues { Begun(at: $0.at + length, before: $0.before, isNew: $0.isNew) }
        volume?.start += length
        silence?.at += length
        self.pausedAt = nil
    }

    /// Lets the step last longer; one that lasts until a time of day lasts until a later one.
    mutating func extend(by seconds: Int) {
        wallEnd = wallEnd.map { $0 + .seconds(seconds) }
        end += Double(seconds)
    }

    // MARK: - Waiting

    /// Waits, at most until the time of day at which it would end.
    mutating func wait(from start: Double, clock: NightTime, zone: ZoneRules) {
        waitsUntil = start + Self.longestWait
        guard case .at? = steps.last?.end, let end = Self.end(of: steps[...], from: clock.wall(at: start), zone) else {
            return
        }
        waitsUntil = min(start + Self.longestWait, clock.time(of: end, from: start))
    }

    /// Begins after it has waited; what was to last until a time of day that has passed is left out.
    mutating func begin(after start: Double, at time: Double, clock: NightTime, zone: ZoneRules, seen: NightShown) {
        var begins = clock.wall(at: time)
        for index in steps.indices {
            let end = Self.end(of: steps.prefix(index + 1), from: clock.wall(at: start), zone)
            guard let end else { break }
            switch steps[index].end {
            case .at:
                if end <= begins { steps[index].end = .after(0) }
                begins = max(begins, end)
            case .after(let seconds): begins = begins + .seconds(seconds)
            case .untilTold: break
            }
        }
        (waitsUntil, begin, before) = (nil, time, seen)
    }

    /// When steps are over that begin at an instant; nil if one of them waits for somebody.
    private static func end(
        of steps: ArraySlice<NightSchedule.Step>, from start: Instant, _ zone: ZoneRules
    ) -> Instant? {
        var end = start
        for step in steps {
            guard let next = step.end.moment(after: end, zone: zone) else { return nil }
            end = next
        }
        return end
    }
}

extension NightSchedule.Light {
    /// What a device shows of it.
    var shown: NightShown.Light {
        percent == 0 ? .off : NightShown.Light(color: color, level: Double((percent * 255 + 50) / 100))
    }
}
