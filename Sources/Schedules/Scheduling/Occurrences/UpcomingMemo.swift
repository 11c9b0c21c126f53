// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SleepModel

/// Remembers what lies ahead of one feature for an hour, as a device asks for it at every look at the clock.
///
/// It looks again as soon as anything has changed that the answer depends on.
struct UpcomingMemo {
    typealias Upcoming = (schedule: Schedule, occurrence: PlannedOccurrence)

    /// All that the answer depends on; what has not changed shares its storage, so comparing it takes no time.
    private struct Basis: Equatable {
        var schedules: [Schedule]
        var known: KnownOccurrences
        var changes: [ScheduleID: [CivilDate: OccurrenceOverride.Change]]
        var pauses: [Range<Instant>]
        var holidays: HolidayBook
        var zoneVersion: Int

        init(_ machine: OccurrenceMachine) {
            (schedules, known, changes) = (machine.schedules, machine.known, machine.changes)
            (pauses, holidays) = (machine.planning.pauseSpans, machine.holidays)
            zoneVersion = machine.zones.changeCount
        }
    }

    private struct LookUp {
        var basis: Basis
        var after: Instant
        var end: Instant
        var found: [Upcoming]
    }

    /// How much further than asked a look-up goes, and how far it is asked at most.
    private static let (margin, reach) = (Duration.seconds(3600), Duration.seconds(8 * 86_400))

    private var last: LookUp?

    /// What will happen until `end`, soonest first.
    mutating func upcoming(of machine: OccurrenceMachine, after now: Instant, until end: Instant) -> [Upcoming] {
        guard now < end, end - now <= Self.reach else { return machine.upcoming(after: now, until: end) }
        let basis = Basis(machine)
        if let last, last.basis == basis, last.after <= now, end <= last.end {
            return last.found.filter { now < $0.occurrence.planned && $0.occurrence.planned <= end }
        }
        let lookUp = LookUp(
            basis: basis, after: now, end: end + Self.margin,
            found: machine.upcoming(after: now, until: end + Self.margin))
        last = lookUp
        return lookUp.found.filter { $0.occurrence.planned <= end }
    }
}
