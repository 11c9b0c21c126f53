// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SleepModel
import Testing

@testable import Captures

/// The file format by itself, against bytes written down from its description.
@Suite
struct BtsnoopTests {
    /// Two packets on 2000-01-01T00:00:00Z and a microsecond later; that day is 00E03AB44A676000 in the format's
    /// description.
    private static let file = MadeCapture.bytes(
        """
        6274736E6F6F7000 00000001 000003EA
        00000003 00000003 00000001 00000000 00E03AB44A676000 0405FF
        00000001 00000001 00000000 00000007 00E03AB44A676001 01
        """)

    private static func records(_ bytes: [UInt8], pieceLength: Int = .max) throws -> ([BtsnoopRecord], isCut: Bool) {
        var reader = BtsnoopReader()
        var records: [BtsnoopRecord] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            reader.append(Array(rest.prefix(pieceLength)))
            rest = rest.dropFirst(pieceLength)
            while let record = try reader.next() { records.append(record) }
        }
        return (records, try reader.finish())
    }

    @Test(arguments: [1, 7, 24, .max])
    func reader_readsAFile_inPiecesOfAnyLength(pieceLength: Int) throws {
        let day = Instant(secondsSince1970: 946_684_800)
        let (records, isCut) = try Self.records(Self.file, pieceLength: pieceLength)
        #expect(
            records == [
                BtsnoopRecord(number: 1, offset: 16, time: day, flags: 1, data: [4, 5, 0xFF]),
                BtsnoopRecord(number: 2, offset: 43, time: day + .microseconds(1), flags: 0, data: [1]),
            ])
        #expect(!isCut)
    }

    @Test
    func writer_writesTheSameBytes_exceptWhatWasDropped() throws {
        let (records, _) = try Self.records(Self.file)
        let written = records.map { BtsnoopWriter.record(at: $0.time, flags: $0.flags, data: $0.data) }
        var expected = Self.file
        // The second packet's count of packets dropped before it.
        expected[58] = 0
        #expect(BtsnoopWriter.header(.h4) + written.flatMap(\.self) == expected)
    }

    static let times: [(Int64, Instant)] = [
        (.min, .min), (.max, .max), (0x00DC_DDB3_0F2F_8000, Instant(secondsSince1970: 0)),
        (0x00DC_DDB3_0F2F_7FFF, Instant(secondsSince1970: -1, nanosecond: 999_999_000)),
    ]

    @Test(arguments: times)
    func time_saturates_andIsRoundedToThePast(microseconds: Int64, instant: Instant) {
        #expect(Instant(btsnoop: microseconds) == instant)
    }

    @Test(arguments: [Instant.min, Instant.max, Instant(secondsSince1970: 5, nanosecond: 1999)])
    func time_isWrittenToTheMicrosecond(instant: Instant) {
        let read = Instant(btsnoop: instant.btsnoop)
        #expect(
            read == Instant(secondsSince1970: instant.secondsSince1970, nanosecond: instant.nanosecond / 1000 * 1000))
    }

    @Test
    func writer_cutsData_toTheLongestPacket() throws {
        let record = BtsnoopWriter.record(at: .min, flags: 0, data: Array(repeating: 7, count: 70_000))
        let (records, isCut) = try Self.records(BtsnoopWriter.header(.monitor) + record)
        #expect(records.map(\.data.count) == [65_540])
        #expect(!isCut)
    }

    struct Fault: Sendable, CustomTestStringConvertible {
        var name: String
        var bytes: String
        var code: CaptureError.Code
        var offset: Int
        var packet: Int?
        var testDescription: String { name }
    }

    private static let header = "6274736E6F6F7000 00000001 000003E9"

    static let faults = [
        Fault(name: "empty", bytes: "", code: .notACapture, offset: 0),
        Fault(name: "text", bytes: "4C756C6C", code: .notACapture, offset: 0),
        Fault(name: "other magic", bytes: "6274736E6F6F7001 00000001 000003E9", code: .notACapture, offset: 0),
        Fault(name: "half a header", bytes: "6274736E6F6F7000 0000", code: .truncatedHeader, offset: 10),
        Fault(name: "version 2", bytes: "6274736E6F6F7000 00000002 000003E9", code: .unsupportedVersion, offset: 8),
        Fault(name: "datalink 1003", bytes: "6274736E6F6F7000 00000001 000003EB", code: .unknownDatalink, offset: 12),
        Fault(
            name: "more included than there was", bytes: header + "00000002 00000003 00000000", code: .badLength,
            offset: 16, packet: 1),
        Fault(
            name: "four gigabytes", bytes: header + "FFFFFFFF FFFFFFFF 00000000", code: .badLength, offset: 16,
            packet: 1),
        Fault(
            name: "one byte too long", bytes: header + "00010005 00010005 00000000", code: .badLength, offset: 16,
            packet: 1),
        Fault(
            name: "second packet shortened",
            bytes: header + "00000001 00000001 00000000 00000000 0000000000000000 AA 00000009 00000004 00000000",
            code: .shortenedPacket, offset: 41, packet: 2),
    ]

    @Test(arguments: faults)
    func reader_names_whatIsWrongAndWhere(fault: Fault) {
        // Lengths are looked at before the data is there.
        let bytes = MadeCapture.bytes(fault.bytes) + Array(repeating: 0, count: fault.packet == nil ? 0 : 12)
        let error = #expect(throws: CaptureError.self) { try Self.records(bytes) }
        #expect(error?.code == fault.code)
        #expect(error?.offset == fault.offset)
        #expect(error?.packet == fault.packet)
    }

    @Test
    func reader_keepsWhatItRead_whenTheLastPacketIsCut() throws {
        for length in 16...Self.file.count {
            let (records, isCut) = try Self.records(Array(Self.file.prefix(length)))
            #expect(records.count == (length < 43 ? 0 : length < Self.file.count ? 1 : 2))
            #expect(isCut == ![16, 43, Self.file.count].contains(length))
        }
    }
}
