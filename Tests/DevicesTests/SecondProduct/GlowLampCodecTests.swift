// SPDX-License-Identifier: Apache-2.0

import DeviceModules
import GATT
import HatchRest
import SecondProduct
import SleepModel
import Testing

/// The second product by itself, and that neither product takes what is the other's.
struct GlowLampCodecTests {
    private let codec = GlowLampCodec()
    private static let report = GlowLampReport()

    private func advertisement(_ company: UInt16, _ payload: [UInt8]) throws -> Advertisement {
        let address = try #require(MacAddress(rawValue: "C4:64:E3:00:00:07"))
        return Advertisement(address: address, localName: "Rest", manufacturerData: [company: payload])
    }

    @Test(arguments: [
        (GlowLampCodec.companyIdentifier, GlowLampCodec.model + report.bytes, "glow-lamp"),
        (GlowLampCodec.companyIdentifier, GlowLampCodec.model, "glow-lamp"),
        (GlowLampCodec.companyIdentifier, [0x52, 0x54], nil),
        (GlowLampCodec.companyIdentifier, [], nil),
        (HatchRestCodec.companyIdentifier, GlowLampCodec.model + report.bytes, nil),
        (HatchRestCodec.companyIdentifier, [0x52, 0x54], "hatch-rest"),
    ])
    func recognize_goesByTheCompanyAndItsMark_notByTheName(
        company: UInt16, payload: [UInt8], product: String?
    ) throws {
        let heard = try advertisement(company, payload)
        let codecs: [any ProductCodec] = [HatchRestCodec(), codec]
        #expect(codecs.compactMap { $0.recognize(heard)?.product.rawValue } == [product].compactMap { $0 })
    }

    @Test
    func stateInAdvertisement_isThatOfTheReport_orNone() throws {
        var report = Self.report
        report.isOn = true
        report.volume = 31
        let (model, company) = (GlowLampCodec.model, GlowLampCodec.companyIdentifier)
        #expect(codec.state(in: try advertisement(company, model + report.bytes)) == report.state)
        #expect(codec.state(in: try advertisement(company, model + report.bytes.dropLast())) == nil)
        #expect(codec.state(in: try advertisement(HatchRestCodec.companyIdentifier, model + report.bytes)) == nil)
    }

    @Test(arguments: [
        (DeviceAction.power(true), [0x10, 0x01, 1] as [UInt8]), (.power(false), [0x10, 0x01, 0]),
        (.light(Light(.color(GlowLampHouse.red), brightness: .full)), [0x20, 0x01, 255, 20, 3, 100]),
        (.light(Light(.gradient, brightness: Level(rawValue: 78))), [0x20, 0x01, 255, 255, 255, 31]),
        (.sound(SoundID(rawValue: 2)), [0x30, 0x02, 2]), (.volume(Level(rawValue: 78)), [0x40, 0x02, 31]),
    ])
    func command_isBinary_leastSignificantByteFirst(action: DeviceAction, bytes: [UInt8]) {
        #expect(codec.command(for: action) == bytes)
    }

    @Test
    func shown_isANearLevelThatStaysAsItIs() {
        for value in UInt8.min...UInt8.max {
            let level = Level(rawValue: value)
            guard case .volume(let shown) = codec.shown(.volume(level)) else {
                Issue.record("another channel")
                continue
            }
            #expect(abs(Int(shown.rawValue) - Int(value)) <= 1)
            #expect(Level(percent: shown.percent) == shown)
            #expect(codec.shown(.volume(shown)) == .volume(shown))
        }
    }

    @Test(arguments: [
        ([0x06], CommandReply.acknowledged), ([0x15, 2], .refused("reason 2")), ([0x06, 0], .data([0x06, 0])),
        ([0x15], .data([0x15])), ([], .data([])), (Array("OK".utf8), .data(Array("OK".utf8))),
    ])
    func reply_isTheAcknowledgementByte_orARefusal(bytes: [UInt8], reply: CommandReply) {
        #expect(codec.reply(bytes) == reply)
    }

    private static let misfits: [(bytes: [UInt8], offset: Int)] = [
        ([], 0), (Array(report.bytes.dropLast()), 7), (report.bytes + [0], 8),
        ([0x58] + Array(report.bytes.dropFirst()), 0), ([0x5A, 0, 0, 0, 101, 0, 0, 0xBF], 4),
        ([0x5A, 0, 0, 0, 0, 0, 101, 0xBF], 6), ([0x5A, 0, 0, 0, 0, 0, 1, 0x5A], 7),
    ]

    @Test(arguments: misfits)
    func stateFromReport_saysWhereItDoesNotFit(bytes: [UInt8], offset: Int) {
        let error = #expect(throws: CodecError.self) { try codec.state(fromReport: bytes) }
        #expect(error?.offset == offset)
    }

    @Test
    func sounds_areFoundByTheNamesThatAreShown() {
        let named = codec.soundNames.compactMap { codec.sound($0) }
        #expect(named.map(\.rawValue) == [1, 2, 3])
        #expect(named.compactMap { codec.name(of: $0) } == codec.soundNames)
        #expect(codec.sound("rain") == nil)
        #expect(codec.name(of: .none) == nil)
        #expect(codec.name(of: SoundID(rawValue: 4)) == nil)
    }
}
