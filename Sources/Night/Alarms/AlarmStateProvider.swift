// SPDX-License-Identifier: Apache-2.0

public import CivilTime
import Clocks
@_spi(Machines) public import Scheduling
public import SleepModel
import Storage

/// The alarms of one device.
public final class AlarmStateProvider: StateProvider<AlarmMachine> {
    /// The alarms that run, in the order of their keys.
    public var runs: [(key: OccurrenceKey, run: AlarmRun)] { machine.runs }

    /// When the phase of a run ends by itself, if the clock is not set meanwhile.
    public func phaseEnd(of run: AlarmRun) -> Instant {
        let sample = clock.now()
        return sample.wall(at: machine.phaseEnd(run, at: sample))
    }

    /// Silences a ringing alarm and those of its minute that ring with it, and returns them; nil length takes the
    /// shortest of theirs.
    ///
    /// Throws `HouseholdError` when it cannot be silenced.
    @discardableResult
    public func snooze(_ key: OccurrenceKey, length: Duration?) async throws -> Set<OccurrenceKey> {
        try await answer { machine, sample in try machine.snooze(key, length: length, at: sample) }
    }

    /// Ends an alarm that shows, rings or snoozes, and those of its minute that ring or snooze with it, and returns them.
    @discardableResult
    public func dismiss(_ key: OccurrenceKey) async throws -> Set<OccurrenceKey> {
        try await answer { machine, sample in machine.dismiss(key, at: sample) }
    }

    /// Lets the alarms that run follow a manual change that is about to be applied.
    public func takeManualChange(_ actions: [DeviceAction]) async throws {
        try await change { machine, sample in machine.takeManualChange(actions, at: sample) }
    }

    /// Lets the alarms that run go on as they were before a manual change that did not reach the device.
    public func withdrawManualChange(since before: [OccurrenceKey: AlarmRun]) async throws {
        try await change { machine, sample in machine.withdrawManualChange(since: before, at: sample) }
    }

    /// Does what somebody answers, and returns the alarms that it changed.
    private func answer(
        _ body: (inout AlarmMachine, ClockSample) throws -> [StoreChange]
    ) async throws -> Set<OccurrenceKey> {
        var answered: Set<OccurrenceKey> = []
        try await change { machine, sample in
            let before = machine.occurrences.running
            let changes = try body(&machine, sample)
            let after = machine.occurrences.running
            answered = Set(before.filter { after[$0.key]?.run != $0.value.run }.keys)
            return changes
        }
        return answered
    }
}
