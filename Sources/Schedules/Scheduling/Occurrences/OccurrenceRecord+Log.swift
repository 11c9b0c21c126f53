// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SleepModel

extension OccurrenceRecord {
    /// A log line about the occurrence.
    func entry(_ outcome: LogOutcome, at instant: Instant) -> LogEntry {
        LogEntry(
            at: instant, planned: planned, device: device, kind: LogKind(kind), occurrence: key, name: name,
            outcome: outcome, reason: reason, lateSeconds: Int(lateness.components.seconds), actor: LogActor(actor))
    }
}

extension Schedule {
    /// A log line about the schedule, or about one of its occurrences.
    func entry(
        _ outcome: LogOutcome, of occurrence: OccurrenceKey? = nil, at instant: Instant, actor: LogActor = .person
    ) -> LogEntry {
        LogEntry(
            at: instant, device: device, kind: LogKind(kind), schedule: id, occurrence: occurrence, name: name,
            outcome: outcome, actor: actor)
    }
}
