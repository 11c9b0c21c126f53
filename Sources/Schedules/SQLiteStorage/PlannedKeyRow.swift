// SPDX-License-Identifier: Apache-2.0

import CivilTime
import GRDB
import SleepModel
import Storage

/// Which occurrence, when, and whether it was missed; readable even if the rest of the row is damaged.
struct PlannedKeyRow: StoredRow {
    enum CodingKeys: String, CodingKey, CaseIterable {
        case schedule = "schedule"
        case date = "date"
        case slot = "slot"
        case pass = "pass"
        case plannedSeconds = "planned_seconds"
        case plannedNanosecond = "planned_nanosecond"
        case outcome = "outcome"
    }

    static let table = OccurrenceRow.table
    static let key = [CodingKeys.schedule, .date, .slot, .pass]
    static let number = "claim"

    var schedule: String
    var date: String
    var slot: String
    var pass: Int
    var plannedSeconds: Int64
    var plannedNanosecond: Int32
    /// As stored, whether this build knows it or not.
    var outcome: String?

    func value() throws -> (OccurrenceKey, OccurrenceStanding) {
        let key = OccurrenceKey(
            schedule: ScheduleID(rawValue: schedule), date: try CivilDate(stored: date), slot: slot, pass: pass)
        let planned = try Instant(storedSeconds: plannedSeconds, nanosecond: plannedNanosecond)
        return (key, OccurrenceStanding(planned: planned, isMissed: outcome == OccurrenceOutcome.missed.rawValue))
    }

    static func describe(_ row: Row, into report: inout QuarantinedRow) {
        report.schedule = row.schedule("schedule")
    }

    /// The view shows runs, which have no outcome, and what the ledger has of the others.
    static func table(of row: Row) -> QuarantinedRow.Table? { row.text("outcome") == nil ? .runs : .ledger }
}
