// SPDX-License-Identifier: Apache-2.0

/// Durations as people type them: `5d`, `1h30m`, `10m`, `45s`.
public enum DurationText {
    private static let maximumSeconds = 30 * 86_400

    /// Reads days of 24 hours, hours, minutes and seconds in this order, each at most once, of at most 30 days together.
    ///
    /// Returns nil for anything else; `0s` is allowed.
    public static func parse(_ text: String) -> Duration? {
        var scanner = TextScanner(text)
        var units: [(letter: Unicode.Scalar, seconds: Int)] = [
            ("d", 86_400), ("h", 3600), ("m", 60), ("s", 1),
        ]
        var total = 0
        repeat {
            guard let amount = scanner.number(digits: 1, to: 9) else { return nil }
            while let unit = units.first, !scanner.accept(unit.letter) { units.removeFirst() }
            guard let unit = units.first else { return nil }
            units.removeFirst()
            total += amount * unit.seconds
        } while !scanner.isAtEnd
        return total <= maximumSeconds ? .seconds(total) : nil
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
