// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SeededRandom
import SleepModel

/// A schedule as somebody asks for it, whenever that is.
struct ScheduleSketch: Hashable, Sendable {
    enum Days: Hashable, Sendable {
        case weekly(WeekdaySet)
        /// Once, on a date that many days ahead.
        case once(daysAhead: Int)
    }

    var device: Int
    var days: Days
    var time: DayTime
    /// A date that many days ahead on which nothing happens.
    var exceptionAhead: Int?
    /// The calendars of holidays that it goes by, which may be there or not.
    var holidays = HolidayChoice.none
    var gap: GapPolicy
    var overlap: OverlapPolicy
    var zone: String?
    var plan: Schedule.Plan

    /// The schedule of somebody who asks at `now`, where `zone` is what its zone means.
    func schedule(_ id: ScheduleID, on device: MacAddress, at now: Instant, zone rules: ZoneRules) -> Schedule {
        let today = rules.civil(at: now).date
        let days: Recurrence.Days =
            switch days {
            case .weekly(let set): .weekly(set)
            case .once(let count): .once(today.adding(days: count))
            }
        var exceptions: Set<CivilDate> = []
        if let exceptionAhead { exceptions.insert(today.adding(days: exceptionAhead)) }
        return Schedule(
            id: id, device: device, name: id.rawValue,
            recurrence: Recurrence(
                days: days, time: time, exceptions: exceptions, holidays: holidays, gap: gap, overlap: overlap),
            zone: zone, validFrom: now, settledThrough: now, plan: plan)
    }
}

extension ScheduleSketch {
    /// Anything that a person might ask for.
    init(from generator: inout SeededGenerator, times: [TimeOfDay], zones: [String]) {
        device = generator.happens(1, in: 4) ? 1 : 0
        days =
            switch Int.random(in: 0..<10, using: &generator) {
            case 0...1: .once(daysAhead: Int.random(in: 0...4, using: &generator))
            case 2...5: .weekly(.daily)
            case 6: .weekly(.weekdays)
            default: .weekly(WeekdaySet(rawValue: UInt8.random(in: 1...127, using: &generator)))
            }
        time = .clock(generator.pick(times))
        if generator.happens(1, in: 6) {
            var byWeekday = WeekdayTimes()
            for day in Weekday.allCases where generator.happens(5, in: 6) { byWeekday[day] = generator.pick(times) }
            time = .byWeekday(byWeekday)
        } else if generator.happens(1, in: 12), let sun = Self.sunTime(&generator, times: times) {
            time = .sun(sun)
        }
        exceptionAhead = generator.happens(1, in: 6) ? Int.random(in: 1...9, using: &generator) : nil
        if generator.happens(1, in: 4) {
            holidays = generator.pick([
                HolidayChoice(notOn: ["school"]), HolidayChoice(notOn: ["school", "away"]),
                HolidayChoice(onlyOn: ["school"]), HolidayChoice(notOn: ["away"], onlyOn: ["school"]),
            ])
        }
        gap = generator.pick([.later, .earlier, .skip])
        overlap = generator.pick([.first, .second, .both])
        zone = generator.happens(1, in: 3) ? generator.pick(zones) : nil
        plan =
            switch Int.random(in: 0..<5, using: &generator) {
            case 0: .routine(Self.routine(&generator, times: times))
            case 1: .bedtime(Self.bedtime(&generator, times: times))
            default: .alarm(Self.alarm(&generator))
            }
    }

    private static func sunTime(_ generator: inout SeededGenerator, times: [TimeOfDay]) -> SunTime? {
        let place = GeographicPlace(
            latitude: generator.pick([69.65, 40.7, -31.5]), longitude: generator.pick([18.9, -74, 159]))
        return place.flatMap {
            SunTime(
                generator.pick([.sunrise, .sunset]), offset: .minutes(Int64.random(in: -90...90, using: &generator)),
                fallback: generator.happens(1, in: 2) ? generator.pick(times) : nil, at: $0)
        }
    }

    private static func alarm(_ generator: inout SeededGenerator) -> AlarmPlan {
        let sunrise = generator.pick([nil, nil, Duration.minutes(10), .minutes(30), .minutes(60)])
        return AlarmPlan(
            sunrise: sunrise, light: sunrise == nil ? nil : light, sound: SoundID(rawValue: 19), volume: .full,
            crescendo: generator.pick([nil, .seconds(60)]), snooze: .minutes(generator.pick([5, 9, 20])),
            lightAfter: sunrise == nil ? nil : generator.pick([nil, .minutes(10), .minutes(90)]),
            backup: generator.pick([nil, nil, .minutes(5), .minutes(45)]))
    }

    private static func bedtime(_ generator: inout SeededGenerator, times: [TimeOfDay]) -> BedtimePlan {
        BedtimePlan(
            windDown: generator.pick([.zero, .minutes(30)]), light: light,
            sound: generator.pick([.none, SoundID(rawValue: 7)]), volume: Level(rawValue: 50),
            wake: generator.pick([nil, TimeOfDay(hour: 7, minute: 0), generator.pick(times)])
                .map(WeekdayTimes.init(everyDay:)),
            wakeLight: light)
    }

    private static func routine(_ generator: inout SeededGenerator, times: [TimeOfDay]) -> RoutinePlan {
        let count = Int.random(in: 1...3, using: &generator)
        return RoutinePlan(
            steps: (0..<count).map { number in
                let isLast = number == count - 1
                let end: RoutineStep.End =
                    switch Int.random(in: 0..<8, using: &generator) {
                    case 0 where isLast: .whenStopped
                    case 1: .at(generator.pick(times))
                    default: .after(.minutes(Int64.random(in: 1...90, using: &generator)))
                    }
                return RoutineStep(light: light, lightFade: .minutes(1), sound: SoundID(rawValue: 7), end: end)
            }, ifRunning: generator.pick([.replace, .replace, .queue, .ignore]))
    }

    /// A routine that goes on into the next day, so that a later one can take its place.
    static func longRoutine(at time: TimeOfDay) -> ScheduleSketch {
        ScheduleSketch(
            device: 0, days: .weekly(.daily), time: .clock(time), gap: .later, overlap: .first,
            plan: .routine(RoutinePlan(steps: [RoutineStep(light: light, end: .after(.hours(30)))])))
    }

    private static let light = Light(.color(RGBColor(red: 255, green: 137, blue: 14)), brightness: .full)
}
