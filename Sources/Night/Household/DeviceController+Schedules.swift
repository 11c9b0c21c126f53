// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import Clocks
import Coordination
public import Scheduling
public import SleepModel
public import Storage

/// What is scheduled on the device, whatever kind it is of.
extension DeviceController {
    /// The schedules of one kind, in the order they were added.
    public func schedules(of kind: ScheduleKind) -> [Schedule] {
        feature(of: kind)?.schedules ?? []
    }

    /// The next occurrence of a schedule, however far ahead; nil when there is none.
    public func next(of schedule: Schedule) -> PlannedOccurrence? {
        feature(of: schedule.kind)?.next(of: schedule)
    }

    /// What will happen after `now` until `end`, soonest first within each kind.
    public func upcoming(
        after now: Instant, until end: Instant
    ) -> [(schedule: Schedule, occurrence: PlannedOccurrence)] {
        ScheduleKind.allCases.flatMap { feature(of: $0)?.upcoming(after: now, until: end) ?? [] }
    }

    /// What differs on single dates of a schedule.
    public func changes(of schedule: Schedule) -> [CivilDate: OccurrenceOverride.Change] {
        feature(of: schedule.kind)?.changes(of: schedule.id) ?? [:]
    }

    /// When the occurrences of a schedule were planned that somebody ended before their end, in any order.
    public func cancelled(of schedule: Schedule) -> [Instant] {
        feature(of: schedule.kind)?.cancelled(of: schedule.id) ?? []
    }

    /// The runs of a schedule that began and have not ended.
    public func runningKeys(of schedule: Schedule) -> [OccurrenceKey] {
        (feature(of: schedule.kind)?.runningKeys ?? []).filter { $0.schedule == schedule.id }
    }

    /// Whether something scheduled or a nap shows, rings, plays or snoozes now.
    public var isRunning: Bool { coordinator.nap(of: address) != nil || features.contains { $0.isRunning } }

    /// Adds a schedule, or replaces the one with its identity.
    ///
    /// It is on disk when the call returns. After `overdue` the disk may still take it, and the household follows it
    /// then. After any other error it is not saved.
    public func save(_ schedule: Schedule) async throws {
        try await requiredFeature(of: schedule.kind).save(schedule)
    }

    /// Replaces a schedule by one that people edited; with `changesRuns` what runs goes on with the new plan.
    ///
    /// Whether it is enabled stays as it is. Another time is another occurrence; during a run it counts from the next date,
    /// except that a sunrise moves with its ring. It is on disk like a saved one.
    public func edit(_ schedule: Schedule, changesRuns: Bool = false) async throws {
        try await requiredFeature(of: schedule.kind).edit(schedule, changesRuns: changesRuns)
    }

    /// Enables or disables a schedule; an alarm that is disabled is silent.
    ///
    /// It is on disk like a saved one.
    public func enable(_ schedule: Schedule, _ isEnabled: Bool) async throws {
        try await requiredFeature(of: schedule.kind).enable(schedule.id, isEnabled)
    }

    /// Removes a schedule and ends its runs; it is gone from the disk when the call returns, or still there.
    public func remove(_ schedule: Schedule) async throws {
        try await requiredFeature(of: schedule.kind).remove(schedule.id)
    }

    /// Says what differs on a date of a schedule, nil for nothing; it is on disk when the call returns.
    public func change(
        _ schedule: Schedule, on date: CivilDate, to change: OccurrenceOverride.Change?,
        because reason: OccurrenceReason? = nil
    ) async throws {
        try await requiredFeature(of: schedule.kind).change(schedule.id, on: date, to: change, because: reason)
    }

    /// Whether a pause keeps everything scheduled from beginning until somebody ends it.
    public var isPausedUntilResumed: Bool { features.contains { $0.isPausedUntilResumed } }

    /// Goes by the pauses that hold from now on.
    public func pause(_ pauses: [Pause]) async throws {
        for feature in features { try await feature.pause(pauses) }
    }

    /// The calendars of holidays that its schedules go by.
    public var holidays: HolidayBook { features.first?.holidays ?? HolidayBook() }

    /// The rule of a schedule with what its calendars make of its dates; nil for what only runs by hand.
    public func rule(of schedule: Schedule) -> Recurrence? { schedule.recurrence?.looked(upIn: holidays) }

    /// The schedules that have other dates by other calendars, as they hold from now on.
    public func resettled(by holidays: HolidayBook, at sample: ClockSample) -> [Schedule] {
        features.flatMap { $0.resettled(by: holidays, at: sample) }
    }

    /// Goes by calendars that are on disk already.
    func observe(_ holidays: HolidayBook) async {
        let rearrangement = Rearrangement(runs: [], holidays: holidays)
        for feature in features { await attempt { try await feature.follow(rearrangement) } }
    }

    /// The ends of what runs that rearrangements would bring; changes nothing.
    public func ends(taking rearrangements: [ScheduleKind: Rearrangement], at sample: ClockSample) -> [StoreChange] {
        rearrangements.flatMap { kind, rearrangement in
            feature(of: kind)?.ends(taking: rearrangement, at: sample) ?? []
        }
    }

    /// Its features that some changes are about, each with those.
    public func parts(of changes: [ScheduleChange]) -> [(feature: any ScheduleFeature, changes: [ScheduleChange])] {
        ScheduleKind.allCases.compactMap { kind in
            let own = changes.filter { $0.schedule.kind == kind && $0.schedule.device == address }
            guard !own.isEmpty, let feature = feature(of: kind) else { return nil }
            return (feature, own)
        }
    }

    /// Follows rearrangements that are on disk already; an end that cannot be written now is tried again later.
    public func follow(_ rearrangements: [ScheduleKind: Rearrangement]) async {
        for (kind, rearrangement) in rearrangements {
            await attempt { try await self.feature(of: kind)?.follow(rearrangement) }
        }
    }

    /// The feature of one kind of schedule; nil when the device has none.
    func feature(of kind: ScheduleKind) -> (any NightFeature)? {
        features.first { $0.kind == kind }
    }

    /// The feature of one kind of schedule, for what must not be lost.
    private func requiredFeature(of kind: ScheduleKind) throws -> any NightFeature {
        guard let feature = feature(of: kind) else { throw HouseholdError.noFeature(kind) }
        return feature
    }

    /// The feature of that type, for those who know it; nil when the device has none.
    func feature<Feature: NightFeature>(_ type: Feature.Type) -> Feature? {
        features.lazy.compactMap { $0 as? Feature }.first
    }
}
