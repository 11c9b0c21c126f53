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

    /// A date; nil for none.
    func date(ifGiven text: String?) throws(ControlError) -> CivilDate? {
        guard let text else { return nil }
        return try date(text)
    }

    /// A length of time; nil for `off`, and for none.
    func optionalDuration(_ text: String, _ name: String) throws(ControlError) -> Duration? {
        guard text.lowercased() != "off" else { return nil }
        let duration = try duration(text, name)
        return duration == .zero ? nil : duration
    }

    /// A rule that changes where somebody gave something.
    ///
    /// A new time on a date that is over moves to the next date on which the clock shows it.
    func recurrence(
        _ before: Recurrence, at time: String?, days: String?, date: String?, zone: ZoneRules, now: Instant
    ) throws(ControlError) -> Recurrence {
        guard time != nil || days != nil || date != nil else { return before }
        let clock = try time.map { (text) throws(ControlError) in try self.time(text) }
        var rule = before
        if let clock { rule.time = .clock(clock) }
        if days != nil || date != nil {
            guard let kept = rule.time.clockTime else {
                throw Self.invalid("Other days need a time of day too.", "Give --at as well.")
            }
            rule.days =
                try recurrence(at: kept, days: days, date: date, otherwiseDaily: false, zone: zone, now: now).days
        } else if let clock, rule.isOnce, rule.next(after: now, in: zone) == nil {
            rule.days =
                try recurrence(at: clock, days: nil, date: nil, otherwiseDaily: false, zone: zone, now: now).days
        }
        return rule
    }
}
