// SPDX-License-Identifier: Apache-2.0

import GRDB
import Storage

/// A row of the view `occurrences`, which shows runs and what the ledger has of the others.
protocol OccurrenceViewRow: StoredRow {}

extension OccurrenceViewRow {
    static var table: String { "occurrences" }
    static var number: String { "claim" }

    static func describe(_ row: Row, into report: inout QuarantinedRow) {
        report.schedule = row.schedule("schedule")
        report.kind = row.kind("kind")
        report.name = row.text("name")
        report.device = row.device("device")
    }

    /// A run has no outcome.
    static func table(of row: Row) -> QuarantinedRow.Table? { row.text("outcome") == nil ? .runs : .ledger }
}
