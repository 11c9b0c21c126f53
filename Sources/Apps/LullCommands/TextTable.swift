// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import SleepModel

/// Rows of text in columns that line up.
struct TextTable {
    private var rows: [[String]]

    init(_ header: [String]) {
        rows = [header.map { $0.uppercased() }]
    }

    mutating func add(_ row: [String?]) {
        rows.append(row.map { ($0 ?? "-").printable(upTo: Output.longestLine) })
    }

    /// The table, one line per row; the header alone when it has none.
    var lines: [String] {
        let columns = rows.map(\.count).max() ?? 0
        let widths = (0..<columns).map { column in
            rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
        }
        return rows.map { row in
            var line = ""
            for (column, cell) in row.enumerated() {
                let isLast = column == row.count - 1
                line += isLast ? cell : cell + String(repeating: " ", count: widths[column] - cell.count + 2)
            }
            return line
        }
    }
}
