// SPDX-License-Identifier: Apache-2.0

import SeededRandom

/// What people do with what alarms and nights can do besides.
extension NightPeople {
    /// Plans it around occurrences of the device.
    func answers(
        to occurrences: [NightCalendar.Occurrence], _ generator: inout SeededGenerator
    ) -> [NightPlan.Step] {
        occurrences.flatMap { occurrence -> [NightPlan.Step] in
            let schedule = schedules[occurrence.schedule]
            guard schedule.device == device else { return [] }
            switch schedule.plan {
            case .alarm(let alarm): return answers(to: alarm, schedule.name, at: occurrence.due, &generator)
            case .bedtime(let bedtime): return wakings(in: bedtime, from: occurrence.due, &generator)
            case .routine: return []
            }
        }
    }

    /// What somebody does who wakes in the night.
    private func wakings(
        in bedtime: NightSchedule.Bedtime, from lightsOut: Double, _ generator: inout SeededGenerator
    ) -> [NightPlan.Step] {
        func part() -> Int { Int.random(in: 30...200, using: &generator) }
        var steps = (0..<3).map { _ in
            let light = NightSchedule.Light(
                color: NightSchedule.Color(red: part(), green: part(), blue: part()),
                percent: Int.random(in: 10...40, using: &generator))
            return step(at: lightsOut + Double.random(in: -1800...28_800, using: &generator), .light(light))
        }
        // While the sound fades away.
        let fade = lightsOut + Double(bedtime.soundFor ?? 3600) - Double.random(in: 5...290, using: &generator)
        if Bool.random(using: &generator) { steps.append(step(at: fade, .sound(13, volume: 20))) }
        return Bool.random(using: &generator) ? steps : []
    }

    private func answers(
        to alarm: NightSchedule.Alarm, _ name: String, at due: Double, _ generator: inout SeededGenerator
    ) -> [NightPlan.Step] {
        let soon = due + Double.random(in: 4...40, using: &generator)
        let later = soon + Double.random(in: 5...600, using: &generator)
        let silent = due + Double(alarm.ringFor)
        switch Int.random(in: 0..<9, using: &generator) {
        case 0, 1: return [step(at: soon, .tap)]
        case 2: return [step(at: soon, .tap), step(at: later, .tap)]
        // Once more after each snooze, as often as it allows and then again.
        case 3:
            return (0...4).map { step(at: soon + Double($0 * (alarm.snooze + 15)), .snooze(name)) }
        // When it rings once more.
        case 4: return alarm.backup.map { [step(at: silent + Double($0) + soon - due, .dismiss(name))] } ?? []
        case 5: return alarm.backup.map { [step(at: silent + Double($0) / 2, .dismiss(name))] } ?? []
        // In its light.
        case 6: return [step(at: later, .dismiss(name))]
        case 7: return [step(at: later, .power(false))]
        default: return []
        }
    }
}
