// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import Clocks
public import Scheduling
public import SleepModel

/// One kind of schedule of one device, as the device's controller runs it.
///
/// The controller knows no kind by name: each feature's module contributes one of these, and time passes for them in the
/// order in which the device's module lists its children.
@MainActor
public protocol NightFeature: ScheduleFeature {
    /// The kind of its schedules.
    var kind: ScheduleKind { get }
    /// Whether a pause holds now, and until somebody ends it.
    var isPausedUntilResumed: Bool { get }

    /// When a run that waits shows something again by itself, such as an alarm after its snooze.
    var nextRounds: [Instant] { get }
    /// When runs go from one phase to the next by themselves, such as from a sunrise to its ring.
    var phaseEnds: [Instant] { get }
    /// What it will want until `end` on the boot clock, at each moment at which that may change.
    func foresight(from now: ClockSample, until end: Duration) -> [Foresight<ChannelIntent>]
    /// Whether somebody chose what an intent of a run wants.
    func isChosen(_ intent: ChannelIntent) -> Bool

    /// Follows a manual change that is about to be applied, and returns what withdraws that again; nil for nothing.
    @discardableResult
    func takeManualChange(_ actions: [DeviceAction]) async throws -> (@MainActor @Sendable () async throws -> Void)?
    /// Ends what runs.
    func endRuns() async throws
}

extension NightFeature {
    /// None.
    public var nextRounds: [Instant] { [] }
    /// None.
    public var phaseEnds: [Instant] { [] }

    /// Nobody.
    public func isChosen(_ intent: ChannelIntent) -> Bool { false }

    /// Off ends for tonight what runs; anything else is nothing to it.
    @discardableResult
    public func takeManualChange(
        _ actions: [DeviceAction]
    ) async throws -> (@MainActor @Sendable () async throws -> Void)? {
        if actions == [.power(false)] { try await endRuns() }
        return nil
    }
}
