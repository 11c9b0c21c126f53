// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SeededRandom

/// Makes the twenty schedules of a device, so that they meet each other.
struct NightScheduleMaker {
    let device: Int
    let first: CivilDate
    let days: Int

    private static let sounds = [2, 3, 4, 5, 6, 7, 9, 10, 11, 13, 14]

    func schedules(_ generator: inout SeededGenerator) -> [NightSchedule] {
        let bedtime = bedtime(&generator)
        return [bedtime] + alarms(beside: bedtime, &generator) + routines(beside: bedtime, &generator)
    }

    private func bedtime(_ generator: inout SeededGenerator) -> NightSchedule {
        let at = NightSchedule.Time(minute: 20 * 60 + Int.random(in: 0..<170, using: &generator))
        let wake = NightSchedule.Time(minute: 5 * 60 + Int.random(in: 0..<150, using: &generator))
        return NightSchedule(
            device: device, name: "bedtime", at: at,
            days: .weekly(weekdays(Int.random(in: 4...7, using: &generator), &generator)),
            plan: .bedtime(
                NightSchedule.Bedtime(
                    windDown: [0, 600, 1800].randomElement(using: &generator) ?? 0, color: color(&generator),
                    sound: Bool.random(using: &generator) ? sound(&generator) : 0,
                    volume: Int.random(in: 15...35, using: &generator),
                    wake: Int.random(in: 0..<3, using: &generator) > 0 ? wake : nil)))
    }

    /// A second bedtime, which meets the first one on some days.
    func weekend(beside bedtime: NightSchedule, _ generator: inout SeededGenerator) -> NightSchedule {
        var weekend = self.bedtime(&generator)
        weekend.name = NightSchedule.weekend
        weekend.days = .weekly(weekdays(Int.random(in: 2...4, using: &generator), &generator))
        let minute = bedtime.at.minute + Int.random(in: -120...240, using: &generator)
        weekend.at = NightSchedule.Time(minute: min(max(minute, 1080), 1430))
        return withAll(weekend.withFeatures(&generator))
    }

    /// A bedtime that the devices of the group have together, which meets their own ones on some days.
    func nightTogether(_ generator: inout SeededGenerator) -> NightSchedule {
        var night = bedtime(&generator)
        (night.name, night.isOfGroup) = (NightSchedule.together, true)
        night.days = .weekly(weekdays(Int.random(in: 2...3, using: &generator), &generator))
        return withAll(night.withFeatures(&generator))
    }

    /// A bedtime of which all is given, so that nothing depends on what another bedtime of a device begins from.
    private func withAll(_ schedule: NightSchedule) -> NightSchedule {
        guard case .bedtime(var bedtime) = schedule.plan else { return schedule }
        var schedule = schedule
        bedtime.nightVolume = bedtime.nightVolume ?? bedtime.volume
        schedule.plan = .bedtime(bedtime)
        return schedule
    }

    /// Twelve alarms, each of a loudness of its own.
    private func alarms(
        beside bedtime: NightSchedule, _ generator: inout SeededGenerator
    )
        -> [NightSchedule]
    {
        let morning = Int.random(in: 360..<480, using: &generator)
        return (0..<12).map { number in
            var minute = Int.random(in: 0..<1440, using: &generator)
            var days = NightSchedule.Days.weekly(
                weekdays(Int.random(in: 1...2, using: &generator), &generator))
            switch number {
            // Two of one minute, and one soon after.
            case 0, 1: (minute, days) = (morning, .weekly(weekdays(4, &generator)))
            case 2:
                (minute, days) = (morning + Int.random(in: 1...12, using: &generator), .weekly([1, 3, 5]))
            // In the hours that clocks skip and repeat.
            case 3: (minute, days) = (120 + Int.random(in: 0..<60, using: &generator), .weekly([0]))
            case 4: (minute, days) = (60 + Int.random(in: 0..<60, using: &generator), .weekly([0]))
            // In the night.
            case 5: minute = bedtime.at.minute + Int.random(in: -20...40, using: &generator)
            case 6: minute = Int.random(in: 0..<300, using: &generator)
            // Once.
            case 7, 8:
                days = .once(
                    first.adding(days: Int.random(in: 1...max(1, self.days - 1), using: &generator)))
            default: break
            }
            let hasSunrise = Int.random(in: 0..<4, using: &generator) == 0
            let shines = hasSunrise || Bool.random(using: &generator)
            return NightSchedule(
                device: device, name: "alarm-\(device)-\(number)", at: NightSchedule.Time(minute: minute),
                days: days,
                plan: .alarm(
                    NightSchedule.Alarm(
                        sunrise: hasSunrise ? [90, 300, 900, 1800].randomElement(using: &generator) ?? 90 : 0,
                        color: shines ? color(&generator) : nil, sound: sound(&generator),
                        volume: 42 + 3 * number,
                        snooze: Int.random(in: 60...600, using: &generator))))
        }
    }

    /// An alarm that the devices of the group have together.
    func together(_ generator: inout SeededGenerator) -> NightSchedule {
        NightSchedule(
            device: 0, name: "alarm-both",
            at: NightSchedule.Time(minute: Int.random(in: 0..<1440, using: &generator)),
            days: .weekly(weekdays(5, &generator)),
            plan: .alarm(
                NightSchedule.Alarm(
                    sunrise: 0, color: color(&generator), sound: sound(&generator), volume: 81, snooze: 240)),
            isOfGroup: true
        ).withFeatures(&generator)
    }

    /// A routine that the devices of the group have together.
    func routineTogether(_ generator: inout SeededGenerator) -> NightSchedule {
        let minute = Int.random(in: 0..<1440, using: &generator)
        return NightSchedule(
            device: 0, name: "routine-both", at: NightSchedule.Time(minute: minute),
            days: .weekly(weekdays(5, &generator)), plan: .routine(steps(from: minute, &generator)),
            isOfGroup: true
        ).withFeatures(&generator)
    }

    private func routines(
        beside bedtime: NightSchedule, _ generator: inout SeededGenerator
    )
        -> [NightSchedule]
    {
        (0..<7).map { number in
            let minute =
                switch number {
                case 0: 23 * 60 + Int.random(in: 20..<58, using: &generator)
                case 1: 60 + Int.random(in: 0..<110, using: &generator)
                case 2: bedtime.at.minute + Int.random(in: -40...60, using: &generator)
                default: Int.random(in: 0..<1440, using: &generator)
                }
            let isNearTransition = number == 1
            return NightSchedule(
                device: device, name: "routine-\(device)-\(number)", at: NightSchedule.Time(minute: minute),
                days: .weekly(
                    isNearTransition ? [0] : weekdays(Int.random(in: 1...3, using: &generator), &generator)),
                plan: .routine(steps(from: minute, &generator)))
        }
    }

    private func steps(from minute: Int, _ generator: inout SeededGenerator) -> [NightSchedule.Step] {
        let count = Int.random(in: 1...3, using: &generator)
        return (0..<count).map { number in
            let length = Int.random(in: 300...2400, using: &generator)
            var step = NightSchedule.Step(end: .after(length))
            if number == 0 || Int.random(in: 0..<3, using: &generator) > 0 {
                step.light = NightSchedule.Light(
                    color: color(&generator),
                    percent: [0, 5, 10, 20, 40].randomElement(using: &generator) ?? 5)
                step.lightFade =
                    Bool.random(using: &generator) ? Int.random(in: 30...300, using: &generator) : 0
            }
            if Bool.random(using: &generator) || step.light == nil {
                step.sound = Int.random(in: 0..<5, using: &generator) == 0 ? 0 : sound(&generator)
                step.volume = Int.random(in: 10...38, using: &generator)
                let fade = Bool.random(using: &generator) ? Int.random(in: 30...300, using: &generator) : 0
                // Silence fades to no volume.
                step.volumeFade = step.sound == 0 ? 0 : fade
            }
            if number == count - 1, Int.random(in: 0..<3, using: &generator) == 0 {
                step.end = .at(
                    NightSchedule.Time(minute: minute + Int.random(in: 100...300, using: &generator)))
            }
            return step
        }
    }

    private func sound(_ generator: inout SeededGenerator) -> Int {
        Self.sounds.randomElement(using: &generator) ?? 7
    }

    private func color(_ generator: inout SeededGenerator) -> NightSchedule.Color {
        func part() -> Int { Int.random(in: 30...255, using: &generator) }
        // White is how the device says that it goes through all colours.
        return NightSchedule.Color(red: part(), green: part(), blue: part() / 2)
    }

    private func weekdays(_ count: Int, _ generator: inout SeededGenerator) -> Set<Int> {
        Set((0..<7).shuffled(using: &generator).prefix(count))
    }
}
