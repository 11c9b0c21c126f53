// SPDX-License-Identifier: Apache-2.0

/// A wall-clock time from 00:00:00 to 23:59:59, without a date or zone.
public struct TimeOfDay: Hashable, Sendable {
    private let seconds: Int32

    /// Creates a time, or nil if a part is out of its range.
    public init?(hour: Int, minute: Int, second: Int = 0) {
        guard (0..<24).contains(hour), (0..<60).contains(minute), (0..<60).contains(second) else { return nil }
        seconds = Int32(hour * 3600 + minute * 60 + second)
    }

    /// Reads `HH:MM` or `HH:MM:SS`, and what people type for it: `7:30`, `7.30`, `8pm`, `7:30 pm`.
    public init?(parsing text: String) {
        var scanner = TextScanner(text.lowercased())
        guard var hour = scanner.number(digits: 1, to: 2) else { return nil }
        var parts: [Int] = []
        while parts.count < 2, scanner.accept(":") || parts.isEmpty && scanner.accept(".") {
            guard let part = scanner.number(digits: 2, to: 2) else { return nil }
            parts.append(part)
        }
        if !scanner.isAtEnd {
            scanner.skipSpaces()
            guard let half = ["am", "pm"].firstIndex(of: scanner.run { (0x61...0x7A).contains($0) }),
                (1...12).contains(hour)
            else { return nil }
            hour = hour % 12 + half * 12
        } else if parts.isEmpty {
            return nil
        }
        guard scanner.isAtEnd else { return nil }
        self.init(hour: hour, minute: parts.first ?? 0, second: parts.count > 1 ? parts[1] : 0)
    }

    /// Reads an hour and minutes of two digits, and seconds if there are some.
    init?(scanning scanner: inout TextScanner) {
        guard let hour = scanner.number(digits: 2, to: 2), scanner.accept(":"),
            let minute = scanner.number(digits: 2, to: 2)
        else { return nil }
        var second = 0
        if scanner.accept(":") {
            guard let scanned = scanner.number(digits: 2, to: 2) else { return nil }
            second = scanned
        }
        self.init(hour: hour, minute: minute, second: second)
    }

    /// Creates the time that many seconds after midnight, 0 to 86 399.
    init(secondsSinceMidnight: Int) {
        seconds = Int32(secondsSinceMidnight)
    }

    /// Seconds from 00:00 as the wall clock counts them, 0 to 86 399.
    public var secondsSinceMidnight: Int { Int(seconds) }

    /// The hour, 0 to 23.
    public var hour: Int { secondsSinceMidnight / 3600 }
    /// The minute, 0 to 59.
    public var minute: Int { secondsSinceMidnight / 60 % 60 }
    /// The second, 0 to 59.
    public var second: Int { secondsSinceMidnight % 60 }

    var withSeconds: String {
        "\(hour.padded(to: 2)):\(minute.padded(to: 2)):\(second.padded(to: 2))"
    }
}

extension TimeOfDay: Comparable, CustomStringConvertible, Codable {
    /// Whether the first time is earlier in the day.
    public static func < (left: TimeOfDay, right: TimeOfDay) -> Bool {
        left.seconds < right.seconds
    }

    /// The time as `07:00`, or `07:00:15` if the second is not zero.
    public var description: String {
        second == 0 ? "\(hour.padded(to: 2)):\(minute.padded(to: 2))" : withSeconds
    }

    /// Decodes the text of `init(parsing:)`.
    public init(from decoder: any Decoder) throws {
        self = try decoder.parsedText(as: "a time like 07:00", TimeOfDay.init(parsing:))
    }

    /// Encodes `description`.
    public func encode(to encoder: any Encoder) throws {
        try encoder.encodeText(description)
    }
}
