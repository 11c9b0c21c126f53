// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import SleepModel
public import Storage

/// Looks for occurrences that the ledger should hold and does not.
///
/// It follows the rules alone, not the plan, so that it finds what the scheduler overlooked.
public enum LedgerAudit {
    /// What was found in a store.
    public struct Diagnostics: Hashable, Sendable {
        /// The first gaps, by schedule and then oldest first, as many as were asked for.
        public var gaps: [Gap] = []
        /// How many gaps there are.
        public var count = 0
    }

    /// An occurrence that the ledger does not have.
    public struct Gap: Hashable, Sendable {
        /// The schedule as it is now.
        public var schedule: Schedule
        /// The occurrence.
        public var occurrence: PlannedOccurrence
    }

    /// Looks through the last five weeks of every schedule of a store, and lists at most `limit` gaps.
    ///
    /// Asks the store once per schedule, so that nobody else waits for long; ends early when it is cancelled.
    public static func diagnostics(
        in store: any NightStore, zones: ZoneBook, at now: Instant, limit: Int
    ) async throws(StorageError) -> Diagnostics {
        // Reads schedules before the ledger: everything that they call settled is entered by then.
        let schedules = try await store.schedules()
        let changes = Dictionary(grouping: try await store.overrides(), by: \.schedule)
        let holidays = HolidayBook(try await store.holidays())
        let start = now - ScheduleReview.horizon - ScheduleReview.zoneReach
        var diagnostics = Diagnostics()
        for schedule in schedules {
            guard !Task.isCancelled else { break }
            let terms = ScheduleTerms(
                changes: Dictionary((changes[schedule.id] ?? []).map { ($0.date, $0.change) }) { _, last in last },
                holidays: holidays)
            let gaps = gaps(
                in: schedule, entered: try await store.keys(of: schedule.id, plannedAfter: start),
                zone: zones.rules(of: schedule.zone), terms: terms, at: now)
            diagnostics.count += gaps.count
            diagnostics.gaps += gaps.prefix(max(limit - diagnostics.gaps.count, 0)).map {
                Gap(schedule: schedule, occurrence: $0)
            }
        }
        return diagnostics
    }

    /// The occurrences of a schedule, up to the time through which it is settled, that are not among `entered`; oldest first.
    ///
    /// Looks at the time since the rule holds as it is, five weeks at most. If an entry has another time than the rule
    /// says now, the host was in another zone, and dates about then are left out.
    public static func gaps(
        in schedule: Schedule, entered: [OccurrenceKey: OccurrenceStanding], zone: ZoneRules, terms: ScheduleTerms,
        at now: Instant
    ) -> [PlannedOccurrence] {
        var schedule = schedule
        // A one-time schedule that has run is disabled, and whether it has run is the question.
        schedule.isEnabled = true
        let start = max(schedule.validFrom, now - ScheduleReview.horizon)
        let end = min(schedule.settledThrough, now)
        let planned = PlannedOccurrences(of: schedule, after: start, zone: zone, terms: terms)
            .prefix { $0.planned <= end }
        let moved = planned.last { occurrence in
            entered[occurrence.key].map { $0.planned != occurrence.planned } ?? false
        }
        let sure = moved.map { $0.planned + ScheduleReview.zoneReach } ?? start
        return planned.filter { $0.planned > sure && entered[$0.key] == nil }
    }
}
