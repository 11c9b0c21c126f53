// SPDX-License-Identifier: Apache-2.0

public import CivilTime

/// One reading of every clock that matters, taken together so that a transition never reads "now" twice.
public struct ClockSample: Hashable, Sendable {
    /// Civil time, as the host believes it; it can be stepped in either direction.
    public var wall: Instant
    /// Time since the host started, suspends included; it never steps back within one boot.
    public var boot: Duration
    /// Time since the host started, suspends left out.
    public var monotonic: Duration
    /// Which boot the other readings belong to; readings of different boots cannot be compared.
    public var bootID: String
    /// Which zone and zone data turn the wall clock into civil time, as a count of their changes.
    public var zones: ZoneEdition

    /// Makes a sample of the four readings.
    public init(
        wall: Instant, boot: Duration, monotonic: Duration, bootID: String, zones: ZoneEdition = ZoneEdition()
    ) {
        self.wall = wall
        self.boot = boot
        self.monotonic = monotonic
        self.bootID = bootID
        self.zones = zones
    }

    /// The sample some time later, if the host stays awake and nobody sets the clock.
    public func after(_ duration: Duration) -> ClockSample {
        var later = self
        later.wall = wall + duration
        later.boot += duration
        later.monotonic += duration
        return later
    }
}
