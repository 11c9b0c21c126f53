// SPDX-License-Identifier: Apache-2.0

import Composition
import DeviceModules
import GATT
import SleepModel
import Testing

/// A catalogue of two products: what one line in `ProductCatalogue` does.
struct SecondProductTests {
    private static let both = ProductCatalogue(
        [ProductCatalogue.all.codec(for: .hatchRest), PlainLampCodec()].compactMap { $0 })

    @Test
    func companies_areThoseOfBoth() {
        #expect(Self.both.companies == [0x0434, 0xFFFF])
    }

    @Test(arguments: [(0x0434, "hatch-rest"), (0xFFFF, "plain-lamp"), (0x004C, nil)] as [(UInt16, String?)])
    func recognize_asksEachCodec(company: UInt16, product: String?) throws {
        let address = try #require(MacAddress(rawValue: "C4:64:E3:00:00:07"))
        let heard = Advertisement(address: address, manufacturerData: [company: Array("RT".utf8)])
        #expect(Self.both.recognize(heard)?.product.rawValue == product)
        #expect(ProductCatalogue.all.recognize(heard)?.product.rawValue == (product == "plain-lamp" ? nil : product))
    }

    @Test(arguments: ["hatch-rest", "plain-lamp"])
    func codec_isThatOfTheProduct(product: String) {
        let product = HardwareProduct(rawValue: product)
        #expect(Self.both.codec(for: product)?.product == product)
    }

    @Test(arguments: ["hatch-rest-second-generation", "toaster"])
    func codec_isNone_ofAProductThatCannotBeControlled(product: String) {
        #expect(Self.both.codec(for: HardwareProduct(rawValue: product)) == nil)
    }
}

/// The least that is a product.
private struct PlainLampCodec: ProductCodec {
    let product = HardwareProduct(rawValue: "plain-lamp")
    let companies: Set<UInt16> = [0xFFFF]
    let commandCharacteristic = BluetoothUUID(0xFF01)
    let replyCharacteristic = BluetoothUUID(0xFF02)
    let stateCharacteristic = BluetoothUUID(0xFF03)
    let soundNames: [String] = []
    let capabilities = ProductCapabilities()
    let memory: (any DeviceMemoryCodec)? = nil

    func recognize(_ advertisement: Advertisement) -> ProductRecognition? {
        advertisement.manufacturerData[0xFFFF].map { _ in ProductRecognition(product: product) }
    }

    func state(in advertisement: Advertisement) -> DeviceState? { nil }

    func state(fromReport bytes: [UInt8]) throws(CodecError) -> DeviceState {
        guard let first = bytes.first else { throw CodecError(offset: 0, "a report has a byte") }
        return DeviceState(isOn: first > 0, light: .off, sound: .none, volume: .zero)
    }

    func command(for action: DeviceAction) -> [UInt8] { [action == .power(true) ? 1 : 0] }
    func reply(_ bytes: [UInt8]) -> CommandReply { .acknowledged }
    func sound(_ text: String) -> SoundID? { nil }
    func name(of sound: SoundID) -> String? { nil }
    func explanation(of value: [UInt8], on characteristic: BluetoothUUID) -> PacketExplanation? { nil }
}
