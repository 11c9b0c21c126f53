// SPDX-License-Identifier: Apache-2.0

public import Coordination
@_spi(Machines) public import Scheduling
public import SleepModel

/// The bedtime of one device.
public final class BedtimeStateProvider: StateProvider<BedtimeMachine>, NightFeature {
    /// The nights that run.
    public var runs: [(key: OccurrenceKey, run: BedtimeRun)] { machine.runs }

    /// Ends the night, if one runs.
    public func endRuns() async throws {
        try await change { machine, sample in machine.stop(at: sample) }
    }
}
