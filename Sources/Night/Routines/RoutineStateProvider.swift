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
        /// When the routine ends, if the clock is not set meanwhile; nil when a step waits to be stopped, and during a pause.
        public var until: Instant?
        /// When the step ends; nil when it waits to be stopped, and during a pause.
        public var stepUntil: Instant?
        /// Since when it is paused; nil when it is not.
        public var pausedSince: Instant?
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
        // Until the older of two has ended, the newer one counts.
        guard let (key, run) = runs.last(where: { $0.key.schedule == identifier }) else { return nil }
        let sample = clock.now()
        guard let segment = machine.segment(key, run, at: sample) else { return nil }
        var progress = Progress(index: segment.index, since: sample.wall(after: .zero, since: run.start))
        if let pausedAt = run.course.pausedAt {
            progress.pausedSince = sample.wall(after: pausedAt, since: run.start)
        } else {
            progress.until = machine.timeline(key, run).end.map { sample.wall(after: $0, since: run.start) }
            progress.stepUntil = segment.end.map { sample.wall(after: $0, since: run.start) }
        }
        return progress
    }

    /// When a routine that waits for the end of another one is left out at the latest; nil when it does not wait.
    public func waitEnd(of identifier: ScheduleID) -> Instant? {
        machine.queue.first { $0.key.schedule == identifier }
            .map { machine.waitEnd(of: $0.key, $0.run, at: clock.now()) }
    }

    /// Starts a routine now, or when the one that runs has ended; `slot` tells runs by hand apart.
    ///
    /// `ifRunning` says what becomes of it when another one runs, in place of what its plan says; throws
    /// `HouseholdError.anotherRuns` if it is left out.
    public func run(_ schedule: Schedule, slot: String, ifRunning: RoutineMeeting? = nil) async throws {
        try await change { machine, sample in
            try machine.run(schedule, slot: slot, ifRunning: ifRunning, at: sample)
        }
    }

    /// Steers a routine that runs; throws `HouseholdError` when that is not possible.
    public func steer(_ identifier: ScheduleID, _ steering: RoutineSteering) async throws {
        try await change { machine, sample in try machine.steer(identifier, steering, at: sample) }
    }

    /// Ends what runs, of one schedule or of all.
    public func stop(_ identifier: ScheduleID? = nil) async throws {
        try await change { machine, sample in machine.stop(identifier, at: sample) }
    }

    /// Ends the routines that run.
    public func endRuns() async throws { try await stop() }
}
