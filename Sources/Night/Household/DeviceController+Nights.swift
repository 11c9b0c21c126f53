// SPDX-License-Identifier: Apache-2.0

import CivilTime
public import Scheduling
public import SleepModel

/// The nights of the bedtimes.
extension DeviceController {
    /// The nights that run, and those of what lies `ahead`.
    public func plannedNights(
        ahead: [(schedule: Schedule, occurrence: PlannedOccurrence)]
    ) -> [PlannedNight] {
        let running = runningBedtimes.map {
            PlannedNight(
                schedule: $0.key.schedule, name: $0.record.name, plan: $0.run.plan,
                begins: $0.run.bedtime - $0.run.plan.windDown, wake: $0.run.wake)
        }
        return running
            + ahead.compactMap { schedule, occurrence in
                guard case .bedtime(let plan) = schedule.plan else { return nil }
                let night = plan.night(after: occurrence.planned, zone: zones.rules(of: schedule.zone))
                return PlannedNight(
                    schedule: schedule.id, name: schedule.name, plan: night.plan, begins: occurrence.starts,
                    wake: night.wake)
            }
    }
}
