// SPDX-License-Identifier: Apache-2.0

import CivilTime
public import DeviceModules
import GATT
import SleepModel

/// Reads a capture piece by piece into a timeline.
///
/// Besides the entries themselves, of which there are at most 200,000, it keeps little more than the piece it is given.
public struct CaptureReader: Sendable {
    private let codecs: [any ProductCodec]
    private var reader = BtsnoopReader()
    private var decoder = HCIDecoder()
    private var builder: TimelineBuilder

    /// Makes a reader at the beginning of a file that explains what `codecs` know.
    public init(codecs: [any ProductCodec]) {
        self.codecs = codecs
        builder = TimelineBuilder(codecs: codecs)
    }

    /// Takes the next bytes of the file; throws what makes the rest of it unreadable.
    public mutating func append(_ bytes: [UInt8]) throws(CaptureError) {
        reader.append(bytes)
        while let record = try reader.next() {
            guard let format = reader.format else { return }
            builder.begin(at: record.time)
            for finding in decoder.decode(HCIPacket(record, format)) { builder.add(finding, of: record) }
        }
    }

    /// Ends the file and tells what happened in it.
    ///
    /// A file that ends in the middle of a packet, as a phone's does when it is copied while it is written, gives
    /// everything before that. Throws when it is no capture at all.
    public func finish() throws(CaptureError) -> CaptureTimeline {
        let isCut = try reader.finish()
        var notes: [String] = []
        if isCut { notes.append("The file ends in the middle of packet \(reader.count + 1), which is left out.") }
        if builder.isFull { notes.append("Only the first \(TimelineBuilder.entryLimit) entries are shown.") }
        var names = builder.names
        names.infer(from: builder.entries, codecs: codecs)
        let explainer = EntryExplainer(names: names, codecs: codecs)
        let entries = builder.entries.map(explainer.explained)
        if entries.contains(where: { $0.naming == .inferred }) {
            notes.append("Discovery is not in the capture; what is marked as inferred was told from its values.")
        }
        return CaptureTimeline(
            format: reader.format ?? .hci, packets: reader.count, ignored: decoder.ignored + builder.ignored,
            isTruncated: isCut || builder.isFull, notes: notes, entries: entries)
    }
}
