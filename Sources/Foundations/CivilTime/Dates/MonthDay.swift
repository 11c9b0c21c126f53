// SPDX-License-Identifier: Apache-2.0

/// A day of the year, such as 14 March; 29 February exists in leap years only.
public struct MonthDay: Hashable, Codable, Sendable {
    /// What becomes of 29 February in a year without one.
    public enum LeapDayPolicy: String, Codable, Hashable, Sendable, CaseIterable {
        /// The year is left out.
        case skip
        /// It becomes 28 February.
        case clamp
    }

    private let monthNumber: UInt8
    private let dayNumber: UInt8
    /// What becomes of 29 February; other days ignore it.
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

extension MonthDay: CustomStringConvertible {
    /// The day as `02-29`.
    public var description: String { "\(month.padded(to: 2))-\(day.padded(to: 2))" }
}
