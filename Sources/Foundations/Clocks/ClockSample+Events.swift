// SPDX-License-Identifier: Apache-2.0

import CivilTime

extension ClockSample {
    /// What a step or a suspend must reach to count: less than that changes nothing anybody would notice.
    public static let tolerance = Duration.seconds(1)

    /// By how much the wall clock was set since `earlier`, backwards below zero; nil if it was not.
    ///
    /// Slewing does not count: it speeds the elapsed clocks up or down as well.
    public func step(since earlier: ClockSample) -> Duration? {
        guard bootID == earlier.bootID else { return nil }
        let step = (wall - earlier.wall) - (boot - earlier.boot)
        return step.magnitude >= Self.tolerance ? step : nil
    }

    /// How long the host was suspended since `earlier`; nil if it was not.
    public func suspension(since earlier: ClockSample) -> Duration? {
        guard bootID == earlier.bootID else { return nil }
        let suspension = (boot - earlier.boot) - (monotonic - earlier.monotonic)
        return suspension >= Self.tolerance ? suspension : nil
    }

    /// What happened to the clock between `earlier` and this sample, each kind once; never `deadline`.
    ///
    /// Two boots cannot be compared: between them nothing but zones is seen to change.
    public func events(since earlier: ClockSample) -> [WakeReason] {
        var events: [WakeReason] = []
        if step(since: earlier) != nil { events.append(.stepped) }
        if suspension(since: earlier) != nil { events.append(.suspended) }
        if zones.zone != earlier.zones.zone { events.append(.zoneChanged) }
        if zones.data != earlier.zones.data { events.append(.zoneDataChanged) }
        return events
    }
}

extension Duration {
    fileprivate var magnitude: Duration { self < .zero ? .zero - self : self }
}
