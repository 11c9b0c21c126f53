// SPDX-License-Identifier: Apache-2.0

/// The calendars of holidays that a rule goes by, by their names.
public struct HolidayChoice: Hashable, Codable, Sendable {
    /// It does not happen on the dates of any of these.
    public var notOn: [String]
    /// It happens on the dates of these alone; on all dates when there are none.
    public var onlyOn: [String]

    /// Goes by no calendar.
    public static let none = HolidayChoice()

    /// Makes a choice.
    public init(notOn: [String] = [], onlyOn: [String] = []) {
        self.notOn = notOn
        self.onlyOn = onlyOn
    }

    /// All names.
    public var names: [String] { notOn + onlyOn }
}
