// SPDX-License-Identifier: Apache-2.0

import CivilTime
import GATT
import SleepModel

/// A timeline as JSON; missing values are null and never left out.
public struct CaptureDocument: Encodable, Sendable {
    /// One thing that happened.
    public struct Entry: Encodable, Sendable {
        private enum CodingKeys: String, CodingKey {
            case packet, offset, at, seconds, direction, connection, device, kind, handle, characteristic, named, role
            case bytes, text, state
        }

        private let entry: CaptureEntry

        init(_ entry: CaptureEntry) {
            self.entry = entry
        }

        /// Writes every key.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(entry.packet, forKey: .packet)
            try container.encode(entry.offset, forKey: .offset)
            try container.encode(entry.time, forKey: .at)
            try container.encode(entry.elapsed.inSeconds, forKey: .seconds)
            try container.encode(entry.direction.rawValue, forKey: .direction)
            try container.encode(entry.connection, forKey: .connection)
            try container.encode(entry.address, forKey: .device)
            try container.encode(entry.kind.rawValue, forKey: .kind)
            try container.encode(entry.handle, forKey: .handle)
            try container.encode(entry.characteristic?.description, forKey: .characteristic)
            try container.encode(entry.naming?.rawValue, forKey: .named)
            try container.encode(entry.role?.rawValue, forKey: .role)
            try container.encode(Hexadecimal.text(entry.bytes), forKey: .bytes)
            try container.encode(entry.text, forKey: .text)
            try container.encode(entry.state, forKey: .state)
        }
    }

    /// The name of the file.
    public var file: String
    /// What its packets look like.
    public var format: String
    /// How many packets it has.
    public var packets: Int
    /// How many of them Lull does not read.
    public var ignored: Int
    /// Whether its end is missing.
    public var truncated: Bool
    /// What a reader should know about it.
    public var notes: [String]
    /// What happened.
    public var entries: [Entry]

    /// Describes a timeline of a file.
    public init(_ timeline: CaptureTimeline, file: String) {
        self.file = file
        format = timeline.format.name
        packets = timeline.packets
        ignored = timeline.ignored
        truncated = timeline.isTruncated
        notes = timeline.notes
        entries = timeline.entries.map(Entry.init)
    }
}

extension Duration {
    /// The duration in seconds, to the microsecond.
    public var inSeconds: Double {
        let (seconds, attoseconds) = components
        return (Double(seconds) * 1_000_000 + Double(attoseconds / 1_000_000_000_000)) / 1_000_000
    }
}
