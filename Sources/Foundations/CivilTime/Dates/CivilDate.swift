// SPDX-License-Identifier: Apache-2.0

/// A date of the Gregorian calendar in the years 1 to 9999, without a zone.
public struct CivilDate: Hashable, Sendable {
    /// Days since 1970-01-01; the calendar is computed from them.
    private let days: Int32

    static let dayRange = -719_162...2_932_896

    /// Creates a date, or nil if the calendar has no such date in the years 1 to 9999.
    public init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month), day >= 1,
            day <= CivilDate.dayCount(ofMonth: month, year: year)
        else { return nil }
        days = Int32(CivilDate.daysSince1970(year: year, month: month, day: day))
    }

    /// Reads `2027-03-14`.
    public init?(iso8601 text: String) {
        var scanner = TextScanner(text)
        self.init(scanning: &scanner)
        guard scanner.isAtEnd else { return nil }
    }

    init?(scanning scanner: inout TextScanner) {
        guard let year = scanner.number(digits: 4, to: 4), scanner.accept("-"),
            let month = scanner.number(digits: 2, to: 2), scanner.accept("-"),
            let day = scanner.number(digits: 2, to: 2)
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// Creates the date a number of days after 1970-01-01; saturates at the years 1 and 9999.
    public init(daysSince1970: Int) {
        let range = CivilDate.dayRange
        days = Int32(Swift.min(Swift.max(daysSince1970, range.lowerBound), range.upperBound))
    }

    /// Days since 1970-01-01, negative before.
    public var daysSince1970: Int { Int(days) }

    /// The year, 1 to 9999.
    public var year: Int { parts.year }
    /// The month, 1 to 12.
    public var month: Int { parts.month }
    /// The day of the month, 1 to 31.
    public var day: Int { parts.day }

    private var parts: (year: Int, month: Int, day: Int) {
        // Years here begin on 1 March, so that a leap day comes last; a 400-year era has 146 097 days.
        let days = daysSince1970 + 719_468
        let era = days / 146_097
        let dayOfEra = days % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        return (era * 400 + yearOfEra + (month <= 2 ? 1 : 0), month, day)
    }

    /// Days since 1970-01-01 for any year; the month must be 1 to 12, the day may lie outside it.
    static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
        let marchYear = month <= 2 ? year - 1 : year
        let era = (marchYear >= 0 ? marchYear : marchYear - 399) / 400
        let yearOfEra = marchYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    static func dayCount(ofMonth month: Int, year: Int) -> Int {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    static func isLeap(_ year: Int) -> Bool {
        year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    }

    static func weekday(daysSince1970 days: Int) -> Int {
        let remainder = (days + 4) % 7
        return remainder < 0 ? remainder + 7 : remainder
    }

    /// The day of the week.
    public var weekday: Weekday {
        Weekday(rawValue: CivilDate.weekday(daysSince1970: daysSince1970)) ?? .sunday
    }

    /// The date that many days later, or earlier if negative; saturates at the years 1 and 9999.
    public func adding(days: Int) -> CivilDate {
        let (sum, overflow) = daysSince1970.addingReportingOverflow(days)
        return CivilDate(daysSince1970: overflow ? (days < 0 ? .min : .max) : sum)
    }
}

extension CivilDate: Comparable, CustomStringConvertible, Codable {
    /// Whether the first date is earlier.
    public static func < (left: CivilDate, right: CivilDate) -> Bool {
        left.days < right.days
    }

    /// The date as `2027-03-14`.
    public var description: String {
        let (year, month, day) = parts
        return "\(year.padded(to: 4))-\(month.padded(to: 2))-\(day.padded(to: 2))"
    }

    /// Decodes the text of `init(iso8601:)`.
    public init(from decoder: any Decoder) throws {
        self = try decoder.parsedText(as: "a date like 2027-03-14", CivilDate.init(iso8601:))
    }

    /// Encodes `description`.
    public func encode(to encoder: any Encoder) throws {
        try encoder.encodeText(description)
    }
}
