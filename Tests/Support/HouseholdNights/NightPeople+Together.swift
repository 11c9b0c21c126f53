// SPDX-License-Identifier: Apache-2.0

import SeededRandom

/// What people ask of the group.
extension NightPeople {
    /// Plans it around occurrences of the group's alarm.
    func together(
        around occurrences: [NightCalendar.Occurrence], _ generator: inout SeededGenerator
    ) -> [NightPlan.Step] {
        let answers = of(occurrences, where: \.isAlarm).compactMap { ring -> NightPlan.Step? in
            let at = ring.due + Double.random(in: 3...50, using: &generator)
            let action = NightPlan.Action.dismiss(schedules[ring.schedule].name)
            return Bool.random(using: &generator) ? together(at: at, action) : nil
        }
        let commands = (0..<days * 2).map { _ in
            let percent = Int.random(in: 12...38, using: &generator)
            let action = command(percent, Int.random(in: 0..<6, using: &generator))
            return together(at: Double.random(in: 600...end, using: &generator), action)
        }
        return answers + commands
    }

    /// Somebody runs, steers and stops the group's routine on all its devices.
    func steering(
        around occurrences: [NightCalendar.Occurrence], _ generator: inout SeededGenerator
    ) -> [NightPlan.Step] {
        of(occurrences, where: \.isRoutine).flatMap { occurrence -> [NightPlan.Step] in
            let name = schedules[occurrence.schedule].name
            var time = occurrence.due
            func then(_ action: NightPlan.Action) -> NightPlan.Step {
                time += Double.random(in: 10...700, using: &generator)
                return together(at: time, action)
            }
            return (0..<Int.random(in: 1...3, using: &generator)).flatMap { _ -> [NightPlan.Step] in
                switch Int.random(in: 0..<8, using: &generator) {
                case 0: [then(.stop(name))]
                case 1: [then(.steer(name, .previous))]
                case 2: [then(.steer(name, .extend(Int.random(in: 60...900, using: &generator))))]
                case 3: [then(.run(name))]
                case 4, 5: [then(.steer(name, .pause)), then(.steer(name, .resume))]
                default: [then(.steer(name, .next))]
                }
            }
        }
    }

    /// What somebody asks of the group while one of its devices is out of reach.
    func together(
        whileAway steps: [NightPlan.Step], _ generator: inout SeededGenerator
    ) -> [NightPlan.Step] {
        steps.compactMap { step in
            guard case .begin(let cause, let length, _) = step.deed, cause.fault == .outOfReach,
                let device = cause.device, group.contains(device), length > 60
            else { return nil }
            let at = step.at + Double.random(in: 30...length, using: &generator)
            return together(at: at, command(Int.random(in: 12...38, using: &generator), [0, 1, 4][Int(at) % 3]))
        }
    }

    /// What somebody does to one device in the nights of the group.
    func wakingsTogether(
        in occurrences: [NightCalendar.Occurrence], _ generator: inout SeededGenerator
    ) -> [NightPlan.Step] {
        answers(to: occurrences.filter { schedules[$0.schedule].isNightTogether }, &generator)
    }

    /// What people do with the bedtime of the group: begin and end its nights by hand, and change it.
    func nightsTogether(
        around occurrences: [NightCalendar.Occurrence], _ generator: inout SeededGenerator
    ) -> [NightPlan.Step] {
        of(occurrences, where: \.isNightTogether).flatMap { occurrence -> [NightPlan.Step] in
            let schedule = schedules[occurrence.schedule]
            func later(_ range: ClosedRange<Double>, than time: Double) -> Double {
                time + Double.random(in: range, using: &generator)
            }
            let early = later(-18_000 ... -1800, than: occurrence.start)
            let ended = later(10...20_000, than: occurrence.start)
            let again = later(10...20_000, than: ended)
            let time = NightSchedule.Time(minute: schedule.at.minute + Int.random(in: -150...60, using: &generator))
            let wake = NightSchedule.Time(minute: Int.random(in: 300...570, using: &generator))
            let change = NightPlan.Change(
                name: schedule.name, plan: schedule.replanned(&generator), now: Bool.random(using: &generator))
            let (begin, end) = (NightPlan.Action.beginNight(schedule.name), NightPlan.Action.endNight(schedule.name))
            return switch Int.random(in: 0..<10, using: &generator) {
            case 0: [together(at: early, begin)]
            case 1: [together(at: ended, end)]
            case 2: [together(at: ended, end), together(at: again, begin)]
            case 3: [together(at: ended, .power(false)), together(at: again, begin)]
            case 4: [together(at: ended, .replan(change))]
            case 5, 6: [together(at: ended, .wake(schedule.name, nil, wake))]
            case 7: [together(at: early, .edit(schedule.name, time))]
            case 8: [together(at: early, .move(schedule.name, time))]
            default: []
            }
        }
    }

    private func of(
        _ occurrences: [NightCalendar.Occurrence], where isMeant: (NightSchedule) -> Bool
    ) -> [NightCalendar.Occurrence] {
        occurrences.filter {
            let schedule = schedules[$0.schedule]
            return schedule.isOfGroup && schedule.device == device && isMeant(schedule)
        }
    }

    private func command(_ percent: Int, _ which: Int) -> NightPlan.Action {
        let color = NightSchedule.Color(red: 20 + percent, green: 200 - percent, blue: 90)
        return switch which {
        case 0: .power(false)
        case 1: .sound(9, volume: percent)
        case 2: .nap(NightNap(length: 60 * percent, sound: 5, volume: percent, color: color))
        case 3: .limit(NightLimit(volume: percent + 20, brightness: percent + 20))
        default: .light(NightSchedule.Light(color: color, percent: percent))
        }
    }

    private func together(at time: Double, _ action: NightPlan.Action) -> NightPlan.Step {
        NightPlan.Step(at: time.rounded(.down) + 0.5, deed: .actTogether(action, devices: group))
    }
}
