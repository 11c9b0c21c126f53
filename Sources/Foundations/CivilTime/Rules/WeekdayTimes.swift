// SPDX-License-Identifier: Apache-2.0

/// A time for each of some days of the week.
public struct WeekdayTimes: Hashable, Codable, Sendable {
    private var times: [Weekday: TimeOfDay]

    /// Creates times; a day that is left out has none.
    public init(_ times: [Weekday: TimeOfDay] = [:]) {
        self.times = times
    }

    /// The time on a day, or nil if it has none.
    public subscript(weekday: Weekday) -> TimeOfDay? {
        get { times[weekday] }
        set { times[weekday] = newValue }
    }

    /// The days that have a time.
    public var weekdays: WeekdaySet {
        times.keys.reduce(into: []) { $0.formUnion(WeekdaySet($1)) }
    }
}
