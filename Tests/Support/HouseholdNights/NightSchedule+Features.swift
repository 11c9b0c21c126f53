// SPDX-License-Identifier: Apache-2.0

import SeededRandom

/// What else people ask of some of their schedules.
extension NightSchedule {
    /// It with some of what an alarm or a bedtime can do.
    func withFeatures(_ generator: inout SeededGenerator) -> NightSchedule {
        var schedule = self
        switch plan {
        case .alarm(let alarm): schedule.plan = .alarm(alarm.withFeatures(&generator))
        case .bedtime(let bedtime): schedule.plan = .bedtime(bedtime.withFeatures(&generator))
        case .routine(let steps): schedule.takeFeatures(steps, &generator)
        }
        return schedule
    }
}

extension NightSchedule {
    /// What else a routine can do.
    fileprivate mutating func takeFeatures(_ steps: [Step], _ generator: inout SeededGenerator) {
        var steps = steps
        ifRunning = [.replace, .replace, .queue, .ignore].randomElement(using: &generator) ?? .replace
        let number = Int.random(in: 0..<steps.count, using: &generator)
        if Int.random(in: 0..<4, using: &generator) == 0 { steps[number].end = .untilTold }
        plan = .routine(steps)
    }
}

extension NightSchedule {
    /// It with a step in which what plays fades away, if it is a routine, in half of them.
    func fallingSilent(_ generator: inout SeededGenerator) -> NightSchedule {
        guard case .routine(var steps) = plan else { return self }
        let number = steps.count > 1 ? Int.random(in: 1..<steps.count, using: &generator) : 0
        let fade = Int.random(in: 20...280, using: &generator)
        let sound = [2, 5, 7, 9, 13].randomElement(using: &generator) ?? 7
        let volume = Int.random(in: 15...38, using: &generator)
        switch Int.random(in: 0..<8, using: &generator) {
        case 0, 1: (steps[number].sound, steps[number].volume) = (0, nil)
        case 2: (steps[number].sound, steps[number].volume) = (nil, 0)
        case 3: (steps[number].sound, steps[number].volume) = (sound, 0)
        default: return self
        }
        steps[number].volumeFade = fade
        // There is something to fade away.
        if number > 0, steps[number - 1].sound ?? 0 == 0 {
            (steps[number - 1].sound, steps[number - 1].volume, steps[number - 1].volumeFade) = (sound, volume, 0)
        }
        var schedule = self
        schedule.plan = .routine(steps)
        return schedule
    }
}

extension SeededGenerator {
    /// A length in seconds, one time in `share`.
    fileprivate mutating func some(_ range: ClosedRange<Int>, oneIn share: Int) -> Int? {
        let length = Int.random(in: range, using: &self)
        return Int.random(in: 0..<share, using: &self) == 0 ? length : nil
    }
}

extension NightSchedule.Bedtime {
    fileprivate func withFeatures(_ generator: inout SeededGenerator) -> NightSchedule.Bedtime {
        var bedtime = self
        func light(_ percent: ClosedRange<Int>) -> NightSchedule.Light {
            func part() -> Int { Int.random(in: 30...220, using: &generator) }
            return NightSchedule.Light(
                color: NightSchedule.Color(red: part(), green: part(), blue: part()),
                percent: Int.random(in: percent, using: &generator))
        }
        let (nightLight, stayLight) = (light(1...10), light(5...30))
        if Bool.random(using: &generator) { bedtime.nightLight = nightLight }
        let stay = generator.some(300...5400, oneIn: 2)
        if wake != nil { bedtime.stayInBed = stay.map { NightSchedule.StayInBed(lead: $0, light: stayLight) } }
        bedtime.nightVolume = generator.some(5...30, oneIn: 2)
        bedtime.soundFor = generator.some(60...14_400, oneIn: 2)
        bedtime.wakeFor = generator.some(300...5400, oneIn: 2) ?? 1800
        bedtime.returnsAfter = generator.some(60...3600, oneIn: 2)
        bedtime.reminder = generator.some(60...3600, oneIn: 2)
        return bedtime
    }
}

extension NightSchedule.Alarm {
    fileprivate func withFeatures(_ generator: inout SeededGenerator) -> NightSchedule.Alarm {
        var alarm = self
        alarm.snoozeLimit = [0, 1, 2, 3, 3, 10].randomElement(using: &generator) ?? 3
        alarm.ringFor = generator.some(60...1200, oneIn: 3) ?? 1800
        let crescendo = generator.some(20...300, oneIn: 3) ?? 0
        alarm.crescendo = min(crescendo, alarm.ringFor)
        alarm.isDismissedByTouch = Int.random(in: 0..<3, using: &generator) == 0
        let light = generator.some(60...3600, oneIn: 2) ?? 0
        if color != nil { alarm.lightAfter = light }
        alarm.backup = generator.some(60...1500, oneIn: 3)
        return alarm
    }
}
