// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import SleepModel

extension OccurrenceRecord {
    /// The record of something that was planned and is dealt with now.
    init(
        of occurrence: PlannedOccurrence, _ schedule: Schedule, at sample: ClockSample, zoneData: String?,
        run: OccurrenceRun?
    ) {
        self.init(
            key: occurrence.key, kind: schedule.kind, device: schedule.device, name: schedule.name,
            planned: occurrence.planned, zone: occurrence.zone, zoneData: zoneData, rule: occurrence.rule,
            lateness: max(sample.wall - occurrence.starts, .zero), actor: .schedule, run: run)
    }
}
