// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import SleepModel

/// Rows of text in columns that line up, no wider than the terminal.
///
/// Cells that are too long go on in the next line, between two words. Where words do not fit beside each other, each row
/// becomes a list of its values, one below the other.
package struct TextTable {
    private struct Row {
        var cells: [String]
        var style: StyledLine.Style?
    }

    /// A column is not made narrower than this, unless all it holds is.
    private static let narrowest = 8
    /// Words up to this length stay whole: dates, times and addresses.
    private static let longestWord = 24
    private static let gap = 2

    private let width: Int
    private let header: [String]
    private var rows: [Row] = []

    /// Without a header the rows stand alone.
    package init(_ header: [String] = [], width: Int = Terminal.width) {
        self.header = header.map { $0.uppercased() }
        self.width = width
    }

    package mutating func add(_ row: [String?], _ style: StyledLine.Style? = nil) {
        rows.append(Row(cells: row.map { ($0 ?? "-").printable(upTo: Output.longestLine) }, style: style))
    }

    /// The table, one line per row where all fits; the header alone when it has none.
    package var lines: [String] { styledLines.map(\.text) }

    /// The lines of the table with their colours.
    package var styledLines: [StyledLine] {
        let all = (header.isEmpty ? [] : [Row(cells: header, style: .heading)]) + rows
        let natural = (0..<(all.map(\.cells.count).max() ?? 0)).map { column in
            all.map { column < $0.cells.count ? $0.cells[column].columns : 0 }.max() ?? 0
        }
        let least = natural.enumerated().map { column, natural in
            let words = all.map {
                column < $0.cells.count ? TextWrapping.longestWord(in: $0.cells[column], upTo: Self.longestWord) : 0
            }
            return min(natural, max(words.max() ?? 0, Self.narrowest))
        }
        guard let widths = fitted(natural, least) else { return lists }
        return all.flatMap { row in Self.wrapped(row.cells, widths).map { StyledLine($0, row.style) } }
    }

    /// The columns' widths within the terminal's, taken from the widest columns first; nil if they do not fit.
    private func fitted(_ natural: [Int], _ least: [Int]) -> [Int]? {
        var widths = natural
        var excess = widths.reduce(0, +) + Self.gap * max(widths.count - 1, 0) - width
        while excess > 0 {
            let wide = widths.indices.filter { widths[$0] > least[$0] }
            guard let widest = wide.max(by: { widths[$0] < widths[$1] }) else { return nil }
            widths[widest] -= 1
            excess -= 1
        }
        return widths
    }

    /// Each row as its values below each other, with an empty line between two rows.
    private var lists: [StyledLine] {
        guard !header.isEmpty else {
            return rows.flatMap { row in
                row.cells.flatMap { TextWrapping.lines($0, width: width).map { StyledLine($0, row.style) } }
            }
        }
        let label = (header.map(\.columns).max() ?? 0) + Self.gap
        let blocks = rows.map { row in
            zip(header, row.cells).flatMap { name, cell in
                Self.wrapped([name, cell], [label - Self.gap, max(width - label, Self.narrowest)])
                    .map { StyledLine($0, row.style) }
            }
        }
        return Array(blocks.joined(separator: [StyledLine("")]))
    }

    /// The lines of one row.
    private static func wrapped(_ cells: [String], _ widths: [Int]) -> [String] {
        let parts = zip(cells, widths).map { TextWrapping.lines($0, width: $1) }
        let height = parts.map(\.count).max() ?? 0
        return (0..<height).map { line in
            let texts = parts.map { line < $0.count ? $0[line] : "" }
            // Nothing is put behind the last text of a line.
            let last = texts.lastIndex { !$0.isEmpty } ?? 0
            return texts[...last].enumerated().map { column, text in
                column == last ? text : text + String(repeating: " ", count: widths[column] - text.columns + gap)
            }.joined()
        }
    }
}
