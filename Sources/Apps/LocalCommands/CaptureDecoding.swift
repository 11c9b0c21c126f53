// SPDX-License-Identifier: Apache-2.0

import Captures
import CivilTime
import Composition
import ControlAPI
import GATT
import Glibc
import LullCommands
import SleepModel

/// `lull decode FILE`: a capture, explained entry by entry.
enum CaptureDecoding {
    /// Whether a path names something that exists, so that it is meant as a capture.
    static func exists(_ path: String) -> Bool {
        access(path, F_OK) == 0
    }

    /// Explains a capture on standard output, as a table or as one JSON document.
    static func run(_ path: String, json: Bool) throws(ControlError) {
        let timeline = try CaptureTools().read(path)
        if json {
            try Output.write(json: CaptureDocument(timeline, file: name(of: path)))
        } else {
            try Output.write(lines: lines(timeline))
        }
    }

    /// The last part of a path.
    static func name(of path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }

    /// The capture for people: a table, and what is to be said of the whole.
    static func lines(_ timeline: CaptureTimeline) -> [String] {
        var table = TextTable(["seconds", "", "device", "what", "where", "meaning"])
        for entry in timeline.entries {
            table.add([
                seconds(entry.elapsed), entry.direction == .sent ? ">" : "<", entry.address?.rawValue,
                entry.kind.rawValue,
                place(entry), entry.text,
            ])
        }
        let ignored = timeline.ignored == 0 ? "" : ", \(timeline.ignored) of no use here"
        return table.lines + ["", "\(timeline.format.name): \(timeline.packets) packets\(ignored)."] + timeline.notes
    }

    /// A time within a capture, to the millisecond.
    static func seconds(_ elapsed: Duration) -> String {
        let (seconds, attoseconds) = elapsed.components
        let milliseconds = Int(attoseconds / 1_000_000_000_000_000)
        let sign = elapsed < .zero && seconds == 0 ? "-" : ""
        return "\(sign)\(seconds).\(milliseconds.padded(to: 3))"
    }

    private static func place(_ entry: CaptureEntry) -> String? {
        guard entry.characteristic != nil || entry.handle != nil else { return nil }
        let uuid = entry.characteristic.map { uuid in uuid.assigned.map(shortText) ?? uuid.description }
        let name = entry.role?.rawValue ?? uuid ?? entry.handle.map { "handle \(shortText($0))" } ?? ""
        return entry.naming == .inferred ? "\(name) (inferred)" : name
    }

    private static func shortText(_ number: UInt16) -> String {
        "0x" + Hexadecimal.text([UInt8(number >> 8), UInt8(number & 0xFF)])
    }
}
