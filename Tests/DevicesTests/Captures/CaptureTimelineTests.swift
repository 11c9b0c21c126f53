// SPDX-License-Identifier: Apache-2.0

import AttributeProtocol
import CivilTime
import DeviceDocuments
import DeviceModules
import FoundationEssentials
import GATT
import HatchRest
import SleepModel
import Testing

@testable import Captures

/// What a capture is understood as.
@Suite
struct CaptureTimelineTests {
    private static let address = "B41ADC4106DC"

    private static func record(_ flags: String, _ hexadecimal: String) -> String {
        let length = MadeCapture.bytes(hexadecimal).count
        let digits = String(length, radix: 16)
        let field = String(repeating: "0", count: 8 - digits.count) + digits
        return "\(field) \(field) \(flags) 00000000 00E2B2A5E3B5E000 \(hexadecimal) "
    }

    private static let connected = "3E13 01 00 4000 00 01 \(address) 1800 0000 F401 00"
    private static let declarationRequest = "4000 0B00 0700 0400 08 0100 FFFF 0328"
    private static let declaration =
        "4020 1B00 1700 0400 09 15 0100 1A 0200 32B2A2F753DE1A9CEB47FD5E02002402"
    private static let write = "4000 0B00 0700 0400 12 0200 53493031"
    private static let acknowledgement = "4020 0500 0100 0400 13"
    private static let disconnected = "05 04 00 4000 16"

    /// The same session in each of the formats, written out: the flags of an event, of what is sent, and what is received.
    static let files: [(BtsnoopFormat, String)] = [
        (
            .hci,
            "6274736E6F6F7000 00000001 000003E9" + record("00000003", connected)
                + record("00000000", declarationRequest) + record("00000001", declaration)
                + record("00000000", write) + record("00000001", acknowledgement) + record("00000003", disconnected)
        ),
        (
            .h4,
            "6274736E6F6F7000 00000001 000003EA" + record("00000003", "04" + connected)
                + record("00000000", "02" + declarationRequest) + record("00000001", "02" + declaration)
                + record("00000000", "02" + write) + record("00000001", "02" + acknowledgement)
                + record("00000003", "04" + disconnected)
        ),
        (
            .monitor,
            "6274736E6F6F7000 00000001 000007D1" + record("00010003", connected)
                + record("00010004", declarationRequest) + record("00010005", declaration)
                + record("00010004", write) + record("00010005", acknowledgement) + record("00010003", disconnected)
        ),
    ]

    @Test(arguments: files)
    func capture_isUnderstood_inEveryFormat(format: BtsnoopFormat, hexadecimal: String) throws {
        let timeline = try MadeCapture.timeline(MadeCapture.bytes(hexadecimal))
        #expect(
            timeline.entries.map(\.brief) == [
                "connected -: connected", "discovered command: has handle 0x0002", "write command: switch on",
                "disconnected -: disconnected: this side ended it",
            ])
        #expect(timeline.entries.allSatisfy { $0.address == MadeCapture.device && $0.connection == 1 })
        #expect(timeline.entries.map(\.packet) == [1, 3, 4, 6])
        #expect(timeline.entries.map(\.direction) == [.received, .received, .sent, .received])
        #expect(timeline.format == format)
        #expect(timeline.packets == 6)
        #expect(timeline.ignored == 0)
        #expect(!timeline.isTruncated)
    }

    @Test
    func session_isExplained_fromDiscovery() throws {
        var capture = MadeCapture()
        capture.add(0, .connected(0x40, to: MadeCapture.device))
        capture.discover(0.1)
        capture.sent(0.2, .writeRequest(handle: 6, value: [1, 0]))
        capture.received(0.3, .writeResponse)
        capture.command(1, "SV33")
        capture.received(1.05, .notification(handle: 8, value: MadeCapture.on))
        capture.sent(2, .readRequest(handle: 8))
        capture.received(2.1, .readResponse(MadeCapture.off))
        capture.sent(3, .writeCommand(handle: 2, value: Array("SN07".utf8)))
        capture.sent(4, .writeRequest(handle: 2, value: Array("SI1".utf8)))
        capture.received(4.1, .errorResponse(request: 0x12, handle: 2, code: .writeNotPermitted))
        capture.add(5, .disconnected(0x40, reason: HCIStatus.timedOut))
        let timeline = try capture.timeline()
        let texts = timeline.entries.map(\.brief)
        #expect(
            texts == [
                "connected -: connected", "discovered command: has handle 0x0002",
                "discovered reply: has handle 0x0005", "discovered state: has handle 0x0008",
                "other reply: asks for notifications of it", "write command: volume 20 %",
                "notification reply: acknowledged",
                "notification state: on, light #FDD12D at 50 %, sound 5 (ocean) at 33 %, clock 2026-05-24T20:28:33",
                "read state: off, light #FDD12D at 50 %, sound 5 (ocean) at 33 %, clock 2026-05-24T20:28:32",
                "write-without-response command: sound 7 (rain)",
                "write command: \(try #require(HatchRestCodec().explanation(of: Array("SI1".utf8), on: HatchRestUUID.command)).text)",
                "error command: the device refused the write: write not permitted",
                "disconnected -: disconnected: nothing was heard any more",
            ])
        #expect(timeline.entries.map(\.elapsed)[5] == .seconds(1))
        #expect(timeline.entries[6].time == MadeCapture.start + .milliseconds(1030))
        #expect(timeline.entries[7].state?.power == "on")
        #expect(timeline.entries[8].state?.power == "off")
        #expect(timeline.entries.compactMap(\.naming).allSatisfy { $0 == .discovered })
        #expect(timeline.entries[6].offset == capture.offsets[timeline.entries[6].packet - 1])
        #expect(timeline.notes.isEmpty)
    }

    @Test
    func longValue_isPutTogether_fromItsParts() throws {
        var capture = MadeCapture()
        capture.add(0, .connected(0x40, to: MadeCapture.device))
        capture.sent(1, .readRequest(handle: 3))
        capture.received(1.1, .readResponse(Array(repeating: 1, count: 22)))
        capture.sent(1.2, .readBlobRequest(handle: 3, offset: 22))
        capture.received(1.3, .readBlobResponse([2, 2]))
        let read = try #require(try capture.timeline().entries.last)
        #expect(read.bytes == Array(repeating: 1, count: 22) + [2, 2])
        #expect(read.brief == "read 3: " + String(repeating: "01", count: 22) + "0202")
    }

    @Test
    func twoConnections_areKeptApart() throws {
        var capture = MadeCapture()
        capture.add(0, .connected(0x40, to: MadeCapture.device))
        capture.add(0, .connected(0x41, to: MadeCapture.other))
        capture.sent(1, .readRequest(handle: 1), on: 0x40)
        capture.sent(1, .readRequest(handle: 2), on: 0x41)
        capture.received(2, .readResponse([0xBB]), on: 0x41)
        capture.received(2, .readResponse([0xAA]), on: 0x40)
        capture.add(3, .disconnected(0x40, reason: HCIStatus.endedByDevice))
        // The handle is given to another device.
        capture.add(4, .connected(0x40, to: MadeCapture.other))
        capture.received(5, .notification(handle: 7, value: [0xCC]), on: 0x40)
        let entries = try capture.timeline().entries
        #expect(
            entries.filter { [.read, .notification].contains($0.kind) }.map {
                [$0.address?.rawValue, $0.connection.map(String.init), $0.handle.map(String.init), $0.text]
            } == [
                [MadeCapture.other.rawValue, "2", "2", "BB"], [MadeCapture.device.rawValue, "1", "1", "AA"],
                [MadeCapture.other.rawValue, "3", "7", "CC"],
            ])
    }

    // MARK: - Without discovery

    /// What a phone does that knows the device already.
    private static func cached(_ address: MacAddress? = MadeCapture.device) -> MadeCapture {
        var capture = MadeCapture()
        if let address { capture.add(0, .connected(0x40, to: address)) }
        capture.sent(0.1, .writeRequest(handle: 14, value: [1, 0]))
        capture.received(0.2, .writeResponse)
        capture.sent(1, .writeCommand(handle: 11, value: Array("SI01".utf8)))
        capture.received(1.1, .notification(handle: 13, value: Array("OK".utf8)))
        capture.received(1.2, .notification(handle: 17, value: MadeCapture.on))
        return capture
    }

    @Test(arguments: [MadeCapture.device, nil])
    func characteristics_areInferred_whenTheyFitInOneWay(address: MacAddress?) throws {
        let timeline = try Self.cached(address).timeline()
        #expect(
            timeline.entries.suffix(4).map(\.brief) == [
                "other reply: asks for notifications of it", "write-without-response command: switch on",
                "notification reply: acknowledged",
                "notification state: on, light #FDD12D at 50 %, sound 5 (ocean) at 33 %, clock 2026-05-24T20:28:33",
            ])
        #expect(timeline.entries.suffix(4).allSatisfy { $0.naming == .inferred && $0.address == address })
        #expect(timeline.notes.count == 1)
    }

    @Test
    func characteristics_stayHandles_whenSeveralWouldFit() throws {
        var capture = Self.cached()
        capture.sent(2, .writeCommand(handle: 21, value: Array("SI00".utf8)))
        let timeline = try capture.timeline()
        #expect(
            timeline.entries.suffix(5).map(\.brief) == [
                "other 14: asks for notifications of the characteristic of handle 0x000D",
                "write-without-response 11: 53493031", "notification 13: 4F4B",
                "notification 17: 546A135F7143FDD12D7F530554501F6500000000", "write-without-response 21: 53493030",
            ])
        #expect(timeline.entries.allSatisfy { $0.naming == nil })
        #expect(timeline.notes.isEmpty)
    }

    @Test
    func discovery_countsForOtherConnectionsToTheDevice_andForNoOther() throws {
        var capture = MadeCapture.session("SI01")
        capture.add(20, .connected(0x41, to: MadeCapture.device))
        capture.command(21, "SI00", on: 0x41)
        capture.add(30, .connected(0x42, to: MadeCapture.other))
        capture.received(31, .notification(handle: 5, value: Array("OK".utf8)), on: 0x42)
        let entries = try capture.timeline().entries
        #expect(entries.filter { $0.connection == 2 }.map(\.brief).contains("write command: switch off"))
        #expect(entries.last?.brief == "notification 5: 4F4B")
    }

    // MARK: - Advertisements

    @Test
    func advertisement_isShown_ofKnownProductsOnly() throws {
        var capture = MadeCapture()
        let payload = MadeCapture.bytes("5254F8001CCC43FDD12D7F530554450000000000 50DF6500")
        let name = "\u{1B}[2J\n\u{202E}"
        let known = Advertisement(
            address: MadeCapture.device, localName: name, manufacturerData: [0x0434: payload], rssi: -40)
        capture.add(0, .advertised(known))
        capture.add(1, .advertised(Advertisement(address: MadeCapture.other, manufacturerData: [0x004C: [1]])))
        let second = MadeCapture.bytes("454DD2596EE385A45A01")
        capture.add(2, .advertised(Advertisement(address: MadeCapture.other, manufacturerData: [0x0434: second])))
        capture.add(3, .advertised(Advertisement(address: MadeCapture.other, manufacturerData: [0x0434: [0x52]])))
        let timeline = try capture.timeline()
        #expect(
            timeline.entries.map(\.brief) == [
                "advertisement -: advertises off, light #FDD12D at 50 %, ocean at 33 %",
                "advertisement -: hatch-rest-second-generation advertises: it uses Bluetooth for set-up only and is "
                    + "controlled over Wi-Fi by its maker's cloud",
                "advertisement -: advertises no state that can be read",
            ])
        #expect(timeline.entries[0].advertisement == known)
        #expect(timeline.entries[0].bytes == payload)
        #expect(timeline.ignored == 1)
    }

    @Test
    func words_ofDevices_areHarmless() {
        #expect("a\u{1B}[2J\n\u{202E}é".printable(upTo: .max) == "a\u{FFFD}[2J\u{FFFD}\u{FFFD}é")
    }

    // MARK: - What is left out

    @Test
    func packets_areCounted_whenTheyAreOfNoUse() throws {
        var capture = MadeCapture.session("SI01")
        capture.add(11, HCIPacket(.command, isSent: true, [0x03, 0x0C, 0x00]))
        capture.add(11, HCIPacket(.event, isSent: false, [0x0E, 0x01, 0x00]))
        capture.add(11, HCIPacket(.data, isSent: true, MadeCapture.bytes("4000 0600 0200 0500 4F4B")))
        // Of a connection in which the host is the one that is asked.
        let asked = "3E13 01 00 5000 01 01 \(Self.address) 1800 0000 F401 00"
        capture.add(12, HCIPacket(.event, isSent: false, MadeCapture.bytes(asked)))
        capture.received(13, .readRequest(handle: 8), on: 0x50)
        capture.sent(13, .readResponse(MadeCapture.on), on: 0x50)
        // Nobody asked for these.
        capture.received(14, .writeResponse)
        capture.received(14, .readResponse([1]))
        capture.add(15, .disconnected(0x77, reason: 0x13))
        let timeline = try capture.timeline()
        #expect(timeline.ignored == 8)
        #expect(
            timeline.entries.suffix(2).map(\.brief) == [
                "disconnected -: disconnected: this side ended it", "connected -: connected as the peripheral",
            ])
    }

    @Test
    func connection_thatFails_isAnError() throws {
        var capture = MadeCapture()
        capture.add(0, .connectionFailed(to: MadeCapture.device))
        let entry = try #require(try capture.timeline().entries.first)
        #expect(entry.brief == "error -: the connection could not be made: the device did not answer")
        #expect(entry.address == MadeCapture.device)
    }

    // MARK: - Documents

    @Test
    func document_hasEveryKey_alsoWithoutAValue() throws {
        var capture = MadeCapture()
        capture.add(0, .connected(0x40, to: MadeCapture.device))
        capture.received(11, .notification(handle: 8, value: MadeCapture.on), on: 0x60)
        let document = CaptureDocument(try capture.timeline(), file: "evening.btsnoop")
        let value = try FixtureValue(writing: document)
        guard case .object(let object) = value, case .list(let entries)? = object["entries"] else {
            Issue.record("no document: \(value)")
            return
        }
        let keys: Set = ["file", "format", "packets", "ignored", "truncated", "notes", "entries"]
        #expect(Set(object.keys) == keys)
        #expect(object["format"] == .text("btsnoop-h4"))
        #expect(
            entries.last
                == .object([
                    "packet": .number(capture.offsets.count), "offset": .number(try #require(capture.offsets.last)),
                    "at": .text("2026-05-24T20:28:43Z"), "seconds": .number(11), "direction": .text("received"),
                    "connection": .number(2), "device": .null, "kind": .text("notification"), "handle": .number(8),
                    "characteristic": .null, "named": .null, "role": .null,
                    "bytes": .text("546A135F7143FDD12D7F530554501F6500000000"),
                    "text": .text("546A135F7143FDD12D7F530554501F6500000000"), "state": .null,
                ]))
    }

    @Test
    func duration_isWrittenInSeconds_toTheMicrosecond() {
        #expect(Duration.microseconds(1_500_001).inSeconds == 1.500001)
        #expect(Duration.microseconds(-500_000).inSeconds == -0.5)
    }
}
