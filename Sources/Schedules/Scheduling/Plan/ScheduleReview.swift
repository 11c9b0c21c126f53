// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import SleepModel

/// What the passing of time asks of one schedule.
public struct ScheduleReview: Hashable, Sendable {
    /// The occurrence to begin now.
    public var due: PlannedOccurrence?
    /// Occurrences that are not to begin any more, oldest first, with how they end.
    public var passed: [Passed]
    /// The schedule after that.
    public var settled: Schedule
    /// The first occurrence that has not begun to show yet.
    public var next: PlannedOccurrence?

    /// An occurrence that ends without having begun.
    public struct Passed: Hashable, Sendable {
        /// Which.
        public var occurrence: PlannedOccurrence
        /// `missed`, `skipped`, or `superseded` when a later one takes its place.
        public var outcome: OccurrenceOutcome
    }

    /// How far back weekly occurrences are looked for: after a longer absence the older ones are not listed one by one.
    static let horizon = Duration.seconds(35 * 86_400)

    /// Reviews `schedule` at `now`.
    ///
    /// Occurrences in `known` were dealt with before and are passed over, so that a clock that is set back starts
    /// nothing twice. At most one occurrence is due: the latest that may still begin.
    public init(
        of schedule: Schedule, zone: ZoneRules, at now: Instant, known: Set<OccurrenceKey>,
        terms: ScheduleTerms = ScheduleTerms()
    ) {
        self.init(of: schedule, zone: zone, at: now, terms: terms) { known.contains($0) }
    }

    init(
        of schedule: Schedule, zone: ZoneRules, at now: Instant, terms: ScheduleTerms,
        isKnown: (OccurrenceKey) -> Bool
    ) {
        passed = []
        settled = schedule
        guard schedule.isEnabled, let recurrence = schedule.recurrence else { return }
        var start = min(schedule.settledThrough, now)
        if !recurrence.isOnce { start = max(start, now - Self.horizon) }
        for planned in PlannedOccurrences(of: schedule, after: start, zone: zone, terms: terms)
        where !isKnown(planned.key) {
            guard planned.starts <= now else {
                next = planned
                break
            }
            settled.settledThrough = max(settled.settledThrough, planned.planned)
            guard planned.skip == nil else {
                passed.append(Passed(occurrence: planned, outcome: .skipped))
                continue
            }
            if let earlier = due { passed.append(Passed(occurrence: earlier, outcome: .superseded)) }
            due = nil
            if now < schedule.plan.latestStart(planned: planned.planned, zone: zone) {
                due = planned
            } else {
                passed.append(Passed(occurrence: planned, outcome: .missed))
            }
        }
        let isUsed = due != nil || passed.contains { $0.outcome != .missed }
        if recurrence.isOnce, next == nil, isUsed { settled.isEnabled = false }
    }

    /// When something is to be done about the schedule: at once if something is due or passed, else when the next
    /// occurrence begins to show.
    var wake: Instant? {
        passed.first?.occurrence.starts ?? due?.starts ?? next?.starts
    }
}

extension Schedule {
    /// What the schedule will do from `now` until `end`, soonest first, at most `limit` occurrences.
    ///
    /// What is to be skipped is among them, and says so.
    public func upcoming(
        after now: Instant, until end: Instant, limit: Int, zone: ZoneRules, known: Set<OccurrenceKey>,
        terms: ScheduleTerms = ScheduleTerms()
    ) -> [PlannedOccurrence] {
        var found: [PlannedOccurrence] = []
        for planned in PlannedOccurrences(of: self, after: now, zone: zone, terms: terms) {
            guard found.count < limit, planned.planned <= end else { break }
            if !known.contains(planned.key) { found.append(planned) }
        }
        return found
    }
}

extension Recurrence {
    /// Whether it is about one date only.
    var isOnce: Bool {
        if case .once = days { true } else { false }
    }
}
