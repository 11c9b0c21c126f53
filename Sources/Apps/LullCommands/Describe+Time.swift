// SPDX-License-Identifier: Apache-2.0

import CivilTime

/// Times and lengths of time in words.
extension Describe {
    /// A length of time, for example `1h30m`.
    static func length(_ seconds: Int) -> String {
        DurationText.format(.seconds(seconds))
    }

    /// A length of time in a sentence, to the minute from one minute on, for example `5 h` or `1 h 30 min`.
    static func span(_ seconds: Int) -> String {
        guard seconds >= 60 else { return "\(seconds) s" }
        let minutes = (seconds + 30) / 60
        let parts = [(minutes / 60, "h"), (minutes % 60, "min")].filter { $0.0 > 0 }
        return parts.map { "\($0.0) \($0.1)" }.joined(separator: " ")
    }

    /// How far a device's clock is off, for example `5 h ahead`.
    static func drift(_ seconds: Int) -> String {
        "\(span(abs(seconds))) \(seconds > 0 ? "ahead" : "behind")"
    }

    /// A civil time with its weekday, for example `Sun 2027-03-14 07:30`.
    static func civil(_ civil: CivilDateTime) -> String {
        civil.withWeekday
    }

    /// A date with its weekday, for example `Sun 2027-03-14`.
    static func day(_ date: CivilDate) -> String {
        date.withWeekday
    }
}
