// SPDX-License-Identifier: Apache-2.0

/// On which days and at what wall-clock time something happens, and what the zone's transitions do to it.
public struct Recurrence: Hashable, Sendable {
    /// The days of a rule.
    public enum Days: Hashable, Sendable {
        /// One date.
        case once(CivilDate)
        /// Some days of every week.
        case weekly(WeekdaySet)
    }

    /// The days.
    public var days: Days
    /// The time on each of them.
    public var time: TimeOfDay
    /// What becomes of the time in a gap.
    public var gap: GapPolicy
    /// What becomes of the time when it is repeated.
    public var overlap: OverlapPolicy

    /// Creates a rule.
    public init(days: Days, time: TimeOfDay, gap: GapPolicy = .later, overlap: OverlapPolicy = .first) {
        self.days = days
        self.time = time
        self.gap = gap
        self.overlap = overlap
    }

    /// What happens on a civil date: nothing if it is not in the rule, else one occurrence, or two under `.both`.
    ///
    /// An occurrence in a gap may have its instant on a neighbouring date.
    public func occurrences(on date: CivilDate, in zone: ZoneRules) -> [CivilOccurrence] {
        placements(on: date, in: zone).map(\.occurrence)
    }

    /// The earliest occurrence that happens strictly later than an instant.
    ///
    /// Iterated over its own results, it strictly increases and gives each civil date and pass at most once. It looks
    /// at the dates from 3 days before `after` to 400 days after it, and to the end of the year 9999 at most, which
    /// only a weekly rule that is skipped every time can exhaust; a single date is looked at however far it is.
    public func next(after: Instant, in zone: ZoneRules) -> CivilOccurrence? {
        var best: CivilOccurrence?
        var bestInstant = Instant.max
        for date in dates(around: after, limit: 400) {
            let asUTC = CivilDateTime(date: date, time: time).secondsAsUTC
            if asUTC - Int64(ZoneOffset.range.lowerBound) < after.secondsSince1970 { continue }
            if best != nil, asUTC - Int64(ZoneOffset.range.upperBound) > bestInstant.secondsSince1970 { break }
            for occurrence in occurrences(on: date, in: zone) {
                guard let instant = occurrence.instant, instant > after else { continue }
                if best == nil || instant < bestInstant {
                    best = occurrence
                    bestInstant = instant
                }
            }
        }
        return best
    }

    /// Up to `count` occurrences later than an instant, in civil order, with those that do not happen.
    ///
    /// An occurrence that does not happen counts as later if the clocks jump over it later.
    public func listing(after: Instant, in zone: ZoneRules, count: Int) -> [CivilOccurrence] {
        var found: [CivilOccurrence] = []
        for date in dates(around: after, limit: .max) {
            for placement in placements(on: date, in: zone) where placement.moment > after {
                guard found.count < count else { return found }
                found.append(placement.occurrence)
            }
            if found.count >= count { break }
        }
        return found
    }

    /// The dates of the rule that can have an instant later than `after`, in order.
    ///
    /// Offsets are below 26 hours, so what happens later is on a date at most 3 days before `after` in UTC.
    private func dates(around after: Instant, limit: Int) -> some Sequence<CivilDate> {
        let today = CivilDateTime(secondsAsUTC: after.secondsSince1970).date
        let range =
            switch days {
            case .once(let date): date.daysSince1970..<date.daysSince1970 + 1
            case .weekly([]): 0..<0
            case .weekly: today.adding(days: -3).daysSince1970..<today.adding(days: limit).daysSince1970 + 1
            }
        return range.lazy.map(CivilDate.init(daysSince1970:)).filter(includes)
    }

    private func includes(_ date: CivilDate) -> Bool {
        switch days {
        case .once(let only): only == date
        case .weekly(let weekdays): weekdays.contains(date.weekday)
        }
    }

    private struct Placement {
        let occurrence: CivilOccurrence
        /// The instant of the occurrence, or when the clocks jump over it.
        let moment: Instant
    }

    private func placements(on date: CivilDate, in zone: ZoneRules) -> [Placement] {
        guard includes(date) else { return [] }
        let civil = CivilDateTime(date: date, time: time)
        func at(_ instant: Instant, _ rule: AppliedRule, pass: Int = 1) -> Placement {
            Placement(
                occurrence: CivilOccurrence(civil: civil, instant: instant, rule: rule, pass: pass), moment: instant)
        }
        switch zone.resolve(civil) {
        case .unique(let instant):
            return [at(instant, .unique)]
        case .overlap(let first, let second):
            return switch overlap {
            case .first: [at(first, .overlapFirst)]
            case .second: [at(second, .overlapSecond, pass: 2)]
            case .both: [at(first, .overlapFirst), at(second, .overlapSecond, pass: 2)]
            }
        case .gap(let before, let after, let transition):
            let offset: ZoneOffset
            let rule: AppliedRule
            switch gap {
            case _ where zone.skips(date, at: transition, before: before, after: after):
                return [nowhere(civil, .nonexistentDate, transition)]
            case .later: (offset, rule) = (before, .gapLater)
            case .earlier: (offset, rule) = (after, .gapEarlier)
            case .skip: return [nowhere(civil, .gapSkip, transition)]
            }
            return [at(Instant(secondsSince1970: civil.secondsAsUTC - Int64(offset.seconds)), rule)]
        }
    }

    private func nowhere(_ civil: CivilDateTime, _ rule: AppliedRule, _ transition: Instant) -> Placement {
        Placement(
            occurrence: CivilOccurrence(civil: civil, instant: nil, rule: rule, pass: 1), moment: transition)
    }
}
