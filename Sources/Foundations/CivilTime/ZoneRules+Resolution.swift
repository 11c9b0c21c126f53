// SPDX-License-Identifier: Apache-2.0

extension ZoneRules {
    /// Finds when the zone's clocks show a civil date and time.
    ///
    /// Right for gaps and overlaps of any size. Where clocks put back more than once show a time three times, the
    /// first two count.
    public func resolve(_ local: CivilDateTime) -> LocalTime {
        let wanted = local.secondsAsUTC
        // At the start of this span the clocks show less than is wanted, at its end more, whatever the offset.
        let earliest = wanted - Int64(ZoneOffset.range.upperBound) - 1
        let latest = wanted - Int64(ZoneOffset.range.lowerBound) + 1
        var first: Instant?
        var gap: LocalTime?
        var start = earliest
        var offset = offset(atSeconds: start)
        for end in transitions(after: earliest, through: latest) + [latest + 1] {
            let seconds = wanted - Int64(offset.seconds)
            if start <= seconds, seconds < end {
                let instant = Instant(secondsSince1970: seconds)
                if let first { return .overlap(first: first, second: instant) }
                first = instant
            }
            let after = self.offset(atSeconds: end)
            if gap == nil, end <= seconds, wanted - Int64(after.seconds) < end {
                gap = .gap(before: offset, after: after, transition: Instant(secondsSince1970: end))
            }
            start = end
            offset = after
        }
        if let first { return .unique(first) }
        // There is a gap: clocks that go from less to more without showing a time have jumped over it.
        return gap ?? .unique(Instant(secondsSince1970: wanted - Int64(offset.seconds)))
    }

    /// Whether the clocks jump over a whole date at a transition.
    func skips(_ date: CivilDate, at transition: Instant, before: ZoneOffset, after: ZoneOffset) -> Bool {
        let midnight = Int64(date.daysSince1970 * 86_400)
        return transition.secondsSince1970 + Int64(before.seconds) <= midnight
            && midnight + 86_400 <= transition.secondsSince1970 + Int64(after.seconds)
    }

    /// When offsets may change after `start` and up to `end`, in order.
    private func transitions(after start: Int64, through end: Int64) -> [Int64] {
        var found = Array(transitions[transitionCount(through: start)..<transitionCount(through: end)])
        let last = transitions.last ?? .min
        if let footer, end > last {
            found += footer.transitions(after: max(start, last), through: end)
        }
        return found
    }
}
