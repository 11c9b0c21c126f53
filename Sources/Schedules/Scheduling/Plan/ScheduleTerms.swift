// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import SleepModel

/// What somebody arranged beside a schedule's rule: single dates that differ, and times in which nothing begins.
public struct ScheduleTerms: Hashable, Sendable {
    /// What is different on single dates.
    public var changes: [CivilDate: OccurrenceOverride.Change]
    /// When everything rests, each from its start up to its end.
    public var rests: [Range<Instant>]
    /// What happened a moment ago, under another reading of the clock.
    public var happened: Set<OccurrenceKey>

    /// Makes terms; without arguments, those of a rule that holds always.
    public init(
        changes: [CivilDate: OccurrenceOverride.Change] = [:], rests: [Range<Instant>] = [],
        happened: Set<OccurrenceKey> = []
    ) {
        self.changes = changes
        self.rests = rests
        self.happened = happened
    }
}

extension Pause {
    /// From when to when it lasts; it ends with the first instant at which a clock of the zone shows its end or more.
    public func span(in zone: ZoneRules) -> Range<Instant> {
        guard let until else { return since..<Swift.max(since, .max) }
        let end =
            switch zone.resolve(until) {
            case .unique(let instant): instant
            case .gap(_, _, let transition): transition
            case .overlap(let first, _): first
            }
        return since..<Swift.max(since, end)
    }
}
