// SPDX-License-Identifier: Apache-2.0

import DeviceModules
import GATT
import HatchRest
import SleepModel
import Testing

@Suite
struct HatchRestGoldenTests {
    let codec = HatchRestCodec()
    let address: MacAddress

    init() throws {
        address = try #require(MacAddress(rawValue: "DC:06:41:DC:1A:B4"))
    }

    private func advertisement(of fixture: HatchRestFixture) -> Advertisement {
        switch fixture.form {
        case .packet: Advertisement(address: address, rssi: nil, packet: fixture.bytes)
        case .payload, nil:
            Advertisement(address: address, manufacturerData: [HatchRestCodec.companyIdentifier: fixture.bytes])
        }
    }

    private func document(_ state: DeviceState) -> DeviceStateDocument {
        DeviceStateDocument(state, product: codec.product, soundName: codec.name(of: state.sound))
    }

    @Test
    func fixtures_areAllThere() throws {
        #expect(try HatchRestFixture.advertisements().count >= 5)
        #expect(try HatchRestFixture.feedback().count >= 7)
    }

    @Test(arguments: try HatchRestFixture.advertisements())
    func advertisement_readsAsItsCaptureSays(fixture: HatchRestFixture) {
        #expect(codec.state(in: advertisement(of: fixture)).map(document) == fixture.expected)
    }

    @Test(arguments: try HatchRestFixture.feedback())
    func feedback_readsAsItsCaptureSays(fixture: HatchRestFixture) throws {
        #expect(document(try codec.state(fromReport: fixture.bytes)) == fixture.expected)
    }

    @Test
    func packet_givesNameAndBattery_thoughItsLastByteIsMissing() throws {
        let fixtures = try HatchRestFixture.advertisements()
        let sophie = try HatchRestFixture.named("Sophie, advertisement and scan response", in: fixtures)
        #expect(
            advertisement(of: sophie)
                == Advertisement(
                    address: address, localName: "Sophie", serviceData: [BluetoothUUID(0x180F): [100]]))
    }

    @Test
    func packetPayload_saysWhereItEnds_asItsLastByteIsMissing() throws {
        let fixtures = try HatchRestFixture.advertisements()
        let sophie = try HatchRestFixture.named("Sophie, advertisement and scan response", in: fixtures)
        let payload = Array(sophie.bytes.suffix(23))
        #expect(payload.first == UInt8(ascii: "R"))
        let error = #expect(throws: CodecError.self) { try HatchRestReport.advertisement(payload) }
        #expect(error?.offset == 23)
    }

    @Test
    func secondGeneration_isToldApart() throws {
        let fixtures = try HatchRestFixture.advertisements()
        let unit = try HatchRestFixture.named("Second generation", in: fixtures)
        #expect(codec.recognize(advertisement(of: unit))?.product == .hatchRestSecondGeneration)
    }
}
