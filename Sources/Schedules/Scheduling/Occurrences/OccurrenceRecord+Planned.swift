// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import SleepModel
import Storage

extension OccurrenceRecord {
    /// How the occurrence stands with this record.
    var standing: OccurrenceStanding {
        OccurrenceStanding(planned: planned, outcome: outcome, reason: reason)
    }

    /// The record of something that was planned and is dealt with now.
    init(
        of occurrence: PlannedOccurrence, _ schedule: Schedule, at sample: ClockSample, zoneData: String?,
        run: OccurrenceRun?
    ) {
        self.init(
            key: occurrence.key, kind: schedule.kind, device: schedule.device, name: schedule.name,
            planned: occurrence.planned, zone: occurrence.zone, zoneData: zoneData, rule: occurrence.rule,
            lateness: schedule.lateness(of: occurrence, at: sample.wall), actor: .schedule, run: run)
    }

    /// What the log says of its beginning.
    var beginning: LogOutcome {
        if case .routine(let run)? = run, run.isQueued { .queued } else { .started }
    }

    /// A log line about the occurrence.
    func entry(_ outcome: LogOutcome, at instant: Instant) -> LogEntry {
        LogEntry(
            at: instant, planned: planned, device: device, kind: LogKind(kind), occurrence: key, name: name,
            outcome: outcome, reason: reason, lateSeconds: Int(lateness.components.seconds), actor: LogActor(actor))
    }
}

extension Schedule {
    /// How late something is that is dealt with now.
    ///
    /// An alarm is to wake people at its time, whenever its light begins to grow; anything else is to be seen from the
    /// beginning.
    func lateness(of occurrence: PlannedOccurrence, at now: Instant) -> Duration {
        max(now - (kind == .alarm ? max(occurrence.planned, occurrence.settles) : occurrence.settles), .zero)
    }

    /// A log line about the schedule, or about one of its occurrences.
    func entry(
        _ outcome: LogOutcome, of occurrence: OccurrenceKey? = nil, at instant: Instant, actor: LogActor = .person
    ) -> LogEntry {
        LogEntry(
            at: instant, device: device, kind: LogKind(kind), schedule: id, occurrence: occurrence, name: name,
            outcome: outcome, actor: actor)
    }
}
