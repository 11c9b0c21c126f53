// SPDX-License-Identifier: Apache-2.0

/// Reads one TZif file (RFC 9636).
struct TZifReader {
    private let identifier: String
    private let bytes: [UInt8]
    private var position = 0

    /// Ten times what the largest zone needs.
    private static let maximumTransitionCount = 4096

    init(identifier: String, bytes: [UInt8]) {
        self.identifier = identifier
        self.bytes = bytes
    }

    private struct Header {
        let version: UInt8
        let isUTCount: Int
        let isStandardCount: Int
        let leapCount: Int
        let transitionCount: Int
        let offsetCount: Int
        let characterCount: Int

        func blockLength(timeSize: Int) -> Int {
            transitionCount * (timeSize + 1) + offsetCount * 6 + characterCount + leapCount * (timeSize + 4)
                + isStandardCount + isUTCount
        }
    }

    mutating func rules() throws(ZoneError) -> ZoneRules {
        let header = try header()
        guard header.version != 0 else { return try block(header, timeSize: 4, hasFooter: false) }
        _ = try take(header.blockLength(timeSize: 4))
        return try block(self.header(), timeSize: 8, hasFooter: true)
    }

    private mutating func header() throws(ZoneError) -> Header {
        guard try take(4).elementsEqual("TZif".utf8) else { throw malformed("it does not start with TZif") }
        let version = UInt8(try integer(size: 1))
        guard version == 0 || version >= UInt8(ascii: "2") else { throw malformed("its version is unknown") }
        _ = try take(15)
        var counts: [Int] = []
        for _ in 0..<6 { counts.append(Int(try integer(size: 4))) }
        return Header(
            version: version, isUTCount: counts[0], isStandardCount: counts[1], leapCount: counts[2],
            transitionCount: counts[3], offsetCount: counts[4], characterCount: counts[5])
    }

    private mutating func block(_ header: Header, timeSize: Int, hasFooter: Bool) throws(ZoneError) -> ZoneRules {
        // Checked before anything is read, so that a hostile count cannot ask for memory.
        guard header.blockLength(timeSize: timeSize) <= bytes.count - position else { throw endsEarly }
        guard (1...256).contains(header.offsetCount) else { throw malformed("its count of offsets is wrong") }
        guard header.transitionCount <= TZifReader.maximumTransitionCount else {
            throw malformed("it has too many transitions")
        }
        let times = try integers(header.transitionCount, size: timeSize)
        let indices = Array(try take(header.transitionCount))
        guard indices.allSatisfy({ Int($0) < header.offsetCount }) else {
            throw malformed("a transition leads to an offset that it lacks")
        }
        let offsets = try offsets(header)
        let transitions = try posixTimes(times, leapSeconds: try leapSeconds(header.leapCount, timeSize: timeSize))
        _ = try take(header.isStandardCount + header.isUTCount)
        return ZoneRules(
            identifier: identifier, transitions: transitions, offsetIndices: indices, offsets: offsets,
            footer: hasFooter ? try footer() : nil)
    }

    private mutating func integers(_ count: Int, size: Int) throws(ZoneError) -> [Int64] {
        var integers: [Int64] = []
        integers.reserveCapacity(count)
        for _ in 0..<count {
            let raw = try integer(size: size)
            integers.append(size == 4 ? Int64(Int32(truncatingIfNeeded: raw)) : raw)
        }
        return integers
    }

    /// How many leap seconds to subtract, and from when on, in the order of the file.
    private mutating func leapSeconds(
        _ count: Int, timeSize: Int
    ) throws(ZoneError) -> [(time: Int64, correction: Int64)] {
        var records: [(time: Int64, correction: Int64)] = []
        for _ in 0..<count {
            let time = try integers(1, size: timeSize)[0]
            records.append((time, try integers(1, size: 4)[0]))
        }
        return records
    }

    /// The transitions without the leap seconds that some files count, which must be in order.
    private func posixTimes(
        _ times: [Int64], leapSeconds: [(time: Int64, correction: Int64)]
    ) throws(ZoneError) -> [Int64] {
        var transitions: [Int64] = []
        transitions.reserveCapacity(times.count)
        var coming = leapSeconds[...]
        var correction: Int64 = 0
        for time in times {
            while let next = coming.first, next.time <= time {
                correction = next.correction
                coming = coming.dropFirst()
            }
            let (transition, overflow) = time.subtractingReportingOverflow(correction)
            if overflow || transitions.last.map({ $0 >= transition }) ?? false {
                throw malformed("its transitions are out of order")
            }
            transitions.append(transition)
        }
        return transitions
    }

    private mutating func offsets(_ header: Header) throws(ZoneError) -> [ZoneOffset] {
        var records: [(seconds: Int, isDaylightSaving: Bool, nameStart: Int)] = []
        for _ in 0..<header.offsetCount {
            let seconds = Int(Int32(truncatingIfNeeded: try integer(size: 4)))
            let isDaylightSaving = try integer(size: 1)
            let nameStart = Int(try integer(size: 1))
            guard ZoneOffset.range.contains(seconds), isDaylightSaving <= 1, nameStart < header.characterCount else {
                throw malformed("an offset is out of range")
            }
            records.append((seconds, isDaylightSaving == 1, nameStart))
        }
        let characters = Array(try take(header.characterCount))
        var offsets: [ZoneOffset] = []
        for record in records {
            guard let end = characters[record.nameStart...].firstIndex(of: 0),
                characters[record.nameStart..<end].allSatisfy({ (0x21...0x7E).contains($0) })
            else { throw malformed("an abbreviation is not plain text") }
            let name = String(decoding: characters[record.nameStart..<end], as: UTF8.self)
            offsets.append(
                ZoneOffset(seconds: record.seconds, isDaylightSaving: record.isDaylightSaving, abbreviation: name))
        }
        return offsets
    }

    private mutating func footer() throws(ZoneError) -> PosixRule? {
        let newline = UInt8(ascii: "\n")
        guard try integer(size: 1) == Int64(newline) else { throw malformed("its footer does not follow the data") }
        guard let end = bytes[position...].firstIndex(of: newline) else { throw endsEarly }
        let text = try take(end - position)
        guard !text.isEmpty else { return nil }
        guard let rule = PosixRule(parsing: text) else { throw malformed("its footer is not a rule") }
        return rule
    }

    /// A big-endian number without a sign, except that 8 bytes fill the sign too.
    private mutating func integer(size: Int) throws(ZoneError) -> Int64 {
        Int64(truncatingIfNeeded: try take(size).reduce(0 as UInt64) { $0 << 8 | UInt64($1) })
    }

    private mutating func take(_ count: Int) throws(ZoneError) -> ArraySlice<UInt8> {
        guard count <= bytes.count - position else { throw endsEarly }
        defer { position += count }
        return bytes[position..<position + count]
    }

    private var endsEarly: ZoneError { malformed("it ends early") }

    private func malformed(_ reason: String) -> ZoneError {
        ZoneError(
            code: .malformedZoneFile,
            message: "The zone file of \(identifier) is damaged (\(reason)); install the time zone data again.")
    }
}
