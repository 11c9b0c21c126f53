// SPDX-License-Identifier: Apache-2.0

/// What the calendars that a rule names make of its dates.
public struct DateFilter: Hashable, Codable, Sendable {
    private var notOn: [DateRanges]
    private var onlyOn: [DateRanges]

    /// Lets every date through.
    public static let all = DateFilter(notOn: [], onlyOn: [])

    /// Leaves out the dates in any of `notOn`, and, unless `onlyOn` is empty, those in none of `onlyOn`.
    public init(notOn: [DateRanges], onlyOn: [DateRanges]) {
        self.notOn = notOn
        self.onlyOn = onlyOn
    }

    /// Whether it lets every date through.
    var isOpen: Bool { notOn.isEmpty && onlyOn.isEmpty }

    /// The first date on or after one that it lets through, both as days since 1970; nil when there is none.
    func firstDay(from day: Int) -> Int? {
        var day = day
        while true {
            var next = notOn.reduce(day) { $1.firstDayOutside(from: $0) }
            if !onlyOn.isEmpty {
                guard let found = onlyOn.compactMap({ $0.firstDay(from: next) }).min() else { return nil }
                next = found
            }
            guard next > day else { return day }
            day = next
        }
    }
}
