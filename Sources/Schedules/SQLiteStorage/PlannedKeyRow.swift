// SPDX-License-Identifier: Apache-2.0

import CivilTime
import GRDB
import SleepModel

/// Which occurrence and when, readable whatever the rest of the row holds.
struct PlannedKeyRow: StoredRow {
    enum CodingKeys: String, CodingKey, CaseIterable {
        case schedule = "schedule"
        case date = "date"
        case slot = "slot"
        case pass = "pass"
        case plannedSeconds = "planned_seconds"
        case plannedNanosecond = "planned_nanosecond"
    }

    static let table = OccurrenceRow.table
    static let key = [CodingKeys.schedule, .date, .slot, .pass]

    var schedule: String
    var date: String
    var slot: String
    var pass: Int
    var plannedSeconds: Int64
    var plannedNanosecond: Int32

    func value() throws -> (OccurrenceKey, Instant) {
        let key = OccurrenceKey(
            schedule: ScheduleID(rawValue: schedule), date: try CivilDate(stored: date), slot: slot, pass: pass)
        return (key, try Instant(storedSeconds: plannedSeconds, nanosecond: plannedNanosecond))
    }
}
