// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SleepModel

/// Values as people write them; every value that is written is read back exactly.
enum SetupText {
    // MARK: - Levels and lights

    static func text(_ level: Level) -> String {
        Level(percent: level.percent) == level ? "\(level.percent)%" : "\(level.rawValue)/255"
    }

    static func level(_ text: String) -> Level? {
        if text.hasSuffix("%") { return number(text.dropLast()).flatMap(Level.init(percent:)) }
        guard text.hasSuffix("/255") else { return nil }
        return number(text.dropLast(4)).flatMap(UInt8.init(exactly:)).map(Level.init(rawValue:))
    }

    static func text(_ light: Light) -> String {
        light.text { text($0) }
    }

    static func light(_ text: String) -> Light? {
        if text == "off" { return .off }
        let words = text.split(separator: " ").map(String.init)
        guard words.count > 1, let brightness = words.last.flatMap(level) else { return nil }
        let name = words.dropLast().joined(separator: " ")
        if name == "gradient" { return Light(.gradient, brightness: brightness) }
        return RGBColor(parsing: name).map { Light(.color($0), brightness: brightness) }
    }

    // MARK: - Durations

    /// The longest duration that is read: 30 days.
    private static let longest = Duration.seconds(30 * 86_400)

    /// To the nanosecond, as stores keep them.
    static func text(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        let nanoseconds = attoseconds / 1_000_000_000
        guard nanoseconds != 0 || !(0...longest.components.seconds).contains(seconds) else {
            return DurationText.format(.seconds(seconds))
        }
        let sign = seconds < 0 || nanoseconds < 0 ? "-" : ""
        return "\(sign)\(seconds.magnitude)\(fraction(UInt64(nanoseconds.magnitude)))s"
    }

    static func duration(_ text: String) -> Duration? {
        if let duration = DurationText.parse(text) { return duration }
        let parts = text.dropLast().split(separator: ".", omittingEmptySubsequences: false)
        guard text.hasSuffix("s"), parts.count == 2, (1...9).contains(parts[1].utf8.count),
            let seconds = number(parts[0]),
            let nanoseconds = number(parts[1] + String(repeating: "0", count: 9 - parts[1].utf8.count))
        else { return nil }
        let duration = Duration.seconds(seconds) + .nanoseconds(nanoseconds)
        return duration <= longest ? duration : nil
    }

    /// How much later than the sun, or earlier with a minus sign.
    static func text(offset: Duration) -> String {
        offset < .zero ? "-" + text(.zero - offset) : text(offset)
    }

    static func offset(_ text: String) -> Duration? {
        text.hasPrefix("-") ? duration(String(text.dropFirst())).map { .zero - $0 } : duration(text)
    }

    // MARK: - Instants and numbers

    static func text(_ instant: Instant) -> String {
        let second = Instant(secondsSince1970: instant.secondsSince1970).iso8601
        return "\(second.dropLast())\(fraction(UInt64(instant.nanosecond)))Z"
    }

    static func decimal(_ text: String) -> Double? {
        guard let value = Double(text), value.isFinite else { return nil }
        return value
    }

    /// Nanoseconds as `.5`, or nothing if there are none.
    private static func fraction(_ nanoseconds: UInt64) -> String {
        guard nanoseconds > 0 else { return "" }
        let digits = Int(nanoseconds).padded(to: 9)
        return "." + String(digits.reversed().drop { $0 == "0" }.reversed())
    }

    /// At most nine digits, and nothing else.
    static func number(_ text: some StringProtocol) -> Int? {
        (1...9).contains(text.utf8.count)
            && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            ? Int(text) : nil
    }
}
