// SPDX-License-Identifier: Apache-2.0

/// What a wall clock and a calendar show, without a zone.
public struct CivilDateTime: Hashable, Sendable {
    /// The date.
    public let date: CivilDate
    /// The time on that date.
    public let time: TimeOfDay

    /// Creates a date and time.
    public init(date: CivilDate, time: TimeOfDay) {
        self.date = date
        self.time = time
    }

    /// Reads `2027-03-14T02:30` or `2027-03-14T02:30:15`.
    public init?(iso8601 text: String) {
        var scanner = TextScanner(text)
        guard let date = CivilDate(scanning: &scanner), scanner.accept("T"),
            let time = TimeOfDay(scanning: &scanner), scanner.isAtEnd
        else { return nil }
        self.init(date: date, time: time)
    }

    /// Creates what a clock in UTC shows; the date saturates at the years 1 and 9999.
    init(secondsAsUTC seconds: Int64) {
        let (days, secondOfDay) = seconds.flooredDivision(by: 86_400)
        date = CivilDate(daysSince1970: Int(days))
        time = TimeOfDay(secondsSinceMidnight: Int(secondOfDay))
    }

    /// Seconds since 1970 if this were UTC.
    package var secondsAsUTC: Int64 { Int64(date.daysSince1970 * 86_400 + time.secondsSinceMidnight) }

    var withSeconds: String { "\(date)T\(time.withSeconds)" }
}

extension CivilDateTime: Comparable, CustomStringConvertible, Codable {
    /// Whether the first is earlier on the calendar.
    public static func < (left: CivilDateTime, right: CivilDateTime) -> Bool {
        (left.date, left.time) < (right.date, right.time)
    }

    /// The date and time as `2027-03-14T02:30`, with seconds if they are not zero.
    public var description: String { "\(date)T\(time)" }

    /// Decodes the text of `init(iso8601:)`.
    public init(from decoder: any Decoder) throws {
        self = try decoder.parsedText(as: "a date and time like 2027-03-14T02:30", CivilDateTime.init(iso8601:))
    }

    /// Encodes `description`.
    public func encode(to encoder: any Encoder) throws {
        try encoder.encodeText(description)
    }
}
