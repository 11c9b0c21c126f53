// SPDX-License-Identifier: Apache-2.0

/// The offsets of a zone as segments of time, each from one transition to the next.
///
/// Clocks that go on changing are written out for one 400-year cycle of the calendar, after which everything repeats
/// to the second. So a time is looked up by one binary search, however far it is.
struct TransitionTable: Hashable, Sendable {
    /// When each segment but the first begins, in seconds since 1970, strictly ascending.
    private let starts: [Int64]
    /// By how many seconds the clocks differ from UTC in each segment.
    private let shifts: [Int64]
    /// Which offset of the zone holds in each segment.
    private let offsetIndices: [UInt16]
    /// How many transitions come before each year, so that few are left to search; years here have 2^25 seconds.
    private let passed: [Int32]
    /// The least and the greatest of `shifts`.
    let shiftRange: ClosedRange<Int64>
    /// The times in the table; others are whole cycles away from one of them.
    private let cycle: Range<Int64>

    private static let cycleLength: Int64 = 146_097 * 86_400
    /// More than clocks differ from UTC and from each other, so that what is near the end of a cycle is in the table.
    private static let margin: Int64 = 8 * 86_400
    /// The beginning of the year 1902; earlier times are rarely asked for.
    private static let firstYear: Int64 = -2_145_916_800
    private static let yearBits: Int64 = 25

    /// Writes out the contents of a zone file, and adds to `offsets` those that only the footer has.
    init(transitions: [Int64], offsetIndices: [UInt8], footer: PosixRule?, offsets: inout [ZoneOffset]) {
        var starts = transitions
        var indices = [0] + offsetIndices.map(UInt16.init)
        var cycle = Int64.min..<Int64.max
        if let footer, transitions.last ?? 0 <= Instant.maximumSeconds {
            let last = max(transitions.last ?? 0, Instant.minimumSeconds)
            let start = last + TransitionTable.margin
            let end = start + TransitionTable.cycleLength
            indices[indices.count - 1] = offsets.place(footer.offset(at: last))
            if let daylight = footer.daylight {
                let saving = offsets.place(daylight.offset)
                let standard = offsets.place(footer.standard)
                for change in footer.changes(after: last, through: end + TransitionTable.margin) {
                    starts.append(change.time)
                    indices.append(change.isDaylightSaving ? saving : standard)
                }
                cycle = (transitions.isEmpty ? start : .min)..<end
            }
        }
        self.starts = starts
        self.offsetIndices = indices
        self.cycle = cycle
        shifts = indices.map { [offsets] in Int64(offsets[Int($0)].seconds) }
        passed = TransitionTable.passed(starts)
        shiftRange = (shifts.min() ?? 0)...(shifts.max() ?? 0)
    }

    /// By how many seconds the clocks differ from UTC at a time.
    func shift(at seconds: Int64) -> Int64 {
        shifts[segment(at: seconds - distance(ofCycleAt: seconds))]
    }

    /// Which offset holds at a time.
    func offsetIndex(at seconds: Int64) -> Int {
        Int(offsetIndices[segment(at: seconds - distance(ofCycleAt: seconds))])
    }

    /// The date that clocks show at a time, in days since 1970.
    func day(at seconds: Int64) -> Int {
        Int((seconds + shift(at: seconds)).flooredDivision(by: 86_400).quotient)
    }

    /// The shortest span that holds all times at which clocks show a date; empty if the clocks jump over it.
    func span(ofDay day: Int) -> Range<Int64> {
        let start: Int64
        switch resolve(Int64(day) * 86_400) {
        case .unique(let first), .overlap(let first, _): start = first
        case .gap(_, _, let transition): start = transition
        }
        switch resolve(Int64(day + 1) * 86_400) {
        case .unique(let last), .overlap(_, let last), .gap(_, _, let last): return start..<max(start, last)
        }
    }

    /// When the clocks show a time; `wanted` is that time in seconds since 1970, as if in UTC.
    func resolve(_ wanted: Int64) -> ClockReading {
        let distance = distance(ofCycleAt: wanted)
        let wanted = wanted - distance
        // Before this segment the clocks show less than is wanted, after `latest` more.
        var segment = segment(at: wanted - shiftRange.upperBound)
        let latest = wanted - shiftRange.lowerBound
        var first: Int64?
        var gap: ClockReading?
        while true {
            let isLast = segment == starts.count
            let seconds = wanted - shifts[segment]
            if isLast || seconds < starts[segment] {
                if segment == 0 || starts[segment - 1] <= seconds {
                    if let first { return .overlap(first + distance, seconds + distance) }
                    first = seconds
                }
            } else if gap == nil, wanted - shifts[segment + 1] < starts[segment] {
                gap = .gap(
                    before: shifts[segment], after: shifts[segment + 1], transition: starts[segment] + distance)
            }
            if isLast || starts[segment] > latest { break }
            segment += 1
        }
        if let first { return .unique(first + distance) }
        // Clocks that go from less to more without showing a time have jumped over it, so there is a gap.
        return gap ?? .unique(wanted - shifts[segment] + distance)
    }

    /// The number of transitions at or before a time of the table.
    private func segment(at seconds: Int64) -> Int {
        var low = 0
        var high = starts.count
        let year = (seconds - TransitionTable.firstYear) >> TransitionTable.yearBits
        if year >= 0, year < passed.count - 1 {
            low = Int(passed[Int(year)])
            high = Int(passed[Int(year) + 1])
        }
        while low < high {
            let middle = (low + high) / 2
            if starts[middle] <= seconds { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Counts the transitions before each year until the last of them.
    private static func passed(_ starts: [Int64]) -> [Int32] {
        guard let last = starts.last, last >= firstYear, last <= 2 * Instant.maximumSeconds else { return [] }
        var counts: [Int32] = []
        var count = 0
        for year in 0...((last - firstYear) >> yearBits) + 1 {
            while count < starts.count, starts[count] < firstYear + year << yearBits { count += 1 }
            counts.append(Int32(count))
        }
        return counts
    }

    /// The distance from a time to its equivalent in the table.
    private func distance(ofCycleAt seconds: Int64) -> Int64 {
        if cycle.contains(seconds) { return 0 }
        let length = TransitionTable.cycleLength
        return ((seconds - cycle.upperBound).flooredDivision(by: length).quotient + 1) * length
    }
}

extension [ZoneOffset] {
    /// The index of an offset, which is added if it is missing.
    fileprivate mutating func place(_ offset: ZoneOffset) -> UInt16 {
        if let index = firstIndex(of: offset) { return UInt16(index) }
        append(offset)
        return UInt16(count - 1)
    }
}

/// When clocks show a time: a `LocalTime` in seconds since 1970.
enum ClockReading {
    case unique(Int64)
    /// The clocks jump from one offset to another and never show the time.
    case gap(before: Int64, after: Int64, transition: Int64)
    case overlap(Int64, Int64)
}
