// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import SleepModel

/// What the passing of time asks of one schedule.
public struct ScheduleReview: Hashable, Sendable {
    /// The occurrence to begin now.
    public var due: PlannedOccurrence?
    /// Occurrences that do not begin any more, oldest first, with how they end.
    public var passed: [Passed]
    /// The schedule after that.
    public var settled: Schedule
    /// The first occurrence that is not to be dealt with yet.
    public var next: PlannedOccurrence?
    /// When to look at the occurrences ahead.
    public private(set) var nextLook: Instant?

    /// An occurrence that ends without having begun.
    public struct Passed: Hashable, Sendable {
        /// Which.
        public var occurrence: PlannedOccurrence
        /// `missed`, `skipped`, or `superseded` when a later one takes its place.
        public var outcome: OccurrenceOutcome
    }

    /// What was entered about an occurrence before.
    enum Entry {
        /// Nothing, or nothing that still holds.
        case none
        /// It was missed: it is not entered again, but begins if it still can.
        case missed
        /// It began, or was not to begin.
        case settled
    }

    /// The most that two zones differ, from UTC−12 to UTC+14: a change of the zone moves dates by as much.
    static let zoneReach = Duration.seconds(26 * 3600)
    /// How far back weekly occurrences are looked for; after a longer absence the older ones are not entered.
    static let horizon = Duration.seconds(35 * 86_400)

    /// Reviews `schedule` at `now`.
    ///
    /// Passes over the occurrences in `known`, so that nothing starts twice when the clock is set back. At most one
    /// occurrence is due: the latest that may still begin.
    public init(
        of schedule: Schedule, zone: ZoneRules, at now: Instant, known: Set<OccurrenceKey>,
        terms: ScheduleTerms = ScheduleTerms()
    ) {
        self.init(of: schedule, zone: zone, at: now, terms: terms) { known.contains($0.key) ? .settled : .none }
    }

    init(
        of schedule: Schedule, zone: ZoneRules, at now: Instant, terms: ScheduleTerms,
        entry: (PlannedOccurrence) -> Entry
    ) {
        passed = []
        settled = schedule
        guard schedule.isEnabled, let recurrence = schedule.recurrence else { return }
        var start = min(schedule.settledThrough, now)
        // What is settled is so in the zone of its time; in another zone, dates that nobody saw may lie before it.
        start = min(start, max(schedule.validFrom, start - Self.zoneReach))
        if !recurrence.isOnce { start = max(start, now - Self.horizon) }
        let isPaused = terms.pauses.contains { $0.contains(now) }
        for var planned in PlannedOccurrences(of: schedule, after: start, zone: zone, terms: terms) {
            let known = entry(planned)
            guard known != .settled else { continue }
            guard planned.settles <= now else {
                next = next ?? planned
                nextLook = [nextLook, planned.settles].compactMap { $0 }.min()
                // A later one may begin to show before the planned time of one that is to be skipped.
                guard planned.starts <= now else { break }
                continue
            }
            let isInTime = now < schedule.plan.latestStart(planned: planned.planned, zone: zone)
            // Nothing begins during a pause, not even what was planned before it and comes up by another zone.
            if isInTime, isPaused, planned.skip == nil { planned.skip = .pause }
            let mayBegin = isInTime && planned.skip == nil
            guard mayBegin || known == .none else { continue }
            settled.settledThrough = max(settled.settledThrough, planned.planned)
            guard planned.skip == nil else {
                passed.append(Passed(occurrence: planned, outcome: .skipped))
                continue
            }
            if let earlier = due, entry(earlier) == .none {
                passed.append(Passed(occurrence: earlier, outcome: .superseded))
            }
            due = nil
            if mayBegin {
                due = planned
            } else {
                passed.append(Passed(occurrence: planned, outcome: .missed))
            }
        }
        let isUsed = due != nil || passed.contains { $0.outcome != .missed }
        if recurrence.isOnce, next == nil, isUsed { settled.isEnabled = false }
    }

    /// When to look at the schedule: at once if something is due or has passed, else when the next occurrence is to be
    /// dealt with.
    public var wake: Instant? {
        passed.first?.occurrence.settles ?? due?.settles ?? nextLook
    }
}

extension Schedule {
    /// What the schedule will do from `now` until `end`, soonest first, at most `limit` occurrences.
    ///
    /// Those that are to be skipped are among them, and say so.
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
    public var isOnce: Bool {
        if case .once = days { true } else { false }
    }
}
