// SPDX-License-Identifier: Apache-2.0

/// A time for each of some days of the week.
public struct WeekdayTimes: Hashable, Codable, Sendable {
    private var times: [Weekday: TimeOfDay]

    /// Creates times; a day that is left out has none.
    public init(_ times: [Weekday: TimeOfDay] = [:]) {
        self.times = times
    }

    /// Creates the same time for all days.
    public init(everyDay time: TimeOfDay) {
        self.init(Dictionary(uniqueKeysWithValues: Weekday.allCases.map { ($0, time) }))
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

    /// The time that all its days share; nil if they do not, or if there is none.
    public var common: TimeOfDay? {
        guard let first = times.values.first, times.values.allSatisfy({ $0 == first }) else { return nil }
        return first
    }

    /// The time that all seven days share; nil if they do not.
    public var everyDay: TimeOfDay? { weekdays == .daily ? common : nil }

    /// Each time with its days, in the order of the week that begins on Monday.
    public var groups: [(days: WeekdaySet, time: TimeOfDay)] {
        var groups: [(days: WeekdaySet, time: TimeOfDay)] = []
        for day in Weekday.allCases.dropFirst() + [.sunday] {
            guard let time = times[day] else { continue }
            if let index = groups.firstIndex(where: { $0.time == time }) {
                groups[index].days.formUnion(WeekdaySet(day))
            } else {
                groups.append((WeekdaySet(day), time))
            }
        }
        return groups
    }
}

extension WeekdayTimes {
    /// Two times that would be on one weekday.
    public struct Clash: Error, Equatable {
        /// That weekday.
        public let weekday: Weekday
    }

    /// The times that are `length` before these, less than a day; throws if two of them would be on one weekday.
    public func earlier(by length: Duration) throws(Clash) -> WeekdayTimes {
        let moved = times.mapValues { time -> (time: TimeOfDay, isDayBefore: Bool) in
            let seconds = time.secondsSinceMidnight - Int(length.components.seconds)
            let inDay = seconds < 0 ? seconds + 86_400 : seconds
            return (
                TimeOfDay(hour: inDay / 3600, minute: inDay / 60 % 60, second: inDay % 60) ?? time, seconds < 0
            )
        }
        var earlier = WeekdayTimes()
        for day in Weekday.allCases {
            guard let (time, isDayBefore) = moved[day] else { continue }
            let before = Weekday(rawValue: (day.rawValue + (isDayBefore ? 6 : 0)) % 7) ?? day
            guard earlier[before] == nil else { throw Clash(weekday: before) }
            earlier[before] = time
        }
        return earlier
    }

    /// Writes the times in the order of the week, so that equal values have equal bytes.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        var pairs = container.nestedUnkeyedContainer(forKey: .times)
        for (day, time) in times.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            try pairs.encode(day)
            try pairs.encode(time)
        }
    }
}

extension WeekdayTimes: CustomStringConvertible {
    /// `07:00` if all seven days share it, else `mon,tue 07:00, sat 09:30`.
    public var description: String {
        if let everyDay { return everyDay.description }
        return groups.map { "\($0.days.shortNames.joined(separator: ",")) \($0.time)" }.joined(separator: ", ")
    }
}
