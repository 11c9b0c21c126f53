// SPDX-License-Identifier: Apache-2.0

import CivilTime
import ControlAPI
import DeviceModules
import GATT
import HatchRest
import SleepModel
import Testing

@testable import ControlServices

/// What a scan makes of advertisements that anybody may send.
@Suite
struct NearbyDevicesTests {
    private static let rest: [UInt16: [UInt8]] = [0x0434: Array("RT".utf8)]
    private static let secondGeneration: [UInt16: [UInt8]] = [0x0434: Array("EM12345678".utf8)]

    private static func address(_ number: Int) -> MacAddress? {
        let digits = String(number, radix: 16, uppercase: true)
        let padded = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        return MacAddress(rawValue: "DC:06:41:00:\(padded.prefix(2)):\(padded.suffix(2))")
    }

    private func advertisement(
        _ number: Int, name: String? = nil, data: [UInt16: [UInt8]] = [:], rssi: Int? = -50
    ) throws -> Advertisement {
        Advertisement(
            address: try #require(Self.address(number)), localName: name, manufacturerData: data, rssi: rssi)
    }

    private func nearby(_ paired: [PairedDevice] = []) -> NearbyDevices {
        NearbyDevices(paired: paired, products: ProductCatalogue([HatchRestCodec()]))
    }

    @Test
    func entry_isPutTogether_fromNameAndDataOfDifferentPackets() throws {
        var nearby = nearby()
        nearby.hear(try advertisement(1, name: "Maia", rssi: -70))
        nearby.hear(try advertisement(1, data: Self.rest, rssi: nil))
        nearby.hear(try advertisement(1, rssi: -60))
        #expect(
            nearby.documents == [
                DeviceDocument(
                    address: try #require(Self.address(1)), name: "Maia", product: "hatch-rest", supported: true,
                    reason: nil, rssi: -60, paired: false)
            ])
    }

    @Test
    func unknownMakers_areLeftOut() throws {
        var nearby = nearby()
        nearby.hear(try advertisement(1, name: "Hatch Rest", data: [0x004C: Array("RT".utf8)]))
        nearby.hear(try advertisement(2, name: "Hatch Rest"))
        #expect(nearby.documents == [])
    }

    @Test
    func secondGeneration_isListed_withTheReason() throws {
        var nearby = nearby()
        nearby.hear(try advertisement(1, data: Self.secondGeneration))
        let document = try #require(nearby.documents.first)
        #expect(document.product == "hatch-rest-second-generation")
        #expect(!document.supported)
        #expect(document.reason?.contains("Wi-Fi") == true)
    }

    @Test
    func recognition_keepsTheStrongest_whenAnAddressSaysBoth() throws {
        var nearby = nearby()
        for data in [Self.secondGeneration, Self.rest, Self.secondGeneration] {
            nearby.hear(try advertisement(1, data: data))
        }
        #expect(nearby.documents.map(\.product) == ["hatch-rest"])
    }

    @Test
    func order_isSupportedThenSignalThenAddress() throws {
        var nearby = nearby()
        nearby.hear(try advertisement(1, data: Self.secondGeneration, rssi: -10))
        nearby.hear(try advertisement(5, data: Self.rest, rssi: nil))
        nearby.hear(try advertisement(4, data: Self.rest, rssi: -80))
        nearby.hear(try advertisement(3, data: Self.rest, rssi: -40))
        nearby.hear(try advertisement(2, data: Self.rest, rssi: -80))
        #expect(nearby.documents.map(\.address) == [3, 2, 4, 5, 1].compactMap(Self.address))
    }

    @Test
    func pairedDevice_isListedByItsNickname_evenWhenItsDataIsMissing() throws {
        let device = PairedDevice(
            address: try #require(Self.address(1)), name: "nursery", product: .hatchRest,
            pairedAt: Instant(secondsSince1970: 0))
        var nearby = nearby([device])
        nearby.hear(try advertisement(1, name: "Impostor"))
        #expect(nearby.documents.map(\.name) == ["nursery"])
        #expect(nearby.documents.map(\.paired) == [true])
    }

    @Test(
        arguments: [
            ("\u{1B}[2J\u{1B}]0;x\u{7}", "\u{FFFD}[2J\u{FFFD}]0;x\u{FFFD}"),
            ("a\nb\r\nc\td", "a\u{FFFD}b\u{FFFD}\u{FFFD}c\u{FFFD}d"),
            ("a\u{202E}b\u{2066}c\u{200F}", "a\u{FFFD}b\u{FFFD}c\u{FFFD}"),
            ("a\u{9B}31m\u{7F}\u{0}", "a\u{FFFD}31m\u{FFFD}\u{FFFD}"),
            ("a\u{2028}b\u{E000}\u{E0041}", "a\u{FFFD}b\u{FFFD}\u{FFFD}"),
            (String(repeating: "x", count: 10_000), String(repeating: "x", count: 64)),
            ("  Kinderzimmer   🌙 ", "Kinderzimmer 🌙"),
            ("   ", nil), ("", nil),
        ] as [(String, String?)])
    func name_isHarmless_whateverIsAdvertised(_ advertised: String, _ name: String?) throws {
        var nearby = nearby()
        nearby.hear(try advertisement(1, name: advertised, data: Self.rest))
        #expect(nearby.documents.map(\.name) == [name])
    }

    @Test
    func memory_isBounded_andKeepsWhatTellsMost() throws {
        let device = PairedDevice(
            address: try #require(Self.address(60_001)), name: "nursery", product: .hatchRest,
            pairedAt: Instant(secondsSince1970: 0))
        var nearby = nearby([device])
        for number in 0..<3000 { nearby.hear(try advertisement(number, name: "x", rssi: -30)) }
        for number in 3000..<5000 { nearby.hear(try advertisement(number, data: Self.rest, rssi: -90)) }
        nearby.hear(try advertisement(60_000, data: Self.rest, rssi: -40))
        nearby.hear(try advertisement(60_001, data: Self.rest, rssi: -99))
        for number in 5000..<8000 { nearby.hear(try advertisement(number, name: "x", rssi: -20)) }
        #expect(nearby.count == NearbyDevices.limit)
        let addresses = nearby.documents.map(\.address)
        #expect(addresses.count == NearbyDevices.limit)
        #expect(addresses.contains(try #require(Self.address(60_000))))
        #expect(addresses.contains(device.address))
    }
}
