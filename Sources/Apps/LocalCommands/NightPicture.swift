// SPDX-License-Identifier: Apache-2.0

import CivilTime
import DeviceDocuments
import SleepModel

/// A night as a picture in SVG: the light in its colours, the volume below it, and what happened.
///
/// The morning is drawn a second time, larger, as most of it happens within half an hour.
struct NightPicture {
    /// Something that happened, in a few words.
    struct Mark: Hashable {
        var at: Instant
        var text: String
    }

    /// What one column shows.
    private struct Column: Hashable {
        var color = ""
        var light: UInt8 = 0
        var volume: UInt8 = 0
    }

    /// What the device shows.
    let states: ShownStates
    /// What is written above the light.
    let marks: [Mark]
    /// Where the morning begins.
    let morning: Instant
    /// Where the night ends.
    let end: Instant

    private static let (width, margin, columnWidth) = (960, 20, 2)
    private static let (labels, light, volume, hours, title) = (70, 110, 30, 22, 22)
    private static let panel = title + labels + light + volume + hours

    /// The picture as a document.
    var svg: String {
        guard let start = states.start, start < morning, morning < end else { return "" }
        let height = Self.panel * 2 + Self.margin * 2
        let night = panel("The night", from: start, to: end, every: .seconds(3600), at: Self.margin)
        let zoom = panel(
            "The morning", from: morning, to: end, every: .seconds(300), at: Self.margin + Self.panel)
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Self.width) \(height)" font-family="sans-serif" shape-rendering="crispEdges">
            <title>A night: what the device shows and plays, and what happens</title>
            <rect width="\(Self.width)" height="\(height)" rx="8" fill="#14161c"/>
            \((night + zoom).joined(separator: "\n"))
            </svg>

            """
    }

    private func panel(
        _ title: String, from start: Instant, to end: Instant, every tick: Duration, at top: Int
    ) -> [String] {
        let base = top + Self.title + Self.labels + Self.light
        let foot = base + Self.volume
        var lines = [Self.text(title, x: Self.margin, y: top + 14, size: 14, fill: "#e8e6e0")]
        for (x, width, column) in runs(from: start, to: end) {
            if column.light > 0 {
                let height = max(2, Self.light * Int(column.light) / 255)
                lines.append(Self.box(x, base - height, width, height, column.color))
            }
            if column.volume > 0 {
                let height = max(2, (Self.volume - 6) * Int(column.volume) / 255)
                lines.append(Self.box(x, base + 4, width, height, "#5f7fd0"))
            }
        }
        lines.append(Self.line(Self.margin, base, Self.width - Self.margin, base, "#4a4e5a"))
        for at in ticks(from: start, to: end, every: tick) {
            let (x, time) = (x(of: at, from: start, to: end), ZoneRules.utc.civil(at: at).time)
            lines.append(Self.line(x, base, x, foot, "#2c303a"))
            let label = tick < .seconds(3600) ? "\(Self.two(time.hour)):\(Self.two(time.minute))" : Self.two(time.hour)
            lines.append(Self.text(label, x: x, y: foot + 14, size: 11, fill: "#9a9ea8", anchor: "middle"))
        }
        return lines + labels(from: start, to: end, at: top + Self.title, base: base)
    }

    /// The marks in rows, so that none covers another or has a line through it; those of the morning stand in its own part.
    private func labels(from start: Instant, to end: Instant, at top: Int, base: Int) -> [String] {
        let inside = marks.filter { mark in
            start <= mark.at && mark.at <= end && (start >= morning || mark.at < morning)
        }
        var ends = [0, 0, 0, 0]
        return inside.flatMap { mark -> [String] in
            let x = x(of: mark.at, from: start, to: end)
            let row = ends.indices.first { ends[$0...].allSatisfy { $0 <= x } } ?? ends.count - 1
            ends[row] = x + 12 + mark.text.count * 6
            let y = top + 12 + row * 16
            return [
                Self.line(x, y + 3, x, base, "#6b6f7b"),
                Self.text(mark.text, x: x + 3, y: y, size: 11, fill: "#e8e6e0"),
            ]
        }
    }

    // MARK: - What the device shows

    /// Columns that are alike, side by side, as one.
    private func runs(from start: Instant, to end: Instant) -> [(x: Int, width: Int, column: Column)] {
        let count = (Self.width - 2 * Self.margin) / Self.columnWidth
        let edges = (0...count).map { start + (end - start) * $0 / count }
        var runs: [(x: Int, width: Int, column: Column)] = []
        for (index, (from, to)) in zip(edges, edges.dropFirst()).enumerated() {
            let column = column(from: from, to: to)
            if let last = runs.indices.last, runs[last].column == column {
                runs[last].width += Self.columnWidth
            } else {
                runs.append((Self.margin + index * Self.columnWidth, Self.columnWidth, column))
            }
        }
        return runs
    }

    private func column(from start: Instant, to end: Instant) -> Column {
        let peak = states.peak(from: start, to: end)
        guard let light = peak.light, light.brightness > 0 else { return Column(volume: peak.volume) }
        return Column(color: Self.color(light), light: light.brightness, volume: peak.volume)
    }

    private static func color(_ light: DeviceStateDocument.LightDocument) -> String {
        light.gradient ? "#ffffff" : RGBColor(red: light.red, green: light.green, blue: light.blue).hexadecimal
    }

    // MARK: - Time

    private func x(of at: Instant, from start: Instant, to end: Instant) -> Int {
        let room = Self.width - 2 * Self.margin
        return Self.margin + Int((at - start) / (end - start) * Double(room))
    }

    private func ticks(from start: Instant, to end: Instant, every tick: Duration) -> [Instant] {
        let length = tick.components.seconds
        let first = (start.secondsSince1970 + length - 1) / length * length
        return stride(from: first, through: end.secondsSince1970, by: Int(length)).map { Instant(secondsSince1970: $0) }
    }

    // MARK: - SVG

    private static func two(_ number: Int) -> String { "\(number / 10)\(number % 10)" }

    private static func box(_ x: Int, _ y: Int, _ width: Int, _ height: Int, _ fill: String) -> String {
        #"<rect x="\#(x)" y="\#(y)" width="\#(width)" height="\#(height)" fill="\#(fill)"/>"#
    }

    private static func line(_ x: Int, _ y: Int, _ toX: Int, _ toY: Int, _ stroke: String) -> String {
        #"<line x1="\#(x)" y1="\#(y)" x2="\#(toX)" y2="\#(toY)" stroke="\#(stroke)"/>"#
    }

    private static func text(
        _ text: String, x: Int, y: Int, size: Int, fill: String, anchor: String = "start"
    ) -> String {
        let content = text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
        let attributes = #"font-size="\#(size)" fill="\#(fill)" text-anchor="\#(anchor)""#
        return #"<text x="\#(x)" y="\#(y)" \#(attributes)>\#(content)</text>"#
    }
}
