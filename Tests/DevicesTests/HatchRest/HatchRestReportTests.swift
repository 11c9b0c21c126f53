// SPDX-License-Identifier: Apache-2.0

import CivilTime
import DeviceModules
import HatchRest
import SeededRandom
import SleepModel
import Testing

@Suite
struct HatchRestReportTests {
    static let advertisement: [UInt8] = [
        0x52, 0x54, 0x6A, 0x13, 0x5F, 0x70, 0x43, 0xEE, 0x76, 0x74, 0x0C, 0x53, 0x04, 0x5D, 0x45, 0, 0, 0, 0, 0, 0x50,
        0x03, 0x65, 0x00,
    ]
    static let feedback: [UInt8] = [
        0x54, 0x6A, 0x13, 0x5F, 0x70, 0x43, 0xEE, 0x76, 0x74, 0x0C, 0x53, 0x04, 0x5D, 0x50, 0x03, 0x65, 0, 0, 0, 0,
    ]
    static let state = DeviceState(
        isOn: true, favourite: 3,
        light: Light(.color(RGBColor(red: 0xEE, green: 0x76, blue: 0x74)), brightness: Level(rawValue: 0x0C)),
        sound: SoundID(rawValue: 4), volume: Level(rawValue: 0x5D),
        clock: CivilDateTime(iso8601: "2026-05-24T20:28:32"), isTimerRunning: false)

    static let advertisementTags = [1: 0x54, 6: 0x43, 11: 0x53, 14: 0x45, 20: 0x50, 22: 0x65] as [Int: UInt8]
    static let feedbackTags = [0: 0x54, 5: 0x43, 10: 0x53, 13: 0x50, 15: 0x65] as [Int: UInt8]

    struct Power: Sendable, CustomTestStringConvertible {
        var byte: UInt8
        var isOn: Bool
        var favourite: Int?

        var testDescription: String { byte.hexadecimal }
    }

    /// On when bits 7 and 6 are clear; the low six bits name favourites 1 to 6.
    static let powers = [
        Power(byte: 0x00, isOn: true), Power(byte: 0x1F, isOn: true), Power(byte: 0x3F, isOn: true),
        Power(byte: 0x01, isOn: true, favourite: 1), Power(byte: 0x02, isOn: true, favourite: 2),
        Power(byte: 0x03, isOn: true, favourite: 3), Power(byte: 0x04, isOn: true, favourite: 4),
        Power(byte: 0x05, isOn: true, favourite: 5), Power(byte: 0x06, isOn: true, favourite: 6),
        Power(byte: 0x07, isOn: true), Power(byte: 0x40, isOn: false), Power(byte: 0x80, isOn: false),
        Power(byte: 0xC0, isOn: false), Power(byte: 0xC2, isOn: false, favourite: 2), Power(byte: 0xDF, isOn: false),
        Power(byte: 0xFF, isOn: false),
    ]

    @Test
    func reports_giveTheSameState_fromTheSameValues() throws {
        #expect(try HatchRestReport.advertisement(Self.advertisement) == Self.state)
        #expect(try HatchRestReport.feedback(Self.feedback) == Self.state)
    }

    @Test(arguments: powers)
    func powerByte_readsAsTheTableSays(power: Power) throws {
        var expected = Self.state
        expected.isOn = power.isOn
        expected.favourite = power.favourite
        var advertisement = Self.advertisement
        advertisement[21] = power.byte
        var feedback = Self.feedback
        feedback[14] = power.byte
        #expect(try HatchRestReport.advertisement(advertisement) == expected)
        #expect(try HatchRestReport.feedback(feedback) == expected)
    }

    @Test(arguments: [(0x00, false), (0x7F, false), (0x80, true), (0x82, true), (0xFF, true)] as [(UInt8, Bool)])
    func timer_runs_whenBit7OfTheEventByteIsSet(byte: UInt8, isRunning: Bool) throws {
        var expected = Self.state
        expected.isTimerRunning = isRunning
        var advertisement = Self.advertisement
        advertisement[23] = byte
        var feedback = Self.feedback
        feedback[16] = byte
        #expect(try HatchRestReport.advertisement(advertisement) == expected)
        #expect(try HatchRestReport.feedback(feedback) == expected)
    }

    @Test
    func reports_areReadAtFixedOffsets_whenClockAndColourLookLikeTags() throws {
        var feedback = Self.feedback
        feedback.replaceSubrange(1...4, with: [0x43, 0x53, 0x50, 0x65])
        feedback.replaceSubrange(6...9, with: [0x53, 0x50, 0x65, 0x54])
        feedback[11] = 0x50
        feedback[12] = 0x53
        let state = try HatchRestReport.feedback(feedback)
        #expect(
            state.light
                == Light(.color(RGBColor(red: 0x53, green: 0x50, blue: 0x65)), brightness: Level(rawValue: 0x54)))
        #expect(state.sound == SoundID(rawValue: 0x50))
        #expect(state.volume == Level(rawValue: 0x53))
        #expect(state.clock == CivilDateTime(iso8601: "2005-10-17T07:19:01"))
    }

    @Test
    func packetOrPayload_isReadEitherWay() throws {
        let packet: [UInt8] = [0x02, 0x01, 0x06, 0x1B, 0xFF, 0x34, 0x04] + Self.advertisement
        #expect(try HatchRestReport.advertisement(packetOrPayload: Self.advertisement) == Self.state)
        #expect(try HatchRestReport.advertisement(packetOrPayload: packet) == Self.state)
    }

    @Test(arguments: [(0, 7), (1, 8), (6, 13), (11, 18), (14, 21), (20, 27), (22, 29)])
    func packet_namesTheOffsetInThePacket_whenATagIsWrong(offset: Int, inPacket: Int) {
        var bytes: [UInt8] = [0x02, 0x01, 0x06, 0x1B, 0xFF, 0x34, 0x04] + Self.advertisement
        bytes[7 + offset] ^= 0x01
        let error = #expect(throws: CodecError.self) { try HatchRestReport.advertisement(packetOrPayload: bytes) }
        #expect(error?.offset == inPacket)
    }

    @Test
    func packet_saysWhereItEnds_whenItEndsInAStructure() {
        let packet: [UInt8] = [0x02, 0x01, 0x06, 0x1B, 0xFF, 0x34, 0x04] + Self.advertisement
        let error = #expect(throws: CodecError.self) {
            try HatchRestReport.advertisement(packetOrPayload: Array(packet.dropLast()))
        }
        #expect(
            error == CodecError(offset: 30, "the packet ends here, within the structure that begins at offset 3"))
    }

    @Test
    func packetOrPayload_neverCrashes_whenCutShort() {
        let packet: [UInt8] = [0x02, 0x01, 0x06, 0x1B, 0xFF, 0x34, 0x04] + Self.advertisement
        for bytes in [Self.advertisement, packet] {
            for count in 0..<bytes.count {
                #expect(throws: CodecError.self) {
                    try HatchRestReport.advertisement(packetOrPayload: Array(bytes.prefix(count)))
                }
            }
        }
    }

    @Test(arguments: 0..<24)
    func advertisement_saysWhereItEnds_whenCutShort(count: Int) {
        let error = #expect(throws: CodecError.self) {
            try HatchRestReport.advertisement(Array(Self.advertisement.prefix(count)))
        }
        #expect(error?.offset == count)
    }

    @Test(arguments: 0..<20)
    func feedback_saysWhereItEnds_whenCutShort(count: Int) {
        let error = #expect(throws: CodecError.self) {
            try HatchRestReport.feedback(Array(Self.feedback.prefix(count)))
        }
        #expect(error?.offset == count)
    }

    @Test
    func reports_areRefused_whenTheyGoOn() {
        let advertisement = #expect(throws: CodecError.self) {
            try HatchRestReport.advertisement(Self.advertisement + [0])
        }
        #expect(advertisement?.offset == 24)
        let feedback = #expect(throws: CodecError.self) { try HatchRestReport.feedback(Self.feedback + [0]) }
        #expect(feedback?.offset == 20)
    }

    @Test(arguments: [0, 1, 6, 11, 14, 20, 22])
    func advertisement_namesTheOffset_whenATagIsWrong(offset: Int) {
        var bytes = Self.advertisement
        bytes[offset] ^= 0x01
        let error = #expect(throws: CodecError.self) { try HatchRestReport.advertisement(bytes) }
        #expect(error?.offset == offset)
    }

    @Test(arguments: [0, 5, 10, 13, 15])
    func feedback_namesTheOffset_whenATagIsWrong(offset: Int) {
        var bytes = Self.feedback
        bytes[offset] ^= 0x01
        let error = #expect(throws: CodecError.self) { try HatchRestReport.feedback(bytes) }
        #expect(error?.offset == offset)
    }

    @Test
    func advertisement_isRead_withTheLowerCaseMark() throws {
        var bytes = Self.advertisement
        bytes[0] = UInt8(ascii: "r")
        #expect(try HatchRestReport.advertisement(bytes) == Self.state)
    }

    @Test
    func reports_areReadExactlyWhereTheTagsFit_fromRandomBytes() {
        var generator = SeededGenerator(seed: 0x4C75_6C6C)
        var readCount = 0
        for _ in 0..<5000 {
            let bytes = Self.randomBytes(&generator)
            let advertisement = try? HatchRestReport.advertisement(bytes)
            let feedback = try? HatchRestReport.feedback(bytes)
            #expect((advertisement != nil) == Self.isAdvertisement(bytes))
            #expect((feedback != nil) == (bytes.count == 20 && Self.fits(bytes, Self.feedbackTags)))
            if advertisement != nil || feedback != nil { readCount += 1 }
        }
        #expect((1000..<4000).contains(readCount))
    }

    /// Any bytes at all, or bytes of the right length in which each tag is right eleven times out of twelve.
    private static func randomBytes(_ generator: inout SeededGenerator) -> [UInt8] {
        let (count, tags) =
            switch UInt8.random(in: 0..<3, using: &generator) {
            case 0: (24, advertisementTags.merging([0: 0x52]) { first, _ in first })
            case 1: (20, feedbackTags)
            default: (Int.random(in: 0...40, using: &generator), [:])
            }
        var bytes = generator.bytes(count)
        for (offset, tag) in tags.sorted(by: { $0.key < $1.key }) where Int.random(in: 0..<12, using: &generator) > 0 {
            bytes[offset] = tag
        }
        return bytes
    }

    private static func isAdvertisement(_ bytes: [UInt8]) -> Bool {
        bytes.count == 24 && (bytes[0] == 0x52 || bytes[0] == 0x72) && fits(bytes, advertisementTags)
    }

    private static func fits(_ bytes: [UInt8], _ tags: [Int: UInt8]) -> Bool {
        tags.allSatisfy { bytes[$0.key] == $0.value }
    }
}
