// SPDX-License-Identifier: Apache-2.0

import CivilTime
public import DeviceModules
import GATT
import SleepModel

/// Reads a capture piece by piece into a timeline.
///
/// It keeps at most 200,000 entries, and otherwise little more than the bytes it is given.
public struct CaptureReader: Sendable {
    private let codecs: [any ProductCodec]
    private var reader = BtsnoopReader()
    private var decoder = HCIDecoder()
    private var builder: TimelineBuilder

    /// Makes a reader at the beginning of a file; `codecs` explain the values.
    public init(codecs: [any ProductCodec]) {
        self.codecs = codecs
        builder = TimelineBuilder(codecs: codecs)
    }

    /// Takes the next bytes of the file; throws if the rest cannot be read.
    public mutating func append(_ bytes: [UInt8]) throws(CaptureError) {
        reader.append(bytes)
        while let record = try reader.next() {
            guard let format = reader.format else { return }
            builder.begin(at: record.time)
            for statement in decoder.decode(HCIPacket(record, format)) { builder.add(statement, of: record) }
        }
    }

    /// Ends the file and returns what happened in it.
    ///
    /// If the file ends in the middle of a packet, as when a phone still writes it, the timeline holds everything before.
    /// Throws if the file is not a capture.
    public func finish() throws(CaptureError) -> CaptureTimeline {
        let isCut = try reader.finish()
        var notes: [String] = []
        if isCut { notes.append("The file ends in the middle of packet \(reader.count + 1); this packet is left out.") }
        if builder.isFull { notes.append("Only the first \(TimelineBuilder.entryLimit) entries are shown.") }
        var names = builder.names
        names.infer(from: builder.entries, codecs: codecs)
        let explainer = EntryExplainer(names: names, codecs: codecs)
        let entries = builder.entries.map(explainer.explained)
        if entries.contains(where: { $0.naming == .inferred }) {
            notes.append("The capture does not contain the discovery; names marked as inferred come from the values.")
        }
        return CaptureTimeline(
            format: reader.format ?? .hci, packets: reader.count, ignored: decoder.ignored + builder.ignored,
            isTruncated: isCut || builder.isFull, notes: notes, entries: entries)
    }
}
