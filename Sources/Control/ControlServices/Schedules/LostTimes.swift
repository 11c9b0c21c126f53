// SPDX-License-Identifier: Apache-2.0

import CivilTime
import ControlAPI
import SleepModel

/// Times of some weekdays that a time without weekdays took the place of, or whose days are left out.
enum LostTimes {
    /// Which times of a schedule no longer hold after an edit; nil for none.
    static func sentence(from before: Schedule, to after: Schedule) -> String? {
        let (old, new) = (lightsOut(before), lightsOut(after))
        let lost = between(old, new) + dropped(old, new) + between(wake(before), wake(after))
        guard !lost.isEmpty else { return nil }
        return "\(lost.listed) no longer \(lost.count == 1 ? "holds" : "hold")."
    }

    /// The times of single days that gave way to one for all; not that of most days, which was meant to change.
    private static func between(_ before: WeekdayTimes?, _ after: WeekdayTimes?) -> [String] {
        guard let before, let common = after?.common, let days = after?.weekdays else { return [] }
        let groups = before.groups.filter { !$0.days.intersection(days).isEmpty }
        return single(groups).filter { $0.time != common }
            .map { "\($0.days.intersection(days).rangeText) \($0.time)" }
    }

    /// The times of single days that are left out while others stay.
    private static func dropped(_ before: WeekdayTimes?, _ after: WeekdayTimes?) -> [String] {
        guard let before, let days = after?.weekdays, !before.weekdays.intersection(days).isEmpty else { return [] }
        return single(before.groups).map { (days: $0.days.subtracting(days), time: $0.time) }
            .filter { !$0.days.isEmpty }.map { "\($0.days.rangeText) \($0.time)" }
    }

    /// The times without that of most days.
    private static func single(
        _ groups: [(days: WeekdaySet, time: TimeOfDay)]
    ) -> [(days: WeekdaySet, time: TimeOfDay)] {
        let most = groups.map(\.days.shortNames.count).max() ?? 0
        let main = groups.filter { $0.days.shortNames.count == most }
        return groups.filter { main.count > 1 || $0.time != main.first?.time }
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
