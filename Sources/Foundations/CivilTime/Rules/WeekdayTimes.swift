// SPDX-License-Identifier: Apache-2.0

/// A time for each of some days of the week.
public struct WeekdayTimes: Hashable, Sendable {
    /// By the raw value of the weekday, always seven.
    private var times: [TimeOfDay?]

    /// Creates times; a day that is left out has none.
    public init(_ times: [Weekday: TimeOfDay] = [:]) {
        self.times = Weekday.allCases.map { times[$0] }
    }

    /// The time on a day, or nil if it has none.
    public subscript(weekday: Weekday) -> TimeOfDay? {
        get { times[weekday.rawValue] }
        set { times[weekday.rawValue] = newValue }
    }

    /// The days that have a time.
    public var weekdays: WeekdaySet {
        Weekday.allCases.reduce(into: []) { if self[$1] != nil { $0.formUnion(WeekdaySet($1)) } }
    }
}

extension WeekdayTimes: Codable {
    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { return nil }
    }

    /// Decodes `{"mon":"07:00","sat":"09:30"}`; throws for a name that is not a day or a day that is named twice.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        self.init()
        for key in container.allKeys {
            guard let weekday = Weekday(name: key.stringValue), self[weekday] == nil else {
                throw DecodingError.dataCorruptedError(
                    forKey: key, in: container, debugDescription: "\"\(key.stringValue)\" is not a day, or again one")
            }
            self[weekday] = try container.decode(TimeOfDay.self, forKey: key)
        }
    }

    /// Encodes the days that have a time under their three-letter names.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        for weekday in Weekday.allCases {
            try container.encodeIfPresent(self[weekday], forKey: Key(stringValue: weekday.shortName))
        }
    }
}
