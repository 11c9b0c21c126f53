// SPDX-License-Identifier: Apache-2.0

public import Clocks
public import Coordination
public import Scheduling
public import SleepModel
public import Storage

/// The routines of one device: the only place that knows what they are and which one runs.
@MainActor
public final class RoutineStateProvider {
    private let runner: OccurrenceRunner<RoutineMachine>

    /// Looks after what `book` holds of `device`, tells `coordinator` what it wants, and writes to `store`.
    public init(
        device: MacAddress, book: DeviceBook, zones: ZoneBook, store: any NightStore, coordinator: NightCoordinator,
        clock: any NightClock, signal: WakeSignal
    ) {
        let machine = RoutineMachine(occurrences: book.occurrences(of: .routine, zones: zones), zones: zones)
        var running = Set(machine.occurrences.running.keys)
        runner = OccurrenceRunner(machine: machine, clock: clock, signal: signal, store: store) { machine, sample in
            let wanted = machine.intents(at: sample)
            let hasEnded = !running.isSubset(of: machine.occurrences.running.keys)
            coordinator.replace(
                .routine, on: device, with: wanted, restsOff: wanted.isEmpty && hasEnded, at: sample)
            running = Set(machine.occurrences.running.keys)
        }
    }

    /// The state of all routines.
    public var machine: RoutineMachine { runner.machine }

    /// Takes in the pauses that hold from now on.
    public func rest(_ pauses: [Pause]) async throws {
        try await runner.change { machine, _ in
            machine.occurrences.rest(pauses)
            return []
        }
    }

    /// Takes in that the device is out of reach and when, on the boot clock, it was reached last; nil when it is reached.
    public func reach(lostSince lastReached: Duration?) async throws {
        try await runner.change { machine, _ in
            machine.occurrences.reach(lostSince: lastReached)
            return []
        }
    }

    /// Follows a rearrangement that is on disk already.
    public func follow(_ rearrangement: Rearrangement) async throws {
        try await runner.follow(rearrangement)
    }

    /// Lets time pass; throws what the store threw, after which it goes on all the same.
    public func advance() async throws {
        try await runner.advance()
    }

    /// Adds a routine; it is on disk when the call returns.
    public func save(_ schedule: Schedule) async throws {
        try await runner.save(schedule)
    }

    /// Starts a routine now, in place of one that runs; `slot` tells runs by hand apart.
    public func run(_ schedule: Schedule, slot: String) async throws {
        try await runner.change { machine, sample in machine.run(schedule, slot: slot, at: sample) }
    }

    /// Ends what runs, of one schedule or of all.
    public func stop(_ schedule: ScheduleID? = nil) async throws {
        try await runner.change { machine, sample in machine.stop(schedule, at: sample) }
    }
}
