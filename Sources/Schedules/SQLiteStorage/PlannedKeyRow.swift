// SPDX-License-Identifier: Apache-2.0

import CivilTime
import GRDB
import SleepModel
import Storage

/// Which occurrence, when, and how it ended; readable even if the rest of the row is damaged.
struct PlannedKeyRow: OccurrenceViewRow {
    enum CodingKeys: String, CodingKey, CaseIterable {
        case schedule = "schedule"
        case date = "date"
        case slot = "slot"
        case pass = "pass"
        case plannedSeconds = "planned_seconds"
        case plannedNanosecond = "planned_nanosecond"
        case outcome = "outcome"
        case reason = "reason"
    }

    static let key = [CodingKeys.schedule, .date, .slot, .pass]

    var schedule: String
    var date: String
    var slot: String
    var pass: Int
    var plannedSeconds: Int64
    var plannedNanosecond: Int32
    /// As stored, whether this build knows it or not.
    var outcome: String?
    /// As stored, whether this build knows it or not.
    var reason: String?

    func value() throws -> (OccurrenceKey, OccurrenceStanding) {
        let key = OccurrenceKey(
            schedule: ScheduleID(rawValue: schedule), date: try CivilDate(stored: date), slot: slot, pass: pass)
        let planned = try Instant(storedSeconds: plannedSeconds, nanosecond: plannedNanosecond)
        return (
            key,
            OccurrenceStanding(
                planned: planned, outcome: outcome.flatMap(OccurrenceOutcome.init(rawValue:)),
                reason: reason.flatMap(OccurrenceReason.init(rawValue:)))
        )
    }
}
