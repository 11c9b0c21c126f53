// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import SleepModel
import Storage

extension OccurrenceRecord {
    /// How the occurrence stands with this record.
    var standing: OccurrenceStanding {
        OccurrenceStanding(planned: planned, isMissed: outcome == .missed)
    }

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
