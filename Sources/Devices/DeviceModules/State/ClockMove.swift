// SPDX-License-Identifier: Apache-2.0

/// How the clock of a device was set.
struct ClockMove: Hashable, Sendable {
    /// When, on the boot clock of the night.
    var at: Duration
    /// By how many seconds, forward if above zero.
    var seconds: Int64
}
