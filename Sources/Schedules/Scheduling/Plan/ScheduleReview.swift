// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import SleepModel

/// What the passing of time asks of one schedule.
public struct ScheduleReview: Hashable, Sendable {
    /// The occurrence to begin now.
    public var due: PlannedOccurrence?
    /// Occurrences that are too late to begin, oldest first, with how they end.
    public var passed: [Passed]
    /// The schedule after that.
    public var settled: Schedule
    /// The first occurrence that has not begun to show yet.
    public var next: PlannedOccurrence?

    /// An occurrence that ends without having begun.
    public struct Passed: Hashable, Sendable {
        /// Which.
        public var occurrence: PlannedOccurrence
        /// `missed`, or `superseded` when a later one takes its place.
        public var outcome: OccurrenceOutcome
    }

    /// How far back weekly occurrences are looked for: after a longer absence the older ones are not listed one by one.
    static let horizon = Duration.seconds(35 * 86_400)

    /// Reviews `schedule` at `now`.
    ///
    /// Occurrences in `known` were dealt with before and are passed over, so that a clock that is set back starts
    /// nothing twice. At most one occurrence is due: the latest that may still begin.
    public init(of schedule: Schedule, zone: ZoneRules, at now: Instant, known: Set<OccurrenceKey>) {
        passed = []
        settled = schedule
        guard schedule.isEnabled, let recurrence = schedule.recurrence else { return }
        var cursor = min(schedule.settledThrough, now)
        if case .weekly = recurrence.days { cursor = max(cursor, now - Self.horizon) }
        while let occurrence = recurrence.next(after: cursor, in: zone), let instant = occurrence.instant {
            let planned = PlannedOccurrence(schedule, occurrence, at: instant, zone: zone)
            cursor = instant
            if known.contains(planned.key) { continue }
            guard planned.starts <= now else {
                next = planned
                break
            }
            if let earlier = due { passed.append(Passed(occurrence: earlier, outcome: .superseded)) }
            due = nil
            if now < planned.latest {
                due = planned
            } else {
                passed.append(Passed(occurrence: planned, outcome: .missed))
            }
            settled.settledThrough = max(settled.settledThrough, instant)
        }
        let isUsed = due != nil || passed.contains { $0.outcome == .superseded }
        if case .once = recurrence.days, next == nil, isUsed { settled.isEnabled = false }
    }
}

extension Schedule {
    /// What the schedule will do from `now` until `end`, soonest first, at most `limit` occurrences.
    public func upcoming(
        after now: Instant, until end: Instant, limit: Int, zone: ZoneRules, known: Set<OccurrenceKey>
    ) -> [PlannedOccurrence] {
        guard isEnabled, let recurrence else { return [] }
        var found: [PlannedOccurrence] = []
        var cursor = now
        while found.count < limit, let occurrence = recurrence.next(after: cursor, in: zone),
            let instant = occurrence.instant, instant <= end
        {
            cursor = instant
            let planned = PlannedOccurrence(self, occurrence, at: instant, zone: zone)
            if !known.contains(planned.key) { found.append(planned) }
        }
        return found
    }
}
