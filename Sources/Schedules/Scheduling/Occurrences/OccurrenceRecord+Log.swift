// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import SleepModel

extension OccurrenceRecord {
    /// A log line about the occurrence.
    public func entry(_ outcome: String, at instant: Instant) -> LogEntry {
        LogEntry(
            at: instant, planned: planned, device: device, kind: kind.rawValue, name: name, outcome: outcome,
            reason: reason, lateSeconds: Int(lateness.components.seconds), actor: actor.rawValue)
    }
}

extension Schedule {
    /// A log line about the schedule.
    func entry(_ outcome: String, at instant: Instant) -> LogEntry {
        LogEntry(
            at: instant, device: device, kind: kind.rawValue, name: name, outcome: outcome,
            actor: OccurrenceActor.person.rawValue)
    }
}
