// SPDX-License-Identifier: Apache-2.0

public import CivilTime

/// What the ledger holds of an occurrence, in short: when it was planned, and whether it may still happen.
public struct OccurrenceStanding: Hashable, Sendable {
    /// When it was planned.
    public var planned: Instant
    /// Whether it was missed: it did nothing, and happens after all if its time lies ahead again.
    public var isMissed: Bool

    /// Makes the standing of what was planned at an instant.
    public init(planned: Instant, isMissed: Bool = false) {
        self.planned = planned
        self.isMissed = isMissed
    }
}
