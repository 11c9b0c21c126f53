// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import SleepModel

/// Looks for occurrences that the ledger should hold and does not.
///
/// It goes by the rules alone and asks nobody what was planned, so that it finds what the scheduler overlooked.
public enum LedgerAudit {
    /// The occurrences of a schedule, up to what it counts as settled, that are not among `entered`; oldest first.
    ///
    /// Looks at the time since the rule holds as it is, five weeks at most.
    public static func gaps(
        in schedule: Schedule, entered: Set<OccurrenceKey>, zone: ZoneRules, terms: ScheduleTerms, at now: Instant
    ) -> [PlannedOccurrence] {
        var schedule = schedule
        // One that has happened is disabled, and what is to be found is whether it has.
        schedule.isEnabled = true
        let start = max(schedule.validFrom, now - ScheduleReview.horizon)
        let end = min(schedule.settledThrough, now)
        return PlannedOccurrences(of: schedule, after: start, zone: zone, terms: terms)
            .prefix { $0.planned <= end }
            .filter { !entered.contains($0.key) }
    }
}
