// SPDX-License-Identifier: Apache-2.0

import GRDB
import Storage

/// A row of the log, read with its number.
struct NumberedLogRow: StoredRow {
    typealias Column = LogRow.CodingKeys

    static let table = LogRow.table
    static let key = LogRow.key

    private let row: LogRow

    init(from decoder: any Decoder) throws { row = try LogRow(from: decoder) }

    func encode(to encoder: any Encoder) throws { try row.encode(to: encoder) }

    func value() throws -> NumberedLogEntry {
        guard let number = row.number else { throw PayloadError.invalid("its number is missing") }
        return NumberedLogEntry(number: number, entry: try row.value())
    }

    static func describe(_ row: Row, into report: inout QuarantinedRow) { LogRow.describe(row, into: &report) }
}
