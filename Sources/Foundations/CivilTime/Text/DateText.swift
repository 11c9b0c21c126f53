// SPDX-License-Identifier: Apache-2.0

/// Dates as people type them: `2027-03-14`, `today`, `tomorrow`, `yesterday`, `sunday`.
public enum DateText {
    /// Reads a date, or a word that counts from `today`; nil for anything else.
    ///
    /// A weekday is the next one after today, or with `lookingBack` the last one, which may be today.
    public static func parse(_ text: String, today: CivilDate, lookingBack: Bool = false) -> CivilDate? {
        if let weekday = Weekday(name: text) {
            let ahead = (weekday.rawValue - today.weekday.rawValue + 6) % 7 + 1
            return today.adding(days: lookingBack ? ahead - 7 : ahead)
        }
        return switch text.lowercased() {
        case "yesterday": today.adding(days: -1)
        case "today": today
        case "tomorrow": today.adding(days: 1)
        default: CivilDate(iso8601: text)
        }
    }
}
