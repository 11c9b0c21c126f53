// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SeededRandom

/// Gives schedules times of weekdays and of the sun, dates on which they do not happen, and calendars of holidays.
struct NightRuleMaker {
    let first: CivilDate
    let days: Int
    let holidays: [NightHolidays]

    /// A schedule with some of that; the same random numbers are taken for each.
    func schedule(_ schedule: NightSchedule, _ generator: inout SeededGenerator) -> NightSchedule {
        var schedule = schedule
        let hasTimes = oneIn(3, &generator)
        let hasDates = oneIn(4, &generator)
        guard case .weekly(let weekdays) = schedule.days else { return schedule }
        let times = times(of: schedule, on: weekdays, &generator)
        let dates = dates(&generator)
        let names = NightHolidays.names.shuffled(using: &generator)
        let sun = sun(of: schedule, &generator)
        if hasTimes, weekdays.count > 1 { schedule.times = times }
        // Those at a transition have one date and time only.
        if hasDates, weekdays != [0] { schedule.dates = dates }
        if schedule.times.isEmpty, weekdays != [0] { schedule.sun = sun }
        switch Int.random(in: 0..<8, using: &generator) {
        case 0: schedule.notOn = NightHolidays.names
        case 1, 2: schedule.notOn = names.prefix(1).map(\.self)
        case 3 where weekdays.count > 1: schedule.onlyOn = names
        default: break
        }
        // Nobody adds what never happens.
        if !schedule.onlyOn.isEmpty || schedule.dates.last != nil {
            let fallback = schedule.sun?.fallback ?? schedule.at
            schedule.sun?.fallback = fallback
        }
        if !schedule.isAhead(after: first, by: holidays) { (schedule.onlyOn, schedule.dates) = ([], .init()) }
        if case .bedtime(let bedtime) = schedule.plan {
            schedule.plan = .bedtime(waking(bedtime, &generator))
        }
        return schedule
    }

    /// Other times for about half of the weekdays, near the usual one; a night begins in the evening.
    private func times(
        of schedule: NightSchedule, on weekdays: Set<Int>, _ generator: inout SeededGenerator
    ) -> [Int: NightSchedule.Time] {
        let range = if case .bedtime = schedule.plan { 1080...1430 } else { 10...1430 }
        var times: [Int: NightSchedule.Time] = [:]
        for weekday in weekdays.sorted() {
            let minute = schedule.at.minute + Int.random(in: -120...120, using: &generator)
            guard Bool.random(using: &generator) else { continue }
            times[weekday] = NightSchedule.Time(minute: min(max(minute, range.lowerBound), range.upperBound))
        }
        return times
    }

    private func dates(_ generator: inout SeededGenerator) -> NightSchedule.Dates {
        func date() -> CivilDate { first.adding(days: Int.random(in: 0...days, using: &generator)) }
        let (one, other) = (date(), date())
        let exceptions = (0..<max(1, days / 5)).map { _ in date() }
        var dates = NightSchedule.Dates()
        if Bool.random(using: &generator) { dates.first = min(one, other) }
        if Bool.random(using: &generator) { dates.last = max(one, other) }
        let isOpen = dates.first == nil && dates.last == nil
        if isOpen || Bool.random(using: &generator) { dates.exceptions = Set(exceptions) }
        return dates
    }

    /// The sun over one of some places, one time in five; a night begins in the evening.
    private func sun(of schedule: NightSchedule, _ generator: inout SeededGenerator) -> NightSun? {
        func time(_ minutes: ClosedRange<Int>) -> NightSchedule.Time {
            NightSchedule.Time(minute: Int.random(in: minutes, using: &generator))
        }
        let place = Self.places.randomElement(using: &generator) ?? (0, 0)
        var sun = NightSun(
            event: Bool.random(using: &generator) ? .sunrise : .sunset,
            offset: Int.random(in: -90...150, using: &generator), north: place.north, east: place.east)
        let (earliest, latest, fallback) = (time(300...700), time(800...1400), time(1100...1400))
        if case .bedtime = schedule.plan {
            sun.event = .sunset
            (sun.earliest, sun.latest, sun.fallback) = (time(1080...1180), time(1300...1420), fallback)
        } else {
            if Bool.random(using: &generator) { sun.earliest = earliest }
            if Bool.random(using: &generator) { sun.latest = latest }
            if Bool.random(using: &generator) { sun.fallback = fallback }
        }
        return oneIn(5, &generator) ? sun : nil
    }

    /// New York, Berlin, Sydney, and Tromsø, where the sun may be up or down all day.
    private static let places: [(north: Int, east: Int)] = [
        (4071, -7401), (5252, 1341), (-3387, 15121), (6965, 1896),
    ]

    /// A bedtime with a wake time of its own on some days, some of which may be the only ones that have one.
    private func waking(
        _ bedtime: NightSchedule.Bedtime, _ generator: inout SeededGenerator
    ) -> NightSchedule.Bedtime {
        var bedtime = bedtime
        let isSome = oneIn(2, &generator)
        for weekday in 0..<7 {
            let time = NightSchedule.Time(minute: 5 * 60 + Int.random(in: 0..<200, using: &generator))
            if Bool.random(using: &generator), isSome { bedtime.wakes[weekday] = time }
        }
        return bedtime
    }

    private func oneIn(_ share: Int, _ generator: inout SeededGenerator) -> Bool {
        Int.random(in: 0..<share, using: &generator) == 0
    }
}
