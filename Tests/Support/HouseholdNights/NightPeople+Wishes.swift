// SPDX-License-Identifier: Apache-2.0

import SeededRandom

/// What people ask of Lull besides: naps, limits, steps of routines, and the end of everything.
extension NightPeople {
    /// Plans it around occurrences of the device.
    func wishes(
        around occurrences: [NightCalendar.Occurrence], _ generator: inout SeededGenerator
    ) -> [NightPlan.Step] {
        let own = occurrences.filter {
            let schedule = schedules[$0.schedule]
            return schedule.device == device && !(schedule.isOfGroup && schedule.isRoutine)
        }
        var steps = own.flatMap { occurrence -> [NightPlan.Step] in
            let schedule = schedules[occurrence.schedule]
            guard case .routine(let parts) = schedule.plan else { return [] }
            return steering(of: schedule.name, parts, from: occurrence.due, &generator)
                + meeting(from: occurrence.due, &generator)
        }
        for _ in 0..<days { steps += nap(&generator) }
        for _ in 0..<max(1, days / 2) {
            let time = own.randomElement(using: &generator)?.due ?? 0
            steps.append(step(at: time + Double.random(in: 3...1500, using: &generator), .stopAll))
        }
        return steps + limits(&generator)
    }

    private func steering(
        of name: String, _ parts: [NightSchedule.Step], from due: Double, _ generator: inout SeededGenerator
    ) -> [NightPlan.Step] {
        var time = due
        func then(_ steering: NightPlan.Steering) -> NightPlan.Step {
            time += Double.random(in: 10...700, using: &generator)
            return step(at: time, .steer(name, steering))
        }
        var steps: [NightPlan.Step] = []
        for _ in 0..<Int.random(in: 0...3, using: &generator) {
            switch Int.random(in: 0..<8, using: &generator) {
            case 0: steps.append(then(.next))
            case 1: steps.append(then(.previous))
            case 2: steps.append(then(.step(Int.random(in: 0..<parts.count, using: &generator))))
            case 3: steps.append(then(.extend(Int.random(in: 60...1800, using: &generator))))
            case 4:
                steps += [
                    then(.pause), then(.extend(Int.random(in: 60...900, using: &generator))), then(.resume),
                ]
            case 5: steps.append(then(.resume))
            default: steps += [then(.pause), then(.resume)]
            }
        }
        // Somebody has to tell it.
        if parts.contains(where: { $0.end == .untilTold }) { steps += [then(.next), then(.next)] }
        return steps
    }

    /// Somebody runs a routine while another one may run.
    private func meeting(from due: Double, _ generator: inout SeededGenerator) -> [NightPlan.Step] {
        let routines = schedules.filter { $0.device == device && $0.isRoutine && !$0.isOfGroup }
        let time = due + Double.random(in: 5...900, using: &generator)
        guard Int.random(in: 0..<4, using: &generator) == 0, let routine = routines.randomElement(using: &generator),
            let meeting = NightSchedule.Meeting.allCases.randomElement(using: &generator)
        else { return [] }
        return [step(at: time, .run(routine.name, ifRunning: meeting))]
    }

    private func nap(_ generator: inout SeededGenerator) -> [NightPlan.Step] {
        let color = NightSchedule.Color(
            red: Int.random(in: 30...200, using: &generator), green: Int.random(in: 30...200, using: &generator),
            blue: Int.random(in: 30...200, using: &generator))
        let nap = NightNap(
            length: Int.random(in: 300...7200, using: &generator),
            sound: [0, 2, 5, 9, 13].randomElement(using: &generator) ?? 5,
            volume: Int.random(in: 10...38, using: &generator),
            color: Int.random(in: 0..<3, using: &generator) == 0 ? nil : color)
        let begin = Double.random(in: 600...end, using: &generator)
        func later(_ action: NightPlan.Action) -> NightPlan.Step {
            step(at: begin + Double.random(in: 20...(nap.over + 60), using: &generator), action)
        }
        let first = step(at: begin, .nap(nap))
        switch Int.random(in: 0..<8, using: &generator) {
        case 0: return [first, later(.endNap)]
        case 1: return [first, later(.power(false))]
        case 2: return [first, later(.volume(Int.random(in: 10...38, using: &generator)))]
        case 3: return [first, later(.light(NightSchedule.Light(color: color, percent: 30)))]
        case 4: return [first, later(.sound(7, volume: 25))]
        case 5: return [first, later(.nap(nap))]
        default: return [first]
        }
    }

    private func limits(_ generator: inout SeededGenerator) -> [NightPlan.Step] {
        (0..<max(1, days / 2)).map { _ in
            func some(_ range: ClosedRange<Int>) -> Int? {
                let value = Int.random(in: range, using: &generator)
                return Int.random(in: 0..<3, using: &generator) == 0 ? nil : value
            }
            func time() -> NightSchedule.Time {
                NightSchedule.Time(minute: Int.random(in: 0..<1440, using: &generator))
            }
            let (volume, brightness, from, until) = (some(11...60), some(20...70), time(), time())
            let isHourly = from != until && Bool.random(using: &generator)
            let limit = NightLimit(
                volume: volume, brightness: brightness,
                hours: isHourly ? NightLimit.Hours(from: from, until: until) : nil)
            let isNone = volume == nil && brightness == nil
            return step(at: Double.random(in: 600...end, using: &generator), .limit(isNone ? nil : limit))
        }
    }
}

extension NightSchedule {
    var isRoutine: Bool { if case .routine = plan { true } else { false } }
    var isAlarm: Bool { if case .alarm = plan { true } else { false } }
}
