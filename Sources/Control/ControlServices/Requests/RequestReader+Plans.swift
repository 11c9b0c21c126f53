// SPDX-License-Identifier: Apache-2.0

import CivilTime
import ControlAPI
import SleepModel

/// What makes sense of a plan, whoever wants it; `named` says how a value was called where it was given.
extension RequestReader {
    /// Throws unless an alarm with the plan would wake somebody.
    func check(_ plan: AlarmPlan, named: (String) -> String) throws(ControlError) {
        guard plan.light != nil || plan.sound != .none else {
            throw Self.invalid(
                "An alarm without sound and light would wake nobody.",
                "Give \(named("sound")), \(named("color")) or \(named("sunrise")).")
        }
        if let sunrise = plan.sunrise { try require(sunrise, named("sunrise"), in: RequestRange.sunrise) }
        if let crescendo = plan.crescendo {
            try require(crescendo, named("crescendo"), in: RequestRange.crescendo)
            guard crescendo <= plan.ringFor else {
                throw Self.invalid(
                    "The alarm would end before it is at its full volume.",
                    "Give \(named("crescendo")) \(DurationText.format(plan.ringFor)) or less.")
            }
        }
        try require(plan.ringFor, named("ring-for"), in: RequestRange.ring)
        try require(plan.snooze, named("snooze"), in: RequestRange.snooze)
        guard RequestRange.snoozes.contains(plan.snoozeLimit) else {
            throw Self.invalid(
                "\(named("snooze-limit")) \(plan.snoozeLimit) is out of range.",
                "Give \(RequestRange.snoozes.lowerBound) to \(RequestRange.snoozes.upperBound).")
        }
        if let length = plan.lightAfter {
            try require(length, named("light-after"), in: RequestRange.lightAfter)
            guard plan.light != nil else {
                throw Self.invalid(
                    "An alarm without a light has none that stays.",
                    "Give \(named("color")) or \(named("sunrise")) too, or leave out \(named("light-after")).")
            }
        }
        if let wait = plan.backup { try require(wait, named("backup"), in: RequestRange.backup) }
        try require(plan.volume, named("volume"))
        _ = try sound(String(plan.sound.rawValue))
    }

    /// Throws unless a bedtime at `time` can follow the plan.
    func check(_ plan: BedtimePlan, at time: DayTime?, named: (String) -> String) throws(ControlError) {
        let lightsOut = time?.clockTimes ?? []
        if let wake = plan.wake?.groups.map(\.time).first(where: lightsOut.contains) {
            throw Self.invalid(
                "The night would have no end: \(named("wake")) \(wake) is the time of lights-out.",
                "Give \(named("wake")) another time.")
        }
        if let length = plan.reminder { try require(length, named("reminder"), in: RequestRange.reminder) }
        try require(plan.windDown, named("wind-down"), in: RequestRange.windDown)
        try require(plan.volume, named("volume"))
        if let volume = plan.nightVolume { try require(volume, named("night-volume")) }
        if let length = plan.soundFor { try require(length, named("sound-for"), in: RequestRange.sound) }
        if let stay = plan.stayInBed {
            guard plan.wake != nil else {
                throw Self.invalid(
                    "A light that asks to stay in bed needs a wake time.", "Give \(named("wake")) too, as 06:45.")
            }
            try require(stay.lead, named("stay-in-bed"), in: RequestRange.stayInBed)
        }
        try require(plan.wakeFor, named("wake-for"), in: RequestRange.wake)
        if let until = plan.wakeUntil { try check(until, after: plan.wake, named) }
        if let length = plan.returnsAfter { try require(length, named("return"), in: RequestRange.returning) }
        if let sleep = plan.sleep, !plan.keepsSleep(at: time) {
            throw Self.invalid(
                "\(named("sleep")) \(DurationText.format(sleep)) is not the time from lights-out to \(named("wake")).",
                "Give another time of lights-out, or leave out \(named("sleep")).")
        }
        _ = try sound(String(plan.sound.rawValue))
    }

    /// Throws unless a wake light can stay until a time.
    private func check(
        _ until: TimeOfDay, after wake: WeekdayTimes?, _ named: (String) -> String
    ) throws(ControlError) {
        for (_, time) in wake?.groups ?? [] {
            let seconds = until.secondsSinceMidnight - time.secondsSinceMidnight
            guard !RequestRange.wake.contains(.seconds(seconds <= 0 ? seconds + 86_400 : seconds)) else { continue }
            throw Self.invalid(
                "The wake light of \(time) cannot stay until \(until).",
                "Give \(named("wake-for")) a time in the \(DurationText.format(RequestRange.wake.upperBound)) after it, or "
                    + "a length.")
        }
    }

    /// What a touch of the device does while an alarm rings; nil for what nobody said.
    func touch(_ text: String?) throws(ControlError) -> AlarmTouch? {
        guard let text else { return nil }
        guard let touch = AlarmTouch(rawValue: text.lowercased()) else {
            throw Self.invalid("--touch “\(text.printable)” is unknown.", "Give snooze or dismiss.")
        }
        return touch
    }

    /// Throws unless the steps follow each other as those that people write do.
    func check(_ plan: RoutinePlan) throws {
        _ = try steps.steps(steps.texts(plan.steps))
    }

    /// Throws unless a name is one as people may give it.
    static func require(name: String, of what: String) throws(ControlError) {
        let plain = try plainName(name, what: what)
        guard plain == name else {
            throw invalid(
                "“\(name.printable)” has too many blanks to be the name of \(what).", "Write it as “\(plain)”.")
        }
    }

    /// Throws unless a length of time is within a range.
    func require(_ duration: Duration, _ name: String, in range: ClosedRange<Duration>) throws(ControlError) {
        guard !range.contains(duration) else { return }
        let (low, high) = (DurationText.format(range.lowerBound), DurationText.format(range.upperBound))
        throw Self.invalid(
            "\(name) \(DurationText.format(duration)) is out of range.", "Give a length from \(low) to \(high).")
    }

    /// Throws unless a volume is to be heard.
    private func require(_ volume: Level, _ name: String) throws(ControlError) {
        _ = try percent(volume.percent, name, in: RequestRange.audible)
    }
}

extension DayTime {
    /// The times of the clock that it has on one day or another.
    fileprivate var clockTimes: Set<TimeOfDay> {
        switch self {
        case .clock(let time): [time]
        case .byWeekday(let times): Set(times.groups.map(\.time))
        case .sun: []
        }
    }
}
