// SPDX-License-Identifier: Apache-2.0

/// What it means that clocks show a time, all in seconds since 1970: `LocalTime` in plain numbers.
enum ClockReading {
    case unique(Int64)
    /// The clocks jump from one offset to another and never show the time.
    case gap(before: Int64, after: Int64, transition: Int64)
    case overlap(Int64, Int64)
}
