// SPDX-License-Identifier: Apache-2.0

/// Dates as people type them: `2027-03-14`, `today`, `tomorrow`, `yesterday`.
public enum DateText {
    /// Reads a date, or a word that counts from `today`; nil for anything else.
    public static func parse(_ text: String, today: CivilDate) -> CivilDate? {
        switch text.lowercased() {
        case "yesterday": today.adding(days: -1)
        case "today": today
        case "tomorrow": today.adding(days: 1)
        default: CivilDate(iso8601: text)
        }
    }
}
