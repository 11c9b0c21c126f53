// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import Clocks
public import Coordination
public import DeviceModules
@_spi(Machines) public import Scheduling
public import SleepModel
public import Storage

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

    private let intake: IntentIntake
    private let emitter: DeviceStateEmitter

    /// Starts from what `book` holds, writes to `store`, and tells `intake` what it wants after every change; the fades of a
    /// routine begin at what `emitter` knows of the device.
    public init(
        book: DeviceBook, zones: ZoneBook, store: any ChangeRepository, clock: any NightClock, signal: WakeSignal,
        intake: IntentIntake, emitter: DeviceStateEmitter
    ) {
        self.intake = intake
        self.emitter = emitter
        super.init(
            machine: RoutineMachine(occurrences: book.occurrences(of: RoutineMachine.kind, zones: zones)), store: store,
            clock: clock, signal: signal
        ) { intake.take($0, $1, leftovers: $2, switchesOff: $3, at: $4) }
    }

    /// Notes what the device shows and plays now, where the fades begin of a routine that starts.
    @_spi(Machines) public override func look(_ machine: inout RoutineMachine) {
        machine.shown = intake.shown(after: emitter.latest?.state)
    }

    /// The routines that run.
    public var runs: [(key: OccurrenceKey, run: RoutineRun)] { machine.runs }

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
