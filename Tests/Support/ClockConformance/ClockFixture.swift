// SPDX-License-Identifier: Apache-2.0

public import Clocks

/// A clock, and how to let things happen to it; every case takes a fresh one.
public struct ClockFixture: Sendable {
    /// The clock to be examined.
    public var clock: any NightClock
    /// Waits until a task sleeps on the clock.
    public var untilAsleep: @Sendable () async -> Void
    /// Lets elapsed time of the clock pass; real time passes by itself.
    public var pass: @Sendable (Duration) -> Void
    /// Sets what the wall clock is derived from by so much; nil for a clock that no test may set.
    public var step: (@Sendable (Duration) -> Void)?
    /// Suspends the host; nil for a clock of a host that no test may suspend.
    public var suspend: (@Sendable (Duration) -> Void)?
    /// Makes the clock see another zone.
    public var changeZone: @Sendable () throws -> Void
    /// Makes the clock see other zone data.
    public var changeZoneData: @Sendable () throws -> Void

    /// Makes a fixture.
    public init(
        clock: any NightClock, untilAsleep: @escaping @Sendable () async -> Void,
        pass: @escaping @Sendable (Duration) -> Void,
        step: (@Sendable (Duration) -> Void)?, suspend: (@Sendable (Duration) -> Void)?,
        changeZone: @escaping @Sendable () throws -> Void, changeZoneData: @escaping @Sendable () throws -> Void
    ) {
        self.clock = clock
        self.untilAsleep = untilAsleep
        self.pass = pass
        self.step = step
        self.suspend = suspend
        self.changeZone = changeZone
        self.changeZoneData = changeZoneData
    }
}
