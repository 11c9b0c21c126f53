// SPDX-License-Identifier: Apache-2.0

extension CivilDate {
    /// The date with its weekday for people, for example `Sun 2027-03-14`.
    public var withWeekday: String {
        let name = weekday.shortName
        return name.prefix(1).uppercased() + name.dropFirst() + " \(self)"
    }
}

extension CivilDateTime {
    /// The date and time with the weekday for people, for example `Sun 2027-03-14 07:30`.
    public var withWeekday: String { "\(date.withWeekday) \(time)" }
}
