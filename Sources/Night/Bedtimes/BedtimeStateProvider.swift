// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import Coordination
@_spi(Machines) public import Scheduling
public import SleepModel

/// The bedtimes of one device.
public final class BedtimeStateProvider: StateProvider<BedtimeMachine>, NightFeature {
    /// The nights that run.
    public var runs: [(key: OccurrenceKey, run: BedtimeRun)] { machine.runs }

    /// Begins a night now, or takes up the one of tonight that somebody has ended; `slot` tells nights by hand apart.
    public func begin(_ schedule: Schedule, slot: String) async throws {
        try await change { machine, sample in machine.begin(schedule, slot: slot, at: sample) }
    }

    /// Moves lights-out of a night that somebody began, in its wind-down.
    public func move(_ schedule: ScheduleID, to lightsOut: Instant) async throws {
        try await change { machine, sample in machine.move(schedule, to: lightsOut, at: sample) }
    }

    /// Ends the nights that run, of one schedule or of all.
    public func stop(_ identifier: ScheduleID? = nil) async throws {
        try await change { machine, sample in machine.stop(identifier, at: sample) }
    }

    /// Ends the nights that run.
    public func endRuns() async throws { try await stop() }
}
