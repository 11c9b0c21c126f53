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

    /// Reads names and ranges of them between commas ("mon-thu,sat"), or "daily", "weekdays" or "weekends", also without
    /// the s, in any case.
    public init?(parsing text: String) {
        switch text.lowercased() {
        case "daily": self = .daily
        case "weekday", "weekdays": self = .weekdays
        case "weekend", "weekends": self = .weekends
        default:
            self = []
            for part in text.split(separator: ",", omittingEmptySubsequences: false) {
                let ends = part.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
                guard let first = Weekday(spaced: ends[0]), let last = Weekday(spaced: ends[ends.count - 1]) else {
                    return nil
                }
                formUnion(WeekdaySet(from: first, through: last))
            }
        }
    }

    /// The days from one to another, over the end of the week if need be.
    private init(from first: Weekday, through last: Weekday) {
        self = []
        for number in first.rawValue...(last.rawValue + (last.rawValue < first.rawValue ? 7 : 0)) {
            if let day = Weekday(rawValue: number % 7) { formUnion(WeekdaySet(day)) }
        }
    }

    private init?(names: some Sequence<some StringProtocol>) {
        var set: WeekdaySet = []
        for name in names {
            guard let weekday = Weekday(spaced: name) else { return nil }
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

    /// The days from Monday on, three or more in a row as a range, for example `mon-fri` or `mon,tue,sat`.
    public var rangeText: String {
        let names = shortNames
        let runs = WeekdaySet.daily.shortNames.split { !names.contains($0) }
        return runs.map { run in
            guard run.count > 2, let first = run.first, let last = run.last else { return run.joined(separator: ",") }
            return "\(first)-\(last)"
        }
        .joined(separator: ",")
    }
}

extension Weekday {
    /// Reads a name that may have blanks around it.
    fileprivate init?(spaced name: some StringProtocol) {
        self.init(name: String(name.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()))
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
