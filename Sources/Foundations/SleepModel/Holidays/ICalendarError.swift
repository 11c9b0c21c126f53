// SPDX-License-Identifier: Apache-2.0

/// Why a text cannot be read as a calendar.
public struct ICalendarError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A stable name of the failure.
    public enum Code: String, Hashable, Sendable {
        /// It is no calendar.
        case notACalendar = "not_a_calendar"
        /// It ends too early, or its parts do not fit into each other.
        case broken = "calendar_broken"
        /// It is larger than any calendar of holidays.
        case tooLarge = "calendar_too_large"
        /// Nothing in it can be used.
        case empty = "calendar_empty"
    }

    /// What kind of failure.
    public let code: Code
    /// One sentence that says what is wrong.
    public let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The sentence.
    public var description: String { message }
}
