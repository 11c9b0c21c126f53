// SPDX-License-Identifier: Apache-2.0

/// How the clock of a device was set.
public struct ClockMove: Hashable, Sendable {
    /// When, on the boot clock of the night.
    public var at: Duration
    /// By how many seconds, forward if above zero.
    public var seconds: Int64

    /// No program lasts longer.
    static let longestProgram = Duration.seconds(86_400)
}
