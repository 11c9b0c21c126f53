// SPDX-License-Identifier: Apache-2.0

/// When a civil date and time happens in a zone.
public enum LocalTime: Hashable, Sendable {
    /// It happens once.
    case unique(Instant)
    /// It never happens: at the transition the clocks jump over it.
    case gap(before: ZoneOffset, after: ZoneOffset, transition: Instant)
    /// It happens twice, because the clocks are put back.
    case overlap(first: Instant, second: Instant)
}
