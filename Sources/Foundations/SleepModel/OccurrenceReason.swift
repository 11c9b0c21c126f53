// SPDX-License-Identifier: Apache-2.0

/// Why an occurrence ended without having run, was voided, or ran and nobody saw it.
public enum OccurrenceReason: String, Hashable, Codable, Sendable, CaseIterable {
    /// The daemon was not running when it was due.
    case down
    /// The host was asleep when it was due.
    case suspend
    /// The host's clock was set past it, or was wrong when it ran.
    case clockStep = "clock-step"
    /// The host's zone or the zone data changed past it.
    case zoneChange = "zone-change"
    /// The store could not be written when it was due.
    case storage
    /// The device was out of reach from its beginning to its end.
    case undelivered
    /// It fell into a pause.
    case pause
    /// Somebody skipped its date.
    case skip
}
