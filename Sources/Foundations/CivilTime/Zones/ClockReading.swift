// SPDX-License-Identifier: Apache-2.0

/// When clocks show a time: a `LocalTime` in seconds since 1970.
enum ClockReading {
    case unique(Int64)
    /// The clocks jump from one offset to another and never show the time.
    case gap(before: Int64, after: Int64, transition: Int64)
    case overlap(Int64, Int64)
}
