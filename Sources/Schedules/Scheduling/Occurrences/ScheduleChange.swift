// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import Clocks
public import SleepModel
public import Storage

/// Something that people arrange about a schedule.
public enum ScheduleChange: Hashable, Sendable {
    /// Add it, or replace the one with its identity.
    case save(Schedule)
    /// Replace it by one that people edited; with `changesRuns` what runs goes on with the new plan.
    case edit(Schedule, changesRuns: Bool)
    /// Remove it and end its runs.
    case remove(Schedule)
    /// Set what is different on a date, nil for nothing.
    case date(Schedule, CivilDate, OccurrenceOverride.Change?)

    /// The schedule that it is about.
    public var schedule: Schedule {
        switch self {
        case .save(let schedule), .edit(let schedule, _), .remove(let schedule), .date(let schedule, _, _): schedule
        }
    }
}

extension FeatureMachine {
    /// Makes a change that people arrange, and returns what is to be written for it.
    mutating func make(_ change: ScheduleChange, at sample: ClockSample) -> [StoreChange] {
        switch change {
        case .save(let schedule): occurrences.save(schedule, at: sample)
        case .edit(let schedule, let changesRuns): edit(schedule, changesRuns: changesRuns, at: sample)
        case .remove(let schedule): occurrences.remove(schedule.id, at: sample)
        case .date(let schedule, let date, let change):
            occurrences.change(schedule.id, on: date, to: change, at: sample)
        }
    }
}
