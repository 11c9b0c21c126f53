// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SleepModel

extension Schedule {
    /// A schedule for something that runs and whose own schedule cannot be read, so that people can name and end it.
    ///
    /// It occurs no more. Nil for a record without a run.
    init?(standingInFor record: OccurrenceRecord, zone: ZoneRules) {
        let plan: Plan
        switch record.run {
        case .routine(let run)?: plan = .routine(run.plan)
        case .alarm(let run)?: plan = .alarm(run.plan)
        case .bedtime(let run)?: plan = .bedtime(run.plan)
        case nil: return nil
        }
        let planned = zone.civil(at: record.planned)
        self.init(
            id: record.key.schedule, device: record.device, name: record.name,
            recurrence: Recurrence(days: .once(planned.date), time: planned.time), zone: record.zone, isEnabled: false,
            settledThrough: record.planned, plan: plan)
    }
}
