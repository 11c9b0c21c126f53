// SPDX-License-Identifier: Apache-2.0

import CivilTime
import GRDB
import SleepModel

/// The key of a ledger row alone, readable whatever the rest of the row holds.
struct LedgerKeyRow: StoredRow {
    enum CodingKeys: String, CodingKey, CaseIterable {
        case schedule = "schedule"
        case date = "date"
        case slot = "slot"
        case pass = "pass"
    }

    static let table = LedgerRow.table
    static let key = CodingKeys.allCases

    var schedule: String
    var date: String
    var slot: String
    var pass: Int

    init(_ key: OccurrenceKey) {
        schedule = key.schedule.rawValue
        date = key.date.description
        slot = key.slot
        pass = key.pass
    }

    func value() throws -> OccurrenceKey {
        OccurrenceKey(
            schedule: ScheduleID(rawValue: schedule), date: try CivilDate(stored: date), slot: slot, pass: pass)
    }
}
