// SPDX-License-Identifier: Apache-2.0

public import CivilTime
import Clocks
public import Coordination
@_spi(Machines) public import Scheduling
public import SleepModel

/// The routines of one device.
public final class RoutineStateProvider: StateProvider<RoutineMachine>, NightFeature {
    /// How far a routine that runs has come.
    public struct Progress: Hashable, Sendable {
        /// The number of its step, from 0.
        public var index: Int
        /// When the routine started.
        public var since: Instant
        /// When the routine ends, if the clock is not set meanwhile; nil when a step waits to be stopped.
        public var until: Instant?
    }

    /// The routines that run.
    public var runs: [(key: OccurrenceKey, run: RoutineRun)] { machine.runs }

    /// Notes what the device shows and plays, where the fades of a routine begin that starts now.
    public func note(_ shown: ShownValues?) { machine.shown = shown }

    /// How far a routine has come; nil when it does not run.
    public func progress(of identifier: ScheduleID) -> Progress? {
        guard let (key, run) = runs.first(where: { $0.key.schedule == identifier }) else { return nil }
        let sample = clock.now()
        let timeline = machine.timeline(key, run)
        guard let segment = timeline.segment(at: sample.elapsed(since: run.start)) else { return nil }
        return Progress(
            index: segment.index, since: sample.wall - sample.elapsed(since: run.start),
            until: timeline.end.map { sample.wall(after: $0, since: run.start) })
    }

    /// Starts a routine now, in place of one that runs; `slot` tells runs by hand apart.
    public func run(_ schedule: Schedule, slot: String) async throws {
        try await change { machine, sample in machine.run(schedule, slot: slot, at: sample) }
    }

    /// Ends what runs, of one schedule or of all.
    public func stop(_ identifier: ScheduleID? = nil) async throws {
        try await change { machine, sample in machine.stop(identifier, at: sample) }
    }

    /// Ends the routines that run.
    public func endRuns() async throws { try await stop() }
}
