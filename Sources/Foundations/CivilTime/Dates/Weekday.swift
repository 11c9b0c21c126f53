// SPDX-License-Identifier: Apache-2.0

/// A day of the week, Sunday first.
public enum Weekday: Int, CaseIterable, Hashable, Sendable, Codable {
    case sunday = 0
    case monday
    case tuesday
    case wednesday
    case thursday
    case friday
    case saturday

    /// Reads an English name, whole or its first three letters, in any case.
    public init?(name: String) {
        let lowercased = name.lowercased()
        guard let match = Weekday.allCases.first(where: { lowercased == $0.name || lowercased == $0.shortName })
        else { return nil }
        self = match
    }

    /// The first three letters of the English name, lower case.
    public var shortName: String { String(name.prefix(3)) }

    /// The English name, lower case.
    public var name: String {
        switch self {
        case .sunday: "sunday"
        case .monday: "monday"
        case .tuesday: "tuesday"
        case .wednesday: "wednesday"
        case .thursday: "thursday"
        case .friday: "friday"
        case .saturday: "saturday"
        }
    }
}
