// SPDX-License-Identifier: Apache-2.0

public import CivilTime

/// How an occurrence stands in the ledger: when it was planned, and whether it may still happen.
public struct OccurrenceStanding: Hashable, Sendable {
    /// When it was planned.
    public var planned: Instant
    /// Whether it was missed: it did nothing, and still happens if its time lies ahead again.
    public var isMissed: Bool

    /// Makes the standing of what was planned at an instant.
    public init(planned: Instant, isMissed: Bool = false) {
        self.planned = planned
        self.isMissed = isMissed
    }
}
