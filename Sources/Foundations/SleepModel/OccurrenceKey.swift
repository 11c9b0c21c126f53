// SPDX-License-Identifier: Apache-2.0

public import CivilTime

/// The identity of one occurrence: what is claimed, and claimed once.
///
/// It names the civil date and not the instant, so that a clock that is set back does not make a second one.
public struct OccurrenceKey: Hashable, Codable, Sendable {
    /// The schedule that occurs.
    public var schedule: ScheduleID
    /// The civil date it occurs on.
    public var date: CivilDate
    /// Which occurrence of that date: `scheduled`, `scheduled-2` by the second edition of the rule, or one of its own for each
    /// run by hand.
    public var slot: String
    /// 1, or 2 for the second pass of a time that the clock shows twice.
    public var pass: Int

    /// Makes a key.
    public init(schedule: ScheduleID, date: CivilDate, slot: String = OccurrenceKey.scheduledSlot, pass: Int = 1) {
        self.schedule = schedule
        self.date = date
        self.slot = slot
        self.pass = pass
    }

    /// The slot of an occurrence that its schedule starts, by the first edition of its rule.
    public static let scheduledSlot = "scheduled"

    /// The slot of an occurrence that its schedule starts, by an edition of its rule, from 1.
    public static func scheduledSlot(edition: Int) -> String {
        edition == 1 ? scheduledSlot : "\(scheduledSlot)-\(edition)"
    }

    /// The edition of the rule by which its schedule starts it; nil for one that somebody starts by hand.
    public var edition: Int? {
        if slot == Self.scheduledSlot { return 1 }
        guard slot.hasPrefix(Self.scheduledSlot + "-") else { return nil }
        return Int(slot.dropFirst(Self.scheduledSlot.count + 1))
    }

    /// Whether its schedule starts it, and nobody by hand.
    public var isScheduled: Bool { edition != nil }
}
