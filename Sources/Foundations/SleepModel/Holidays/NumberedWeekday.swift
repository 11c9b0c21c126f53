// SPDX-License-Identifier: Apache-2.0

public import CivilTime

/// A weekday of a month or of a year: the first, the last but one, or each of them.
public struct NumberedWeekday: Hashable, Codable, Sendable {
    /// The weekday.
    public var weekday: Weekday
    /// Which of them, 1 for the first and -1 for the last; nil for each.
    public var number: Int?

    /// Makes one.
    public init(_ weekday: Weekday, number: Int? = nil) {
        self.weekday = weekday
        self.number = number
    }

    /// Reads a weekday with its number, as `thu 4`, or alone, as `tue`; the number is not checked.
    public init?(text: String) {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        guard let name = words.first, let weekday = Weekday(name: String(name)), words.count <= 2 else { return nil }
        self.init(weekday)
        guard words.count == 2 else { return }
        guard words[1].utf8.count <= 3, let number = Int(words[1]), number != 0 else { return nil }
        self.number = number
    }

    /// Reads what iCalendar has, as `4TH` or `-1MO`.
    init?(iCalendar text: String) {
        let names = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"]
        guard let day = names.firstIndex(of: String(text.suffix(2))), let weekday = Weekday(rawValue: day) else {
            return nil
        }
        self.init(weekday)
        let number = text.dropLast(2)
        guard !number.isEmpty else { return }
        guard number.utf8.count <= 3, let number = Int(number), number != 0 else { return nil }
        self.number = number
    }

    /// The text that `init(text:)` reads.
    public var text: String { number.map { "\(weekday.shortName) \($0)" } ?? weekday.shortName }

    /// Its dates in a range, in order.
    func dates(in range: ClosedRange<CivilDate>) -> [CivilDate] {
        let ahead = (weekday.rawValue - range.lowerBound.weekday.rawValue + 7) % 7
        let all = Array(
            stride(
                from: range.lowerBound.daysSince1970 + ahead, through: range.upperBound.daysSince1970, by: 7)
        ).map { CivilDate(daysSince1970: $0) }
        guard let number else { return all }
        let index = number > 0 ? number - 1 : all.count + number
        return all.indices.contains(index) ? [all[index]] : []
    }
}
