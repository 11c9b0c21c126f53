// SPDX-License-Identifier: Apache-2.0

import CivilTime

/// On which dates a schedule happens, and when on each of them.
extension NightSchedule {
    /// The names of weekdays, counted from Sunday as 0.
    private static let weekdays = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]

    /// The weekday of a date, counted from Sunday as 0.
    static func weekday(of date: CivilDate) -> Int { ((date.daysSince1970 + 4) % 7 + 7) % 7 }

    /// Whether it happens on a date, by the calendars that there are then.
    func isOn(_ date: CivilDate, by holidays: [NightHolidays]) -> Bool {
        guard holidays.leave(date, to: self) else { return false }
        return switch days {
        case .once(let once): date == once
        case .weekly(let days): days.contains(Self.weekday(of: date)) && dates.contains(date)
        }
    }

    /// Whether it has a date after another one, as far as the calendars say, and within some months.
    func isAhead(after date: CivilDate, by holidays: [NightHolidays]) -> Bool {
        (1...100).contains { isOn(date.adding(days: $0), by: holidays) }
    }

    /// Whether it goes by a calendar.
    func names(_ calendar: NightHolidays) -> Bool { (notOn + onlyOn).contains(calendar.name) }

    /// Its time on a date.
    func time(on date: CivilDate) -> Time { times[Self.weekday(of: date)] ?? at }

    /// When it is on a date, if it is on that at all; nil for a date without the sun.
    func moment(on date: CivilDate, zone: ZoneRules) -> Instant? {
        sun.map { $0.moment(on: date, zone: zone) } ?? zone.moment(time(on: date), on: date)
    }

    /// The days as people write them; nil for once.
    var dayNames: String? {
        guard case .weekly(let days) = days else { return nil }
        return days.sorted().map { Self.weekdays[$0] }.joined(separator: ",")
    }

    /// Its times as people write them.
    var timeText: String { sun?.text ?? Self.text(at, times) ?? "" }

    /// A time of all days and those of weekdays as people write them; nil for none.
    fileprivate static func text(_ common: Time?, _ times: [Int: Time]) -> String? {
        let own = times.sorted { $0.key < $1.key }.map { "\(weekdays[$0.key])=\($0.value)" }
        let all = (common.map { ["\($0)"] } ?? []) + own
        return all.isEmpty ? nil : all.joined(separator: ",")
    }
}

extension NightSchedule.Dates {
    func contains(_ date: CivilDate) -> Bool {
        let isWithin = first.map { $0 <= date } ?? true && last.map { date <= $0 } ?? true
        return isWithin && !exceptions.contains(date)
    }
}

extension NightSchedule.Bedtime {
    private static let longestNight = Duration.seconds(12 * 3600)

    /// Its wake times as people write them; nil for none.
    var wakeText: String? { NightSchedule.text(wake, wakes) }

    /// It as it is in one night, and when that is over, and the wake light begins if there is one.
    ///
    /// A night wakes on the day of its lights-out or on the next one, or not at all.
    func night(after lightsOut: Instant, zone: ZoneRules) -> (plan: Self, wake: Instant) {
        var plan = self
        (plan.wakes, plan.mornings) = ([:], [:])
        let date = zone.civil(at: lightsOut).date
        for day in [date, date.adding(days: 1)] {
            guard let time = mornings[day] ?? wakes[NightSchedule.weekday(of: day)] ?? wake else { continue }
            let moment = zone.moment(time, on: day)
            guard moment > lightsOut else { continue }
            plan.wake = time
            return (plan, moment)
        }
        plan.wake = nil
        return (plan, lightsOut + Self.longestNight)
    }

    /// When nothing of it is left.
    func end(after lightsOut: Instant, zone: ZoneRules) -> Instant {
        let (plan, wake) = night(after: lightsOut, zone: zone)
        return wake + .seconds(plan.wake == nil ? 0 : wakeFor)
    }
}
