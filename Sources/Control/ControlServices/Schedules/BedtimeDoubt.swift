// SPDX-License-Identifier: Apache-2.0

import CivilTime
import ControlAPI
import Scheduling
import SleepModel

/// Warns of a bedtime that is probably a typing error; it is set as it is written.
struct BedtimeDoubt {
    /// A shorter night is probably a typing error.
    private static let shortNight = Duration.seconds(3600)
    /// So is a longer one.
    private static let longNight = Duration.seconds(16 * 3600)
    /// In these hours lights-out is probably meant for the evening.
    private static let morning = 4..<12

    let request: BedtimeRequest
    let plan: BedtimePlan
    /// The rule of its lights-out.
    let rule: Recurrence
    let zone: ZoneRules

    /// What looks wrong in the next night after `now`, with how to change it; nil for nothing.
    func warning(at now: Instant) -> String? {
        let next = rule.next(after: now, in: zone)
        return Sentences.joined(
            next.flatMap { inTheMorning($0.civil.time) }, next?.instant.flatMap(oddNight), withoutWakeTime)
    }

    private func inTheMorning(_ lightsOut: TimeOfDay) -> String? {
        let hour = lightsOut.secondsSinceMidnight / 3600
        guard request.rule.at != nil, Self.morning.contains(hour),
            let evening = TimeOfDay(hour: hour + 12, minute: lightsOut.secondsSinceMidnight / 60 % 60)
        else { return nil }
        return "\(lightsOut) is in the morning. For the evening, give --at \(evening)."
    }

    private func oddNight(from lightsOut: Instant) -> String? {
        let night = plan.night(after: lightsOut, zone: zone)
        let length = night.wake - lightsOut
        guard request.rule.at != nil || request.wake != nil, night.plan.wake != nil,
            !(Self.shortNight...Self.longNight).contains(length)
        else { return nil }
        let words = length < Self.shortNight ? "only \(DurationText.format(length))" : DurationText.format(length)
        return "The wake time is \(words) after lights-out."
    }

    private var withoutWakeTime: String? {
        guard plan.wake == nil else { return nil }
        let given = [
            ("--wake-light", request.wakeLight), ("--wake-for", request.wakeFor), ("--stay-in-bed", request.stayInBed),
        ]
        return given.first { $0.1 != nil && $0.1?.lowercased() != "off" }
            .map { "\($0.0) has no effect without a wake time. Add --wake, as 06:45." }
    }
}
