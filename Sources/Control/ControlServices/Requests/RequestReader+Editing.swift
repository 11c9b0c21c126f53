// SPDX-License-Identifier: Apache-2.0

import CivilTime
import ControlAPI
import Scheduling
import SleepModel

/// What somebody gave of what is there already.
extension RequestReader {
    /// The zone that a schedule is pinned to: as it was `before` for nil, and the host's for `host`.
    func zoneName(_ text: String?, before: String?) throws -> String? {
        guard let text else { return before }
        if text.lowercased() == "host" { return nil }
        return try zone(text).identifier
    }

    /// A length of time; nil for `off`, and for none.
    func optionalDuration(_ text: String, _ name: String) throws(ControlError) -> Duration? {
        guard text.lowercased() != "off" else { return nil }
        let duration = try duration(text, name)
        return duration == .zero ? nil : duration
    }

    /// The rule that somebody asks for; what is not given is as it was `before`.
    ///
    /// Without days it happens once, the next time the clock shows its time, or daily if `otherwiseDaily`. A new time
    /// for a date that is over moves to the next date that has it. Throws `invalid_argument` for a rule without a time that lies ahead.
    func recurrence(
        _ request: RuleRequest, changing before: Recurrence? = nil, otherwiseDaily: Bool, zone: ZoneRules, now: Instant
    ) throws(ControlError) -> Recurrence {
        if let before, request.isEmpty { return before }
        let choice = try choice(request, before?.holidays ?? .none)
        let today = zone.civil(at: now).date
        var rule = try request.recurrence(changing: before, today: today) { time throws(ControlError) in
            if otherwiseDaily { return .weekly(.daily) }
            return .once(try nextDate(at: time, choice, zone: zone, now: now))
        }
        rule.holidays = choice
        if rule.isOnce, let option = request.needsDates {
            throw Self.invalid(
                "\(option) is for what happens on more than one date.",
                "Add --days, as daily or mon-fri, or leave it out.")
        }
        guard rule.looked(upIn: holidays).next(after: now, in: zone) == nil else { return rule }
        if rule.isOnce, request.at != nil, request.date == nil {
            rule.days = .once(try nextDate(at: rule.time, choice, zone: zone, now: now))
            if rule.looked(upIn: holidays).next(after: now, in: zone) != nil { return rule }
        }
        guard rule.next(after: now, in: zone) == nil else {
            throw Self.invalid(
                "Its holidays leave it no time that lies ahead.", "Give other dates, or see `lull holidays list`.")
        }
        if case .once(let date) = rule.days {
            let isThere = !rule.occurrences(on: date, in: zone).isEmpty
            throw Self.invalid(
                isThere
                    ? "\(rule.time) on \(date) has passed."
                    : "The clocks do not show \(rule.time) on \(date).", "Give a moment that lies ahead.")
        }
        throw Self.invalid("The rule has no time that lies ahead.", "Give other dates, or see `lull explain`.")
    }

    /// A rule with a length of time such as `20m` as its time, made one for the date and time at which that is over.
    ///
    /// Any other rule stays as it is. Throws `invalid_argument` for what is neither a time nor a length of time.
    func withEndOfLength(
        _ request: RuleRequest, from now: Instant, zone: ZoneRules
    ) throws(ControlError) -> RuleRequest {
        if let text = request.at, !text.contains(where: { ",=".contains($0) }), DurationText.parse(text) == nil,
            (try? RuleTimes(parsing: text)) == nil, !text.hasPrefix("sun")
        {
            throw Self.invalid(
                "“\(text.printable)” is not a time of day.",
                "Write --at as 07:00, 8pm, sat,sun=08:30, sunrise-30m, or 20m for in 20 minutes.")
        }
        guard let length = request.at.flatMap(DurationText.parse), length > .zero,
            request.days == nil, request.date == nil, request.yearly == nil
        else { return request }
        let moment = zone.civil(at: now + length)
        var resolved = request
        (resolved.at, resolved.date) = ("\(moment.time)", "\(moment.date)")
        return resolved
    }

    private func nextDate(
        at time: DayTime, _ choice: HolidayChoice, zone: ZoneRules, now: Instant
    ) throws(ControlError) -> CivilDate {
        let daily = Recurrence(days: .weekly(.daily), time: time, holidays: choice).looked(upIn: holidays)
        guard let next = daily.next(after: now, in: zone) else {
            guard choice == .none else {
                throw Self.invalid(
                    "Its holidays leave it no time that lies ahead.", "Give other dates, or see `lull holidays list`.")
            }
            throw Self.invalid("It is never \(time) in \(zone.identifier).", "Give another time.")
        }
        return next.civil.date
    }

    /// The calendars that somebody asks for, by their own names; throws `unknown_holidays` for one that is not there.
    private func choice(_ request: RuleRequest, _ before: HolidayChoice) throws(ControlError) -> HolidayChoice {
        let given = try request.holidays(changing: before)
        return HolidayChoice(
            notOn: request.notOn == nil ? given.notOn : try own(given.notOn),
            onlyOn: request.onlyOn == nil ? given.onlyOn : try own(given.onlyOn))
    }

    /// The calendars that a document names, by their own names; throws `unknown_holidays` for one that is not there.
    func known(_ choice: HolidayChoice) throws(ControlError) -> HolidayChoice {
        HolidayChoice(notOn: try own(choice.notOn), onlyOn: try own(choice.onlyOn))
    }

    private func own(_ names: [String]) throws(ControlError) -> [String] {
        var known: [String] = []
        for name in names {
            guard let calendar = holidays[name] else { throw ControlError(unknownHolidays: name, in: holidays) }
            known.append(calendar.name)
        }
        return known
    }

    /// The wake times that somebody asks for: what is not given is as it was `before`; nil for `off`.
    func wake(_ text: String, before: WeekdayTimes?) throws(ControlError) -> WeekdayTimes? {
        if text.lowercased() == "off" { return nil }
        let times = try RuleTimes(parsing: text, of: "--wake")
        guard times.sun == nil else {
            throw Self.invalid("A wake light does not follow the sun.", "Write --wake as 06:45 or 06:45,sat,sun=08:00.")
        }
        return times.week(before: before)
    }
}
