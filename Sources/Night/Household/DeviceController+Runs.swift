// SPDX-License-Identifier: Apache-2.0

import Alarms
import Bedtimes
public import CivilTime
public import Clocks
import Coordination
import Routines
import Scheduling
public import SleepModel

/// An alarm that shows its sunrise, rings or snoozes.
public struct RunningAlarm: Hashable, Sendable {
    /// Which occurrence.
    public var key: OccurrenceKey
    /// What the ledger holds of it.
    public var record: OccurrenceRecord
    /// Where it stands.
    public var run: AlarmRun
    /// When the phase it is in ends by itself, if nobody sets the clock meanwhile.
    public var phaseEnd: Instant
}

/// A routine that runs.
public struct RunningRoutine: Hashable, Sendable {
    /// The step it is at, from 0.
    public var step: Int
    /// When the routine began.
    public var since: Instant
    /// When its last step ends; nil when a step waits for somebody to stop it, and during a pause.
    public var until: Instant?
    /// When its step ends; nil when it waits for somebody to stop it, and during a pause.
    public var stepUntil: Instant?
    /// Since when it is paused; nil when it is not.
    public var pausedSince: Instant?
}

/// A night under way.
public struct RunningBedtime: Hashable, Sendable {
    /// Which occurrence.
    public var key: OccurrenceKey
    /// What the ledger holds of it.
    public var record: OccurrenceRecord
    /// What it was started with, and its edges.
    public var run: BedtimeRun
    /// The part of the night it is in.
    public var phase: BedtimePhase
    /// When that part ends.
    public var phaseEnd: Instant

    /// The part of the night that comes then; nil when nothing of it does.
    public var nextPhase: BedtimePhase? {
        phase == .wake || run.plan.wake == nil && phase != .windDown ? nil : run.phase(at: phaseEnd)
    }
}

/// What runs on the device.
extension DeviceController {
    /// The alarms that show, ring or snooze, in the order of their keys.
    public var runningAlarms: [RunningAlarm] {
        guard let alarms = feature(AlarmStateProvider.self) else { return [] }
        return alarms.runs.compactMap { key, run in
            alarms.record(of: key).map {
                RunningAlarm(key: key, record: $0, run: run, phaseEnd: alarms.phaseEnd(of: run))
            }
        }
    }

    /// Silences a ringing alarm and those of its minute that ring with it, and returns them; nil length takes the
    /// shortest of theirs.
    ///
    /// Throws `HouseholdError` when it cannot be silenced.
    public func snooze(_ key: OccurrenceKey, length: Duration?) async throws -> Set<OccurrenceKey> {
        try await feature(AlarmStateProvider.self)?.snooze(key, length: length) ?? []
    }

    /// Ends an alarm that shows, rings or snoozes, and those of its minute that ring or snooze with it, and returns them.
    @discardableResult
    public func dismiss(_ key: OccurrenceKey) async throws -> Set<OccurrenceKey> {
        try await feature(AlarmStateProvider.self)?.dismiss(key) ?? []
    }

    /// Sends the device what is wanted of it now; false when it is out of reach, or has not taken it after `limit` on
    /// `clock`.
    public func bringUpToDate(within limit: Duration, on clock: any NightClock) async -> Bool {
        await coordinator.bringUpToDate(address, within: reachability.isLost ? .zero : limit, on: clock)
    }

    /// Whether something ended or was silenced and the device has not taken that yet; it does when Lull reaches it.
    public var isEndPending: Bool { coordinator.isEndPending(on: address) }

    /// Whether the device does not show yet what it is to show and play now, as far as that is known.
    public var isBehind: Bool {
        coordinator.isBehind(address) && !(lostSince == nil && coordinator.mayShow(address))
    }

    /// Since when the device is known to be out of reach; nil when it is not.
    public var lostSince: Instant? { reachability.outageSince }

    /// Where a routine stands; nil when it does not run.
    public func progress(of schedule: Schedule) -> RunningRoutine? {
        feature(RoutineStateProvider.self)?.progress(of: schedule.id).map {
            RunningRoutine(
                step: $0.index, since: $0.since, until: $0.until, stepUntil: $0.stepUntil,
                pausedSince: $0.pausedSince)
        }
    }

    /// When a routine that waits for the end of another one is left out at the latest; nil when it does not wait.
    public func waitEnd(of schedule: Schedule) -> Instant? {
        feature(RoutineStateProvider.self)?.waitEnd(of: schedule.id)
    }

    /// Starts a routine now, or when the one that runs has ended; `slot` tells runs by hand apart.
    ///
    /// `ifRunning` says what becomes of it when another one runs, in place of what its plan says; throws
    /// `HouseholdError.anotherRuns` if it is left out.
    public func runRoutine(_ schedule: Schedule, slot: String, ifRunning: RoutineMeeting? = nil) async throws {
        guard let routines = feature(RoutineStateProvider.self) else { throw HouseholdError.noFeature(.routine) }
        try await routines.run(schedule, slot: slot, ifRunning: ifRunning)
    }

    /// Steers a routine that runs; throws `HouseholdError` when that is not possible.
    public func steerRoutine(_ identifier: ScheduleID, _ steering: RoutineSteering) async throws {
        guard let routines = feature(RoutineStateProvider.self) else { throw HouseholdError.noFeature(.routine) }
        try await routines.steer(identifier, steering)
    }

    /// Ends the runs of one routine.
    public func stopRoutine(_ identifier: ScheduleID) async throws {
        try await feature(RoutineStateProvider.self)?.stop(identifier)
    }

    /// Begins a night now, or takes up the one of tonight that somebody has ended; `slot` tells nights by hand apart.
    public func beginNight(_ schedule: Schedule, slot: String) async throws {
        guard let bedtimes = feature(BedtimeStateProvider.self) else { throw HouseholdError.noFeature(.bedtime) }
        try await bedtimes.begin(schedule, slot: slot)
    }

    /// Moves lights-out of a night that somebody began, in its wind-down.
    public func moveNight(_ identifier: ScheduleID, to lightsOut: Instant) async throws {
        try await feature(BedtimeStateProvider.self)?.move(identifier, to: lightsOut)
    }

    /// Ends the nights of one bedtime.
    public func endNight(_ identifier: ScheduleID) async throws {
        try await feature(BedtimeStateProvider.self)?.stop(identifier)
    }

    /// The nights under way, soonest lights-out first.
    public var runningBedtimes: [RunningBedtime] {
        let now = clock.now().wall
        guard let bedtimes = feature(BedtimeStateProvider.self) else { return [] }
        return bedtimes.runs.compactMap { key, run in
            bedtimes.record(of: key).map {
                RunningBedtime(
                    key: key, record: $0, run: run, phase: run.phase(at: now), phaseEnd: run.phaseEnd(at: now))
            }
        }
    }
}
