// SPDX-License-Identifier: Apache-2.0

extension Recurrence {
    /// What happens on a civil date: nothing if it is not in the rule, else one occurrence, or two under `.both`.
    ///
    /// An occurrence in a gap, or with an offset from the sun, may have its instant on a neighbouring date.
    public func occurrences(on date: CivilDate, in zone: ZoneRules) -> [CivilOccurrence] {
        guard includes(date) else { return [] }
        let (first, second) = placements(on: date.daysSince1970, in: zone)
        return [first, second].compactMap(\.?.occurrence)
    }

    /// The earliest occurrence that happens strictly later than an instant, or nil if there is none in the years 1 to
    /// 9999.
    ///
    /// Iterated over its own results, it strictly increases and gives each civil date and pass at most once; of two
    /// dates that a gap puts on the same instant it gives the earlier. It looks at no more than 1461 dates of the rule,
    /// and at 400 of a yearly one, which is a whole cycle of the calendar.
    public func next(after: Instant, in zone: ZoneRules) -> CivilOccurrence? {
        let reach = reach(in: zone)
        var best: Placement?
        func consider(_ placement: Placement?) {
            guard let placement, placement.happens, placement.moment > after.secondsSince1970,
                placement.moment < best?.moment ?? Instant.maximumSeconds + 1
            else { return }
            best = placement
        }
        var day = firstDay(after: after, in: zone)
        for _ in 0..<searchLimit {
            guard let found = firstDay(from: day) else { break }
            if let best, Int64(found) * 86_400 + reach.lowerBound >= best.moment { break }
            let (first, second) = placements(on: found, in: zone)
            consider(first)
            consider(second)
            day = found + 1
        }
        return best?.occurrence
    }

    /// Up to `count` occurrences later than an instant, in civil order, with those that do not happen.
    ///
    /// An occurrence that does not happen counts as later if the clocks jump over it later, or if its date without
    /// the sun begins later.
    public func listing(after: Instant, in zone: ZoneRules, count: Int) -> [CivilOccurrence] {
        var found: [CivilOccurrence] = []
        var day = firstDay(after: after, in: zone)
        while found.count < count, let next = firstDay(from: day) {
            let (first, second) = placements(on: next, in: zone)
            for placement in [first, second] {
                guard let placement, placement.moment > after.secondsSince1970 else { continue }
                if found.count < count { found.append(placement.occurrence) }
            }
            day = next + 1
        }
        return found
    }

    /// How many dates of the rule `next` looks at: those of a 400-year cycle if it names one date a year, else as many
    /// as a day of the week has in a 28-year cycle.
    var searchLimit: Int {
        if case .yearly = days { 400 } else { 1461 }
    }

    /// The first date, as days since 1970, that can have a moment after an instant.
    func firstDay(after instant: Instant, in zone: ZoneRules) -> Int {
        Int((instant.secondsSince1970 - reach(in: zone).upperBound).flooredDivision(by: 86_400).quotient + 1)
    }

    /// How many seconds the moments of a date may be after its midnight in UTC.
    func reach(in zone: ZoneRules) -> ClosedRange<Int64> {
        var earliest: Int64 = 0
        var latest: Int64 = 86_400
        switch time {
        case .clock(let time):
            earliest = Int64(time.secondsSinceMidnight)
            latest = earliest
        case .byWeekday: break
        case .sun(let sun):
            earliest += min(0, sun.offset.components.seconds)
            latest += max(0, sun.offset.components.seconds)
        }
        return earliest - zone.table.shiftRange.upperBound...latest - zone.table.shiftRange.lowerBound
    }

    /// What happens on a date that is known to be in the rule.
    func placements(on day: Int, in zone: ZoneRules) -> (first: Placement?, second: Placement?) {
        switch time {
        case .clock(let time):
            return zone.placements(on: day, at: time, gap: gap, overlap: overlap)
        case .byWeekday(let times):
            guard let time = times[CivilDate(daysSince1970: day).weekday] else { return (nil, nil) }
            return zone.placements(on: day, at: time, gap: gap, overlap: overlap)
        case .sun(let sun):
            return (sun.placement(on: day, in: zone, gap: gap, overlap: overlap), nil)
        }
    }
}
