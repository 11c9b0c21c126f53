// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SleepModel

/// Times of some weekdays that a time without weekdays took the place of.
enum LostTimes {
    /// Which times of a schedule no longer hold after an edit; nil for none.
    static func sentence(from before: Schedule, to after: Schedule) -> String? {
        let lost = between(lightsOut(before), lightsOut(after)) + between(wake(before), wake(after))
        guard !lost.isEmpty else { return nil }
        return "\(Sentences.list(lost)) no longer \(lost.count == 1 ? "holds" : "hold")."
    }

    /// The times of single days that gave way to one for all; not that of most days, which was meant to change.
    private static func between(_ before: WeekdayTimes?, _ after: WeekdayTimes?) -> [String] {
        guard let before, let common = after?.common, let days = after?.weekdays else { return [] }
        let groups = before.groups.filter { !$0.days.intersection(days).isEmpty }
        let most = groups.map(\.days.shortNames.count).max() ?? 0
        let main = groups.filter { $0.days.shortNames.count == most }
        return groups.filter { group in
            group.time != common && (main.count > 1 || group.time != main.first?.time)
        }
        .map { "\($0.days.rangeText) \($0.time)" }
    }

    /// The time of each weekday of a weekly rule; nil for others, and for the sun.
    private static func lightsOut(_ schedule: Schedule) -> WeekdayTimes? {
        guard let rule = schedule.recurrence, case .weekly(let days) = rule.days else { return nil }
        var week = WeekdayTimes()
        switch rule.time {
        case .byWeekday(let times): return times
        case .clock(let time): for day in Weekday.allCases where days.contains(day) { week[day] = time }
        case .sun: return nil
        }
        return week
    }

    private static func wake(_ schedule: Schedule) -> WeekdayTimes? {
        if case .bedtime(let plan) = schedule.plan { plan.wake } else { nil }
    }
}
