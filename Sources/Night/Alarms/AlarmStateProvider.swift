// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import Clocks
public import Coordination
public import Scheduling
public import SleepModel
public import Storage

/// The alarms of one device: the only place that knows what they are and what they do now.
@MainActor
public final class AlarmStateProvider {
    private let runner: OccurrenceRunner<AlarmMachine>

    /// Looks after what `book` holds of `device`, tells `coordinator` what it wants, and writes to `store`.
    public init(
        device: MacAddress, book: DeviceBook, zones: ZoneBook, store: any NightStore, coordinator: NightCoordinator,
        clock: any NightClock, signal: WakeSignal
    ) {
        let machine = AlarmMachine(occurrences: book.occurrences(of: .alarm, zones: zones))
        var running = Set(machine.occurrences.running.keys)
        var snoozed: Set<OccurrenceKey> = []
        runner = OccurrenceRunner(machine: machine, clock: clock, signal: signal, store: store) { machine, sample in
            let wanted = machine.intents(at: sample)
            // A run that wants nothing because somebody took it over has not ended, and is no reason to switch off.
            let hasEnded = !running.isSubset(of: machine.occurrences.running.keys)
            let startsRest = !machine.snoozed.isSubset(of: snoozed)
            coordinator.replace(
                .alarm, on: device, with: wanted, restsOff: startsRest || wanted.isEmpty && hasEnded, at: sample)
            running = Set(machine.occurrences.running.keys)
            snoozed = machine.snoozed
        }
    }

    /// The state of all alarms.
    public var machine: AlarmMachine { runner.machine }

    /// Takes in the pauses that hold from now on.
    public func rest(_ pauses: [Pause]) async throws {
        try await runner.change { machine, _ in
            machine.occurrences.rest(pauses)
            return []
        }
    }

    /// Says what is different on a date of an alarm, nil for nothing; it is on disk when the call returns.
    public func change(_ identifier: ScheduleID, on date: CivilDate, to change: OccurrenceOverride.Change?) async throws
    {
        try await runner.change { machine, sample in
            machine.occurrences.change(identifier, on: date, to: change, at: sample)
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

    /// Adds an alarm or replaces the one with its identity; it is on disk when the call returns.
    public func save(_ schedule: Schedule) async throws {
        try await runner.save(schedule)
    }

    /// Removes an alarm and ends it if it shows, rings or snoozes.
    public func remove(_ identifier: ScheduleID) async throws {
        try await runner.remove(identifier)
    }

    /// Silences a ringing alarm; nil length takes its own.
    ///
    /// Throws `AlarmError` when it cannot be.
    public func snooze(_ key: OccurrenceKey, length: Duration?) async throws {
        try await runner.change { machine, sample in try machine.snooze(key, length: length, at: sample) }
    }

    /// Ends an alarm that shows, rings or snoozes.
    public func dismiss(_ key: OccurrenceKey) async throws {
        try await runner.change { machine, sample in machine.dismiss(key, at: sample) }
    }

    /// Takes in what somebody is about to do by hand.
    public func absorb(_ actions: [DeviceAction]) async throws {
        try await runner.change { machine, sample in machine.absorb(actions, at: sample) }
    }
}
