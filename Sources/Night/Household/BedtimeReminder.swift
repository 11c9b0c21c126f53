// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import SleepModel

/// Decides when somebody is reminded of a night that begins soon on one device, and when a reminder is over.
struct BedtimeReminder: Hashable, Sendable {
    /// A night that lies ahead.
    struct Night: Hashable, Sendable {
        var key: OccurrenceKey
        var name: String
        /// When its wind-down begins, or its bedtime without one.
        var begins: Instant
        /// How long before that the reminder comes.
        var lead: Duration
        /// Since when its schedule holds as it is.
        var validFrom: Instant

        /// When the reminder comes.
        var reminds: Instant { begins - lead }
    }

    /// How late a reminder may be.
    static let grace = Duration.seconds(10 * 60)
    /// How far ahead to look: past the longest reminder of the next night.
    static let horizon = Duration.seconds(36 * 60 * 60)

    /// The nights of the device that lie ahead and have a reminder.
    var nights: [Night]
    /// The reminders of the device that nobody has acknowledged.
    var open: [Notice]

    /// The nights of which somebody is to be reminded now; `known` finds the last reminder of one.
    func due(at sample: ClockSample, known: (OccurrenceKey) -> Notice?) -> [Night] {
        nights.filter { night in
            // Who sets a bedtime for soon knows of it.
            sample.wall >= night.reminds && sample.wall < night.begins && night.reminds >= night.validFrom
                && sample.wall - night.reminds <= Self.grace && !(known(night.key).map(night.isOf) ?? false)
        }
    }

    /// The reminders that are over: their night has begun, or does not begin at the time they say.
    var over: [Notice] {
        open.filter { notice in !nights.contains { $0.key == notice.occurrence && $0.isOf(notice) } }
    }

    /// When to look again.
    func nextLook(at sample: ClockSample) -> Instant? {
        nights.flatMap { [$0.reminds, $0.begins] }.filter { $0 > sample.wall }.min()
    }
}

extension BedtimeReminder.Night {
    /// Whether a reminder is of its time, and not of an earlier one that it was moved from.
    fileprivate func isOf(_ notice: Notice) -> Bool { notice.at >= reminds }
}
