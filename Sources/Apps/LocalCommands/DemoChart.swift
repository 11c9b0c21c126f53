// SPDX-License-Identifier: Apache-2.0

import CivilTime
import DeviceDocuments
import LullCommands
import SleepModel

/// The light and the volume of a night, drawn in two rows of a terminal.
struct DemoChart {
    /// What the device shows.
    let states: ShownStates
    /// Where the chart ends.
    let end: Instant

    private static let bars = Array(" ▁▂▃▄▅▆▇█")
    private static let names = ["light   ", "volume  ", "        "]

    /// Two rows of bars, and the hours below them, in a width of so many columns.
    ///
    /// A column shows the most that there was in its time, so that nothing short is lost.
    func lines(width: Int) -> [String] {
        let columns = width - Self.names[0].count
        guard let start = states.start, start < end, columns > 0 else { return [] }
        let length = end - start
        let edges = (0...columns).map { start + length * $0 / columns }
        let peaks = zip(edges, edges.dropFirst()).map(states.peak)
        let rows = [peaks.map { $0.light?.brightness ?? 0 }, peaks.map(\.volume)].map { row in String(row.map(Self.bar))
        }
        return zip(Self.names, rows + [hours(edges)]).map { ($0 + $1).trimmingBlanks }
    }

    /// What is there at all has a bar.
    private static func bar(_ level: UInt8) -> Character {
        bars[(Int(level) * (bars.count - 1) + 254) / 255]
    }

    /// Every second hour of the clock in UTC, at the first column that is in it.
    private func hours(_ edges: [Instant]) -> String {
        let hours = edges.dropLast().map { ZoneRules.utc.civil(at: $0).time.hour }
        var text = Array(repeating: Character(" "), count: hours.count)
        for (index, (before, hour)) in zip(hours, hours.dropFirst()).enumerated() {
            guard hour != before, hour.isMultiple(of: 2) else { continue }
            for (offset, digit) in "\(hour / 10)\(hour % 10)".enumerated() where index + 1 + offset < text.count {
                text[index + 1 + offset] = digit
            }
        }
        return String(text)
    }
}

extension String {
    /// The text without blanks at its end.
    fileprivate var trimmingBlanks: String { String(reversed().drop { $0 == " " }.reversed()) }
}
