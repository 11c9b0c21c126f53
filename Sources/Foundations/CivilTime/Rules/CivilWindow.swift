// SPDX-License-Identifier: Apache-2.0

/// A time from a start until an end, such as "20:00 until 07:00", that belongs to the date on which it starts.
///
/// It ends on the same date if the end is later on the clock than the start, else on the following one; after a start
/// that follows the sun, at the first end that comes. Both ends keep the policies of the start's rule for gaps and
/// overlaps, except that an end is never skipped and `both` takes the first pass: so "20:00 until 07:00" may last 10
/// hours or 12. A window that a transition would end before its start is left out.
public struct CivilWindow: Hashable, Sendable, Codable {
    /// One window that takes place.
    public struct Span: Hashable, Sendable {
        /// The date it belongs to.
        public let date: CivilDate
        /// From its start to just before its end.
        public let instants: Range<Instant>
    }

    /// When it starts.
    public var start: Recurrence
    /// The time at which it ends.
    public var end: TimeOfDay

    /// Creates a window; one that ends at the time at which it starts lasts a day.
    public init(start: Recurrence, end: TimeOfDay) {
        self.start = start
        self.end = end
    }

    /// The window that belongs to a date, or nil if none takes place.
    public func span(on date: CivilDate, in zone: ZoneRules) -> Span? {
        start.includes(date) ? span(onDay: date.daysSince1970, in: zone) : nil
    }

    /// The window that is open at an instant, or nil if none is; of several, the one that started last.
    public func span(at instant: Instant, in zone: ZoneRules) -> Span? {
        spans(startedBy: instant, in: zone).last { $0.instants.contains(instant) }
    }

    /// The earliest window that starts strictly later than an instant.
    public func next(after: Instant, in zone: ZoneRules) -> Span? {
        var after = after
        for _ in 0..<start.searchLimit {
            guard let occurrence = start.next(after: after, in: zone), let instant = occurrence.instant else { break }
            if let span = span(onDay: occurrence.civil.date.daysSince1970, in: zone),
                span.instants.lowerBound == instant
            {
                return span
            }
            after = instant
        }
        return nil
    }

    /// The earliest instant strictly later than another at which a window starts or ends.
    public func nextChange(after: Instant, in zone: ZoneRules) -> Instant? {
        let ends = spans(startedBy: after, in: zone).map(\.instants.upperBound).filter { $0 > after }
        return (ends + [next(after: after, in: zone)?.instants.lowerBound].compactMap(\.self)).min()
    }

    /// More days than a window can last.
    private static let longest = 5

    /// The windows that started lately, in order of their dates.
    private func spans(startedBy instant: Instant, in zone: ZoneRules) -> [Span] {
        var spans: [Span] = []
        var day = start.firstDay(after: instant, in: zone) - CivilWindow.longest
        while let found = start.firstDay(from: day),
            Int64(found) * 86_400 + start.reach(in: zone).lowerBound <= instant.secondsSince1970
        {
            if let span = span(onDay: found, in: zone), span.instants.lowerBound <= instant { spans.append(span) }
            day = found + 1
        }
        return spans.sorted { $0.instants.lowerBound < $1.instants.lowerBound }
    }

    /// The window of a date that is known to be in the rule.
    private func span(onDay day: Int, in zone: ZoneRules) -> Span? {
        guard let first = start.placements(on: day, in: zone).first, first.happens,
            let end = end(after: first, in: zone), first.moment < end
        else { return nil }
        return Span(
            date: CivilDate(daysSince1970: day),
            instants: Instant(secondsSince1970: first.moment)..<Instant(secondsSince1970: end))
    }

    private func end(after first: Placement, in zone: ZoneRules) -> Int64? {
        var isFollowingSun = false
        if case .sun = start.time { isFollowingSun = true }
        let firstDay = isFollowingSun ? first.day - 2 : first.day + (end > first.time ? 0 : 1)
        for day in firstDay...firstDay + 5 {
            let gap = start.gap == .skip ? .later : start.gap
            let placement = zone.placements(on: day, at: end, gap: gap, overlap: start.overlap).first
            if placement.happens, !isFollowingSun || placement.moment > first.moment { return placement.moment }
        }
        return nil
    }
}
