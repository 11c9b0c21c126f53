// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import Clocks
public import SleepModel
public import Storage

/// What every feature of a device does with its schedules, whatever kind they are of; `StateProvider` is it.
@MainActor
public protocol ScheduleFeature: AnyObject {
    /// The schedules, in the order they were added.
    var schedules: [Schedule] { get }
    /// Whether something runs.
    var isRunning: Bool { get }
    /// The occurrences that run.
    var runningKeys: Set<OccurrenceKey> { get }

    /// The next occurrence of a schedule, however far ahead.
    func next(of schedule: Schedule) -> PlannedOccurrence?
    /// What will happen until `end`, soonest first.
    func upcoming(after now: Instant, until end: Instant) -> [(schedule: Schedule, occurrence: PlannedOccurrence)]
    /// What is different on single dates of a schedule.
    func changes(of identifier: ScheduleID) -> [CivilDate: OccurrenceOverride.Change]
    /// When the occurrences of a schedule were planned that somebody ended before their end, in any order.
    func cancelled(of identifier: ScheduleID) -> [Instant]
    /// When to look again.
    func nextWake(at sample: ClockSample) -> WakeRequest
    /// When the next occurrence begins to show; nil when there is none.
    func nextStart(at sample: ClockSample) -> Instant?
    /// The calendars of holidays that it goes by.
    var holidays: HolidayBook { get }
    /// The schedules that have other dates by other calendars, as they hold from now on.
    func resettled(by holidays: HolidayBook, at sample: ClockSample) -> [Schedule]
    /// The ends of what a rearrangement would end, which it does not do yet.
    func ends(taking rearrangement: Rearrangement, at sample: ClockSample) -> [StoreChange]

    /// Makes changes of its schedules together with others of the store, which `commit` makes durable; nothing else is
    /// decided here meanwhile, and nothing changes when it throws.
    func make(_ changes: [ScheduleChange], committing commit: ([StoreChange]) async throws -> [Bool]) async throws

    /// Lets time pass.
    func advance() async throws
    /// Notes when, on the boot clock, the device was reached last while it is out of reach; nil when it is reached.
    func reach(lostSince lastReached: Duration?) async throws
    /// Adds a schedule or replaces the one with its identity.
    func save(_ schedule: Schedule) async throws
    /// Replaces a schedule by one that people edited; with `changesRuns` what runs goes on with the new plan.
    func edit(_ schedule: Schedule, changesRuns: Bool) async throws
    /// Enables or disables a schedule.
    func enable(_ identifier: ScheduleID, _ isEnabled: Bool) async throws
    /// Removes a schedule and ends its runs.
    func remove(_ identifier: ScheduleID) async throws
    /// Sets what is different on a date of a schedule, nil for nothing; the log gives a reason, if there is one.
    func change(
        _ identifier: ScheduleID, on date: CivilDate, to change: OccurrenceOverride.Change?,
        because reason: OccurrenceReason?
    ) async throws
    /// Sets the pauses that hold from now on.
    func pause(_ pauses: [Pause]) async throws
    /// Follows a rearrangement that is on disk already.
    func follow(_ rearrangement: Rearrangement) async throws
}

extension StateProvider: ScheduleFeature {}
