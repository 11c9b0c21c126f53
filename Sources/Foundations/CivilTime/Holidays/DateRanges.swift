// SPDX-License-Identifier: Apache-2.0

/// A set of dates, as ranges in order that neither overlap nor touch.
public struct DateRanges: Hashable, Codable, Sendable {
    /// The dates from one to another, as days since 1970.
    private struct Range: Hashable, Codable, Sendable {
        var first: Int32
        var last: Int32
    }

    private var ranges: [Range] = []

    /// Makes a set of the dates in some ranges, in any order.
    public init(_ spans: some Sequence<ClosedRange<CivilDate>> = []) {
        let sorted = spans.map {
            Range(first: Int32($0.lowerBound.daysSince1970), last: Int32($0.upperBound.daysSince1970))
        }
        .sorted { $0.first < $1.first }
        for range in sorted {
            guard let before = ranges.last, range.first <= before.last + 1 else {
                ranges.append(range)
                continue
            }
            ranges[ranges.count - 1].last = max(before.last, range.last)
        }
    }

    /// Whether there is no date.
    public var isEmpty: Bool { ranges.isEmpty }

    /// The last date; nil when there is none.
    public var last: CivilDate? { ranges.last.map { CivilDate(daysSince1970: Int($0.last)) } }

    /// Whether a date is in the set.
    public func contains(_ date: CivilDate) -> Bool { firstDay(from: date.daysSince1970) == date.daysSince1970 }

    /// How many dates are in the set from one date to another.
    public func count(in span: ClosedRange<CivilDate>) -> Int {
        let (first, last) = (span.lowerBound.daysSince1970, span.upperBound.daysSince1970)
        return ranges[index(of: first)...].prefix { $0.first <= last }
            .reduce(0) { $0 + min(Int($1.last), last) - max(Int($1.first), first) + 1 }
    }

    /// The first date of the set on or after one, both as days since 1970.
    func firstDay(from day: Int) -> Int? {
        let index = index(of: day)
        return index < ranges.count ? max(day, Int(ranges[index].first)) : nil
    }

    /// The first date on or after one that is not in the set, both as days since 1970.
    func firstDayOutside(from day: Int) -> Int {
        let index = index(of: day)
        guard index < ranges.count, ranges[index].first <= day else { return day }
        return Int(ranges[index].last) + 1
    }

    /// The place of the first range that does not end before a day.
    private func index(of day: Int) -> Int {
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].last < day { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
