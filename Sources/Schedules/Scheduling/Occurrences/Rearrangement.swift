// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import Clocks
public import SleepModel
public import Storage

/// How one device's schedules of one kind change when a setup is imported.
public struct Rearrangement: Hashable, Sendable {
    /// The schedules that are no longer there.
    public var removed: [ScheduleID]
    /// The schedules that are new or have changed.
    public var saved: [Schedule]
    /// How the runs of the saved schedules stand by now, where the change has said so already; nil where it has not.
    public var runs: [OccurrenceRecord]?
    /// Everything that differs on single dates from now on, for each schedule of which that has changed.
    public var changes: [ScheduleID: [CivilDate: OccurrenceOverride.Change]]
    /// The pauses that hold from now on; nil when they have not changed.
    public var pauses: [Pause]?
    /// The calendars of holidays from now on; nil when they have not changed.
    public var holidays: HolidayBook?

    /// Makes a rearrangement; without arguments, one that changes nothing.
    public init(
        removed: [ScheduleID] = [], saved: [Schedule] = [], runs: [OccurrenceRecord]? = nil,
        changes: [ScheduleID: [CivilDate: OccurrenceOverride.Change]] = [:], pauses: [Pause]? = nil,
        holidays: HolidayBook? = nil
    ) {
        self.removed = removed
        self.saved = saved
        self.runs = runs
        self.changes = changes
        self.pauses = pauses
        self.holidays = holidays
    }
}

extension OccurrenceMachine {
    /// Follows a rearrangement as if each part of it had been asked for alone; returns the ends of the runs it stops.
    public mutating func take(_ rearrangement: Rearrangement, at sample: ClockSample) -> [StoreChange] {
        var ends: [StoreChange] = []
        for identifier in rearrangement.removed { ends += remove(identifier, at: sample).filter(\.isUpdate) }
        if let holidays = rearrangement.holidays { observe(holidays, at: sample) }
        for record in rearrangement.runs ?? [] { take(record, at: sample) }
        for schedule in rearrangement.saved {
            if rearrangement.runs == nil {
                ends += save(schedule, at: sample).filter(\.isUpdate)
            } else {
                restore(schedule, for: schedule.id)
            }
        }
        for (identifier, wanted) in rearrangement.changes {
            let before = changes(of: identifier)
            for date in Set(before.keys).union(wanted.keys) where before[date] != wanted[date] {
                _ = change(identifier, on: date, to: wanted[date], at: sample)
            }
        }
        if let pauses = rearrangement.pauses { pause(pauses) }
        return ends
    }
}

extension StoreChange {
    fileprivate var isUpdate: Bool {
        if case .update = self { true } else { false }
    }
}
