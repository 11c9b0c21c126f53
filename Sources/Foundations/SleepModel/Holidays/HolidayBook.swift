// SPDX-License-Identifier: Apache-2.0

public import CivilTime

/// The calendars of holidays there are, by name; case does not matter.
public struct HolidayBook: Hashable, Sendable {
    /// The calendars, by name.
    public private(set) var calendars: [HolidayCalendar] = []

    /// Makes a book; of two calendars with one name the later one counts.
    public init(_ calendars: [HolidayCalendar] = []) {
        for calendar in calendars { set(calendar) }
    }

    /// The calendar with a name; nil when there is none.
    public subscript(name: String) -> HolidayCalendar? {
        calendars.first { Self.key($0.name) == Self.key(name) }
    }

    /// Adds a calendar, or replaces the one with its name.
    public mutating func set(_ calendar: HolidayCalendar) {
        remove(calendar.name)
        calendars.append(calendar)
        calendars.sort { (Self.key($0.name), $0.name) < (Self.key($1.name), $1.name) }
    }

    /// Removes the calendar with a name.
    public mutating func remove(_ name: String) {
        calendars.removeAll { Self.key($0.name) == Self.key(name) }
    }

    /// The names in a rule that no calendar has.
    public func missing(in choice: HolidayChoice) -> [String] { choice.names.filter { self[$0] == nil } }

    /// What the calendars of a choice make of the dates of a rule.
    ///
    /// A calendar that is not there leaves out nothing, neither by being named nor by not being named alone: something
    /// that happens on a holiday is better than something that does not happen.
    public func filter(for choice: HolidayChoice) -> DateFilter {
        guard choice != .none else { return .all }
        let only = choice.onlyOn.map { self[$0]?.dates }
        return DateFilter(
            notOn: choice.notOn.compactMap { self[$0]?.dates },
            onlyOn: only.contains(nil) ? [] : only.compactMap(\.self))
    }

    /// Whether two texts name the same calendar.
    public static func isSame(_ one: String, _ other: String) -> Bool { key(one) == key(other) }

    private static func key(_ name: String) -> String { name.lowercased() }
}

extension Recurrence {
    /// The rule with what the calendars that it names make of its dates.
    public func looked(upIn book: HolidayBook) -> Recurrence {
        holidays == .none ? self : filtered(by: book.filter(for: holidays))
    }

    /// Whether it names a calendar.
    public func names(calendar name: String) -> Bool {
        holidays.names.contains { HolidayBook.isSame($0, name) }
    }
}
