// SPDX-License-Identifier: Apache-2.0

public import CivilTime

/// Reads a btsnoop file piece by piece, as its bytes come.
///
/// Append some bytes, take records until there are none, and repeat; at the end `finish` says whether the file is whole.
/// The reader keeps only the bytes after the last complete record.
public struct BtsnoopReader: Sendable {
    private var buffer: [UInt8] = []
    private var start = 0
    private var offset = 0
    /// How many records were taken so far.
    public private(set) var count = 0
    /// What the packets look like; nil until the header has been read.
    public private(set) var format: BtsnoopFormat?

    /// Makes a reader at the beginning of a file.
    public init() {}

    /// Takes the next bytes of the file.
    public mutating func append(_ bytes: [UInt8]) {
        buffer.removeFirst(start)
        start = 0
        buffer += bytes
    }

    /// The next record; nil when more bytes are needed.
    ///
    /// Throws if the rest of the file cannot be read.
    public mutating func next() throws(CaptureError) -> BtsnoopRecord? {
        guard try readFormat() != nil, let length = try checkedLength() else { return nil }
        let data = start + BtsnoopFormat.recordHeaderLength
        guard buffer.count - data >= length else { return nil }
        count += 1
        let record = BtsnoopRecord(
            number: count, offset: offset, time: Instant(btsnoop: Int64(bitPattern: number(at: 16))),
            flags: UInt32(truncatingIfNeeded: number(at: 8) >> 32), data: Array(buffer[data..<data + length]))
        advance(by: BtsnoopFormat.recordHeaderLength + length)
        return record
    }

    /// Ends the file, and says whether it ends in the middle of a record.
    ///
    /// Throws if the file is not a capture.
    public func finish() throws(CaptureError) -> Bool {
        guard format == nil else { return buffer.count > start }
        guard buffer.starts(with: BtsnoopFormat.magic.prefix(buffer.count)), !buffer.isEmpty else { throw notACapture }
        throw CaptureError(
            .truncatedHeader, "The file ends at offset \(buffer.count), within the 16 bytes of its header.",
            advice: "Copy it again from where it was recorded.", offset: buffer.count)
    }

    private mutating func readFormat() throws(CaptureError) -> BtsnoopFormat? {
        if let format { return format }
        guard buffer.count >= BtsnoopFormat.fileHeaderLength else { return nil }
        guard buffer.starts(with: BtsnoopFormat.magic) else { throw notACapture }
        let version = UInt32(truncatingIfNeeded: number(at: 8) >> 32)
        guard version == BtsnoopFormat.version else {
            throw CaptureError(
                .unsupportedVersion, "At offset 8 the file has version \(version). Lull reads version 1.",
                advice: "Save it in btsnoop version 1, as `btmon -w` does.", offset: 8)
        }
        let datalink = UInt32(truncatingIfNeeded: number(at: 8))
        guard let known = BtsnoopFormat(rawValue: datalink) else {
            let list = BtsnoopFormat.allCases.map { "\($0.rawValue)" }.joined(separator: ", ")
            throw CaptureError(
                .unknownDatalink, "At offset 12 the file has datalink \(datalink). Lull reads \(list).",
                advice: "Record with `btmon -w` or with a phone's HCI snoop log.", offset: 12)
        }
        format = known
        advance(by: BtsnoopFormat.fileHeaderLength)
        return known
    }

    /// The length of the packet that begins here; nil when its header is not there yet.
    private func checkedLength() throws(CaptureError) -> Int? {
        guard buffer.count - start >= BtsnoopFormat.recordHeaderLength else { return nil }
        let lengths = number(at: 0)
        let (original, included) = (lengths >> 32, lengths & 0xFFFF_FFFF)
        guard included <= original, included <= UInt64(BtsnoopFormat.maximumPacketLength) else {
            let claim = included <= original ? "\(included) bytes" : "\(included) of \(original) bytes"
            throw CaptureError(
                .badLength, "Packet \(count + 1) at offset \(offset) has an impossible length: \(claim).",
                advice: "The file is damaged from there on; record it again.", offset: offset, packet: count + 1)
        }
        guard included == original else {
            throw CaptureError(
                .shortenedPacket,
                "Packet \(count + 1) at offset \(offset) holds \(included) of its \(original) bytes.",
                advice: "Record again with the full HCI snoop log, not the filtered one.", offset: offset,
                packet: count + 1)
        }
        return Int(included)
    }

    private mutating func advance(by length: Int) {
        start += length
        offset += length
    }

    /// Eight bytes, most significant first; their presence has been checked.
    private func number(at position: Int) -> UInt64 {
        buffer[(start + position)..<(start + position + 8)].reduce(0) { $0 << 8 | UInt64($1) }
    }

    private var notACapture: CaptureError {
        CaptureError(
            .notACapture, "The file does not begin with “btsnoop”, so it is not a btsnoop capture.",
            advice: "Give a file that `btmon -w`, a phone's HCI snoop log or `lull record` wrote.", offset: 0)
    }
}

/// One packet of a btsnoop file, with its place there.
public struct BtsnoopRecord: Hashable, Sendable {
    /// Its number, from 1.
    public var number: Int
    /// Where its record begins in the file, in bytes.
    public var offset: Int
    /// When it was sent or received.
    public var time: Instant
    /// The flags of the record: the direction, or the kind and the adapter.
    public var flags: UInt32
    /// The packet.
    public var data: [UInt8]
}
