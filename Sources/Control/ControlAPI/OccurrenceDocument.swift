// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import SleepModel

/// Which occurrence of a schedule something is about.
public struct OccurrenceDocument: Hashable, Codable, Sendable {
    /// The schedule's id.
    public var schedule: String
    /// The civil date it occurs on.
    public var date: CivilDate
    /// Which occurrence of that date: `scheduled`, or one of its own for each run by hand.
    public var slot: String

    /// Describes a key.
    public init(_ key: OccurrenceKey) {
        schedule = key.schedule.rawValue
        date = key.date
        slot = key.slot
    }
}
