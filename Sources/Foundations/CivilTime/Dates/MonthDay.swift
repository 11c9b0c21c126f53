// SPDX-License-Identifier: Apache-2.0

/// A day that every year has, or nearly: 29 February is the exception.
public struct MonthDay: Hashable, Sendable {
    /// What becomes of 29 February in a year without one.
    public enum LeapDayPolicy: String, Codable, Hashable, Sendable, CaseIterable {
        /// The year is left out.
        case skip
        /// It becomes 28 February.
        case clamp
    }

    private let monthNumber: UInt8
    private let dayNumber: UInt8
    /// What becomes of 29 February; nothing else depends on it.
    public let leapDay: LeapDayPolicy

    /// The month, 1 to 12.
    public var month: Int { Int(monthNumber) }
    /// The day of the month, 1 to 31.
    public var day: Int { Int(dayNumber) }

    /// Creates a day, or nil if no year has it.
    public init?(month: Int, day: Int, leapDay: LeapDayPolicy = .skip) {
        guard (1...12).contains(month), day >= 1, day <= CivilDate.dayCount(ofMonth: month, year: 2000) else {
            return nil
        }
        monthNumber = UInt8(month)
        dayNumber = UInt8(day)
        self.leapDay = leapDay
    }

    /// Reads `02-29`.
    public init?(parsing text: String, leapDay: LeapDayPolicy = .skip) {
        var scanner = TextScanner(text)
        guard let month = scanner.number(digits: 2, to: 2), scanner.accept("-"),
            let day = scanner.number(digits: 2, to: 2), scanner.isAtEnd
        else { return nil }
        self.init(month: month, day: day, leapDay: leapDay)
    }

    /// The date in a year, or nil if that year is left out or not 1 to 9999.
    public func date(inYear year: Int) -> CivilDate? {
        let isClamped = leapDay == .clamp && month == 2 && day == 29 && !CivilDate.isLeap(year)
        return CivilDate(year: year, month: month, day: isClamped ? 28 : day)
    }
}

extension MonthDay: CustomStringConvertible, Codable {
    /// The day as `02-29`.
    public var description: String { "\(month.padded(to: 2))-\(day.padded(to: 2))" }

    private enum CodingKeys: String, CodingKey {
        case monthDay
        case leapDay
    }

    /// Decodes `{"monthDay":"02-29","leapDay":"skip"}`; the policy may be left out.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let text = try container.decode(String.self, forKey: .monthDay)
        let leapDay = try container.decodeIfPresent(LeapDayPolicy.self, forKey: .leapDay) ?? .skip
        guard let value = MonthDay(parsing: text, leapDay: leapDay) else {
            throw DecodingError.dataCorruptedError(
                forKey: .monthDay, in: container, debugDescription: "\"\(text)\" is not a day of the year like 02-29")
        }
        self = value
    }

    /// Encodes the day and its policy.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(description, forKey: .monthDay)
        try container.encode(leapDay, forKey: .leapDay)
    }
}
