// SPDX-License-Identifier: Apache-2.0

import SeededRandom

/// Plans what people do with a device: they answer alarms, and change what it shows and plays.
struct NightPeople {
    let device: Int
    let schedules: [NightSchedule]
    let days: Int
    let end: Double
    /// Whether they change the second bedtime, and not what else there is.
    var isAboutWeekends = false
    /// The devices of the group, of which this is the first.
    var group: [Int] = []

    func steps(
        for occurrences: [NightCalendar.Occurrence], _ generator: inout SeededGenerator
    ) -> [NightPlan.Step] {
        let answers = occurrences.flatMap { occurrence -> [NightPlan.Step] in
            let schedule = schedules[occurrence.schedule]
            guard schedule.device == device, case .alarm(let alarm) = schedule.plan else { return [] }
            return self.answers(to: schedule, snooze: alarm.snooze, at: occurrence.due, &generator)
        }
        let commands = (0..<days * 3).map { _ in
            step(at: Double.random(in: 600...end, using: &generator), action(&generator))
        }
        return answers + commands
    }

    /// What somebody does when it rings.
    private func answers(
        to schedule: NightSchedule, snooze: Int, at due: Double, _ generator: inout SeededGenerator
    ) -> [NightPlan.Step] {
        func later(_ range: ClosedRange<Double>) -> Double {
            due + Double.random(in: range, using: &generator)
        }
        let at = Int.random(in: 0..<8, using: &generator) == 0 ? later(60...1500) : later(8...60)
        var steps: [NightPlan.Step] = []
        if Int.random(in: 0..<6, using: &generator) == 0 {
            steps.append(
                step(at: at / 2 + due / 2, .volume(Int.random(in: 12...36, using: &generator))))
        }
        switch Int.random(in: 0..<24, using: &generator) {
        case 0..<12: steps.append(step(at: at, .dismiss(schedule.name)))
        case 12..<15: steps.append(step(at: at, .touch))
        case 15..<17: steps.append(step(at: at, .power(false)))
        case 17..<23:
            let again = at + Double(snooze) + Double.random(in: 6...40, using: &generator)
            steps += [
                step(at: at, .snooze(schedule.name)),
                step(at: again, .dismiss(schedule.name)),
            ]
        default: break
        }
        return steps
    }

    private func action(_ generator: inout SeededGenerator) -> NightPlan.Action {
        let sound = [2, 5, 7, 9, 13].randomElement(using: &generator) ?? 7
        let percent = Int.random(in: 10...38, using: &generator)
        let routine = schedules.filter { $0.device == device && $0.isRoutine && !$0.isOfGroup }
            .randomElement(using: &generator)
        func part() -> Int { Int.random(in: 30...200, using: &generator) }
        let light = NightSchedule.Light(
            color: NightSchedule.Color(red: part(), green: part(), blue: part()), percent: percent)
        switch Int.random(in: 0..<20, using: &generator) {
        case 0..<6: return .power(false)
        case 6: return .power(true)
        case 7..<10: return .light(light)
        case 10: return .light(NightSchedule.Light(color: light.color, percent: 0))
        case 11..<13: return .sound(sound, volume: percent)
        case 13: return .sound(0, volume: 0)
        case 14..<16: return .volume(percent)
        case 16: return .touch
        case 17: return routine.map { .stop($0.name) } ?? .power(false)
        default: return routine.map { .run($0.name) } ?? .power(false)
        }
    }

    /// People act between whole seconds, at which schedules do.
    func step(at time: Double, _ action: NightPlan.Action) -> NightPlan.Step {
        NightPlan.Step(at: time.rounded(.down) + 0.5, deed: .act(action, device: device))
    }
}
