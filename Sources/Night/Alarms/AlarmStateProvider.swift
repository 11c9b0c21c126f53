// SPDX-License-Identifier: Apache-2.0

public import CivilTime
import Clocks
public import Coordination
@_spi(Machines) public import Scheduling
public import SleepModel
import Storage

/// The alarms of one device.
public final class AlarmStateProvider: StateProvider<AlarmMachine>, NightFeature {
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

    /// Ends an alarm that shows, rings or snoozes, and those of its minute that ring or snooze with it, and returns them;
    /// the light of one that rings may stay, until it is dismissed again.
    @discardableResult
    public func dismiss(_ key: OccurrenceKey) async throws -> Set<OccurrenceKey> {
        try await answer { machine, sample in machine.dismiss(key, at: sample) }
    }

    /// Lets the alarms that ring follow a touch of the device, and returns those that it changed.
    public func touch() async throws -> Set<OccurrenceKey> {
        try await answer { machine, sample in machine.touch(at: sample) }
    }

    // MARK: - As a feature of the night

    /// When the alarms ring again that are quiet for a while.
    public var nextRounds: [Instant] {
        runs.compactMap { _, run in run.isSilenced ? phaseEnd(of: run) : nil }
    }

    /// When the phases that the alarms are in end.
    public var phaseEnds: [Instant] { runs.map { phaseEnd(of: $0.run) } }

    /// Whether somebody chose the volume of a ring.
    public func isChosen(_ intent: ChannelIntent) -> Bool {
        guard case .value(.volume(let volume)) = intent.target, let key = intent.source.occurrence else { return false }
        return runs.contains { $0.key == key && $0.run.chosenVolume == volume }
    }

    /// Lets the alarms that run follow a manual change that is about to be applied; the withdrawal lets them go on as they
    /// were.
    @discardableResult
    public func takeManualChange(
        _ actions: [DeviceAction]
    ) async throws -> (@MainActor @Sendable () async throws -> Void)? {
        let before = Dictionary(uniqueKeysWithValues: runs.map { ($0.key, $0.run) })
        try await change { machine, sample in machine.takeManualChange(actions, at: sample) }
        return { [self] in
            try await change { machine, sample in machine.withdrawManualChange(since: before, at: sample) }
        }
    }

    /// Dismisses the alarms that run, and ends lights that stay.
    public func endRuns() async throws {
        for run in runs {
            try await change { machine, sample in machine.end(run.key, at: sample) }
        }
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
