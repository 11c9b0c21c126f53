// SPDX-License-Identifier: Apache-2.0

import AttributeProtocol
import CivilTime
import FoundationEssentials
import GATT
import HatchRest
import SeededRandom
import SleepModel
import Testing

@testable import Captures
@testable import Replay

/// Captures that are cut, damaged or no captures at all.
@Suite(.timeLimit(.minutes(1)))
struct CaptureDamageTests {
    private static func sample() -> [UInt8] {
        var capture = MadeCapture.session("SI01", "SV33", "PGB01", end: nil)
        capture.received(3, .notification(handle: 8, value: MadeCapture.on))
        capture.sent(4, .readRequest(handle: 8))
        capture.received(5, .readResponse(MadeCapture.off))
        let payload = MadeCapture.bytes("5254F8001CCC43FDD12D7F530554450000000000 50DF6500")
        capture.add(6, .disconnected(0x40, reason: 0x13))
        capture.add(7, .advertised(.init(address: MadeCapture.device, manufacturerData: [0x0434: payload])))
        return capture.bytes
    }

    @Test
    func everyBeginning_givesWhatIsWhole_orSaysThatItIsNone() throws {
        let bytes = Self.sample()
        let whole = try MadeCapture.timeline(bytes)
        for length in 0..<bytes.count {
            let beginning = Array(bytes.prefix(length))
            guard length >= 16 else {
                let error = #expect(throws: CaptureError.self) { try MadeCapture.timeline(beginning) }
                #expect(error?.code == (length == 0 ? .notACapture : .truncatedHeader))
                continue
            }
            let timeline = try MadeCapture.timeline(beginning)
            // Where a record ends nothing is missing.
            let isCut = !whole.entries.isEmpty && !Self.boundaries(bytes).contains(length)
            #expect(timeline.isTruncated == isCut, "cut at \(length)")
            #expect(timeline.notes.isEmpty != isCut)
            let kept = whole.entries.filter { $0.packet <= timeline.packets }
            // Names count for the whole capture, so they may be missing from a beginning.
            #expect(timeline.entries.map(\.packet) == kept.map(\.packet))
            #expect(timeline.entries.map(\.bytes) == kept.map(\.bytes))
        }
    }

    private static func boundaries(_ bytes: [UInt8]) -> Set<Int> {
        var found: Set = [16]
        var offset = 16
        while offset + 24 <= bytes.count {
            offset += 24 + Int(bytes[offset + 6]) << 8 + Int(bytes[offset + 7])
            found.insert(offset)
        }
        return found
    }

    /// Reads bytes to the end, and everything that is made of what they say.
    private static func use(_ bytes: [UInt8]) -> Bool {
        do throws(CaptureError) {
            let timeline = try MadeCapture.timeline(bytes)
            #expect(timeline.entries.count <= timeline.packets)
            for device in CapturedDevice.all(in: timeline, codecs: [HatchRestCodec()]) {
                _ = try ReplayScript(timeline, address: device.address, codec: device.codec)
            }
            return true
        } catch {
            #expect(!error.message.isEmpty && (error.offset ?? 0) <= bytes.count)
            return false
        }
    }

    @Test
    func damagedCaptures_areReadOrRefused_andNeverTrap() {
        let bytes = Self.sample()
        var generator = SeededGenerator(seed: 5)
        var readable = 0
        for _ in 0..<6000 {
            var damaged = bytes
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let index = Int.random(in: 16..<damaged.count, using: &generator)
                damaged[index] ^= 1 << UInt8.random(in: 0...7, using: &generator)
            }
            if Self.use(damaged) { readable += 1 }
        }
        // Most bits are of times and values, so that most of this is about more than the lengths.
        #expect(readable > 1000 && readable < 6000)
    }

    @Test
    func randomPackets_areReadOrIgnored_andNeverTrap() throws {
        var generator = SeededGenerator(seed: 6)
        for number in 0..<5000 {
            let format = BtsnoopFormat.allCases[number % 3]
            var bytes = BtsnoopWriter.header(format)
            for _ in 0..<4 {
                var data = generator.bytes(Int.random(in: 0...40, using: &generator))
                let flags = UInt32.random(in: 0...5, using: &generator)
                // Often enough like something that is looked into.
                if !data.isEmpty, Bool.random(using: &generator) {
                    data[0] = [0x02, 0x04, 0x3E, 0x05, 0x40][Int.random(in: 0..<5, using: &generator)]
                }
                bytes += BtsnoopWriter.record(at: .min, flags: flags, data: data)
            }
            #expect(Self.use(bytes))
        }
    }

    @Test
    func randomValues_areExplained_andNeverTrap() throws {
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<3000 {
            var capture = MadeCapture()
            capture.add(0, .connected(0x40, to: MadeCapture.device))
            if Bool.random(using: &generator) { capture.discover(0) }
            for _ in 0..<4 {
                let payload = generator.bytes(Int.random(in: 0...24, using: &generator))
                let isSent = Bool.random(using: &generator)
                let opcode = UInt8.random(in: 0...0x1F, using: &generator)
                let pdu = [opcode, UInt8.random(in: 0...9, using: &generator), 0] + payload
                let frame = [UInt8(pdu.count), 0, 4, 0] + pdu
                let header: [UInt8] = [0x40, isSent ? 0 : 0x20, UInt8(frame.count), 0]
                capture.add(1, HCIPacket(.data, isSent: isSent, header + frame))
            }
            #expect(Self.use(capture.bytes))
        }
    }

    @Test
    func randomBytes_areNoCapture() {
        var generator = SeededGenerator(seed: 8)
        for _ in 0..<5000 {
            #expect(!Self.use(generator.bytes(Int.random(in: 0...64, using: &generator))))
        }
    }

    // MARK: - Files

    @Test
    func file_isReadPieceByPiece_likeItsBytes() throws {
        let path = temporaryPath()
        defer { try? FileManager.default.removeItem(atPath: path) }
        var capture = MadeCapture.session(end: nil)
        // More than one piece of 64 KiB.
        for number in 0..<1500 { capture.received(Double(number), .notification(handle: 8, value: MadeCapture.on)) }
        try Data(capture.bytes).write(to: URL(filePath: path))
        #expect(try CaptureFile.read(path, codecs: [HatchRestCodec()]) == capture.timeline())
    }

    @Test(arguments: ["/nowhere/evening.btsnoop", "/dev/zero", "/"])
    func file_isRefused_whenItIsNone(path: String) {
        let error = #expect(throws: CaptureError.self) { try CaptureFile.read(path, codecs: []) }
        #expect(error?.code == .unreadable)
        #expect(error?.message.hasPrefix(path) ?? false)
    }
}
