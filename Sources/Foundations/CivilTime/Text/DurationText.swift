// SPDX-License-Identifier: Apache-2.0

/// Durations as people type them: `5d`, `1h30m`, `10m`, `45s`, `45 min`, `2 hours`.
public enum DurationText {
    private static let daySeconds = 86_400
    private static let maximumSeconds = 30 * daySeconds

    private static let units: [(names: Set<String>, seconds: Int)] = [
        (["d", "day", "days"], daySeconds),
        (["h", "hr", "hrs", "hour", "hours"], 3600),
        (["m", "min", "mins", "minute", "minutes"], 60),
        (["s", "sec", "secs", "second", "seconds"], 1),
    ]

    /// Reads days of 24 hours, hours, minutes and seconds in this order, each at most once, of at most 30 days together.
    ///
    /// Units are letters or words in any case, and spaces may stand between the parts. Returns nil for anything else; `0s`
    /// is allowed.
    public static func parse(_ text: String) -> Duration? {
        parseDays(text).map { .seconds($0.days * daySeconds) + $0.rest }
    }

    /// Reads the same, the days apart from the rest: a day of the calendar may have 23 or 25 hours.
    public static func parseDays(_ text: String) -> (days: Int, rest: Duration)? {
        var scanner = TextScanner(text)
        var units = units[...]
        var total = 0
        var days = 0
        repeat {
            guard let amount = scanner.number(digits: 1, to: 9) else { return nil }
            scanner.skipSpaces()
            let name = scanner.run { ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A }.lowercased()
            guard let index = units.firstIndex(where: { $0.names.contains(name) }) else { return nil }
            total += amount * units[index].seconds
            if units[index].seconds == daySeconds { days = amount }
            units = units[(index + 1)...]
            scanner.skipSpaces()
        } while !scanner.isAtEnd
        return total <= maximumSeconds ? (days, .seconds(total - days * daySeconds)) : nil
    }

    /// Writes whole seconds as `1h30m`, without parts that are zero; `0s` for less than a second.
    ///
    /// A negative duration gets a leading minus sign.
    public static func format(_ duration: Duration) -> String {
        let seconds = duration.components.seconds
        let magnitude = seconds.magnitude
        let parts = [(magnitude / 3600, "h"), (magnitude / 60 % 60, "m"), (magnitude % 60, "s")]
        let text = parts.filter { $0.0 > 0 }.map { "\($0.0)\($0.1)" }.joined()
        return text.isEmpty ? "0s" : (seconds < 0 ? "-" : "") + text
    }
}
