// SPDX-License-Identifier: Apache-2.0

import SeededRandom

/// What people change about their schedules, and nights that they begin and end by hand.
extension NightPeople {
    private var own: [NightSchedule] {
        schedules.filter {
            $0.device == device && $0.dayNames != nil && !$0.isOfGroup && $0.isWeekend == isAboutWeekends
        }
    }

    /// What people do with the second bedtime: wake in its nights, begin and end them by hand, and change it.
    func weekends(
        around occurrences: [NightCalendar.Occurrence], _ generator: inout SeededGenerator
    ) -> [NightPlan.Step] {
        var people = self
        people.isAboutWeekends = true
        let nights = occurrences.filter { schedules[$0.schedule].isWeekend && schedules[$0.schedule].device == device }
        let changes = people.edits(&generator).prefix(2) + people.switches(&generator).prefix(2)
        return people.answers(to: nights, &generator) + people.nights(around: nights, &generator)
            + people.replans(around: nights, &generator).prefix(days) + changes
    }

    /// Gives some schedules other times.
    func edits(_ generator: inout SeededGenerator) -> [NightPlan.Step] {
        (0..<days * 2).compactMap { _ in
            let near = Int.random(in: -180...180, using: &generator)
            let time = Double.random(in: 600...end, using: &generator)
            let isMove = Bool.random(using: &generator)
            guard let schedule = own.randomElement(using: &generator) else { return nil }
            let at = NightSchedule.Time(minute: schedule.at.minute + near)
            return step(at: time, isMove ? .move(schedule.name, at) : .edit(schedule.name, at))
        }
    }

    /// Disables some schedules for a while, and removes a few.
    func switches(_ generator: inout SeededGenerator) -> [NightPlan.Step] {
        let disabled = (0..<days).flatMap { _ -> [NightPlan.Step] in
            let time = Double.random(in: 600...end, using: &generator)
            let length = Double.random(in: 1800...100_000, using: &generator)
            guard let name = own.randomElement(using: &generator)?.name else { return [] }
            return [step(at: time, .enable(name, false)), step(at: time + length, .enable(name, true))]
        }
        let removed = (0..<max(1, days / 12)).compactMap { _ in
            let time = Double.random(in: 600...end, using: &generator)
            return own.randomElement(using: &generator).map { step(at: time, .remove($0.name)) }
        }
        return disabled + removed
    }

    /// Gives some schedules other plans, half of them about when they run.
    func replans(
        around occurrences: [NightCalendar.Occurrence], _ generator: inout SeededGenerator
    ) -> [NightPlan.Step] {
        let runs = occurrences.filter { own.contains(schedules[$0.schedule]) }
        return (0..<days * 4).compactMap { number in
            let run = runs.randomElement(using: &generator)
            let other = own.randomElement(using: &generator)
            let time = Double.random(in: 600...end, using: &generator)
            let late = Double.random(in: 4...3000, using: &generator)
            let (isNow, isAbout) = (Int.random(in: 0..<3, using: &generator) > 0, number % 2 == 0)
            guard let run, let other else { return nil }
            let schedule = isAbout ? schedules[run.schedule] : other
            let change = NightPlan.Change(
                name: schedule.name, plan: schedule.replanned(&generator), now: isNow)
            return step(at: isAbout ? run.due + late : time, .replan(change))
        }
    }

    /// Begins nights before their time or again after their end, and ends some.
    func nights(
        around occurrences: [NightCalendar.Occurrence], _ generator: inout SeededGenerator
    ) -> [NightPlan.Step] {
        occurrences.flatMap { occurrence -> [NightPlan.Step] in
            let schedule = schedules[occurrence.schedule]
            guard schedule.device == device, case .bedtime = schedule.plan else { return [] }
            func later(_ range: ClosedRange<Double>, than time: Double) -> Double {
                time + Double.random(in: range, using: &generator)
            }
            let early = later(-18_000 ... -600, than: occurrence.start)
            let ended = later(10...20_000, than: occurrence.start)
            let again = later(10...20_000, than: ended)
            return switch Int.random(in: 0..<5, using: &generator) {
            case 0: [step(at: early, .beginNight(schedule.name))]
            case 1: [step(at: ended, .endNight(schedule.name))]
            case 2: [step(at: ended, .endNight(schedule.name)), step(at: again, .beginNight(schedule.name))]
            case 3: [step(at: ended, .power(false)), step(at: again, .beginNight(schedule.name))]
            default: []
            }
        }
    }

    /// Gives the mornings of some nights other wake times while those run.
    func wakes(
        around occurrences: [NightCalendar.Occurrence], _ generator: inout SeededGenerator
    ) -> [NightPlan.Step] {
        occurrences.compactMap { occurrence in
            let schedule = schedules[occurrence.schedule]
            guard schedule.device == device, case .bedtime = schedule.plan else { return nil }
            let at = occurrence.due + Double.random(in: 1000...25_000, using: &generator)
            let time = NightSchedule.Time(minute: Int.random(in: 300...570, using: &generator))
            guard Int.random(in: 0..<3, using: &generator) == 0 else { return nil }
            return step(at: at, .wake(schedule.name, nil, time))
        }
    }
}
