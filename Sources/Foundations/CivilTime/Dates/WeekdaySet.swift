// SPDX-License-Identifier: Apache-2.0

/// Some days of the week; bit 0 is Sunday, bit 6 Saturday, bit 7 is ignored.
public struct WeekdaySet: OptionSet, Hashable, Sendable {
    /// The bits, 0 to 127.
    public let rawValue: UInt8

    /// Creates a set from its bits.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue & 0x7F
    }

    /// Creates a set of one day.
    public init(_ weekday: Weekday) {
        self.init(rawValue: 1 << UInt8(weekday.rawValue))
    }

    /// Sunday alone.
    public static let sunday = WeekdaySet(.sunday)
    /// Monday alone.
    public static let monday = WeekdaySet(.monday)
    /// Tuesday alone.
    public static let tuesday = WeekdaySet(.tuesday)
    /// Wednesday alone.
    public static let wednesday = WeekdaySet(.wednesday)
    /// Thursday alone.
    public static let thursday = WeekdaySet(.thursday)
    /// Friday alone.
    public static let friday = WeekdaySet(.friday)
    /// Saturday alone.
    public static let saturday = WeekdaySet(.saturday)
    /// All seven days.
    public static let daily: WeekdaySet = [.weekdays, .weekends]
    /// Monday to Friday.
    public static let weekdays: WeekdaySet = [.monday, .tuesday, .wednesday, .thursday, .friday]
    /// Saturday and Sunday.
    public static let weekends: WeekdaySet = [.saturday, .sunday]

    /// Reads names between commas ("mon,tue"), or "daily", "weekdays" or "weekends", also without the s, in any case.
    public init?(parsing text: String) {
        switch text.lowercased() {
        case "daily": self = .daily
        case "weekday", "weekdays": self = .weekdays
        case "weekend", "weekends": self = .weekends
        default: self.init(names: text.split(separator: ",", omittingEmptySubsequences: false))
        }
    }

    private init?(names: some Sequence<some StringProtocol>) {
        var set: WeekdaySet = []
        for name in names {
            guard let weekday = Weekday(name: String(name.drop { $0 == " " })) else { return nil }
            set.formUnion(WeekdaySet(weekday))
        }
        self = set
    }

    /// Whether the day is in the set.
    public func contains(_ weekday: Weekday) -> Bool {
        contains(WeekdaySet(weekday))
    }

    /// The three-letter names of the days in the set, Monday first.
    public var shortNames: [String] {
        let mondayFirst = Weekday.allCases.dropFirst() + [.sunday]
        return mondayFirst.filter { contains($0) }.map(\.shortName)
    }
}

extension WeekdaySet: Codable {
    /// Decodes an array of names.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let names = try container.decode([String].self)
        guard let set = WeekdaySet(names: names) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "\(names) holds a name that is not a day of the week")
        }
        self = set
    }

    /// Encodes `shortNames`, as documents of programs show days.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(shortNames)
    }
}
