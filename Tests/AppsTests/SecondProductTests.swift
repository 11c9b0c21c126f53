// SPDX-License-Identifier: Apache-2.0

import Composition
import DeviceModules
import GATT
import SecondProduct
import SleepModel
import Testing

/// A catalogue of two products: what one line in `ProductCatalogue` does.
struct SecondProductTests {
    private static let both = ProductCatalogue(
        [ProductCatalogue.all.codec(for: .hatchRest), GlowLampCodec()].compactMap { $0 })

    @Test
    func companies_areThoseOfBoth() {
        #expect(Self.both.companies == [0x0434, 0xFFFF])
    }

    @Test(
        arguments: [
            (0x0434, Array("RT".utf8), "hatch-rest"), (0xFFFF, GlowLampCodec.model, "glow-lamp"),
            (0x004C, Array("RT".utf8), nil),
        ] as [(UInt16, [UInt8], String?)])
    func recognize_asksEachCodec(company: UInt16, payload: [UInt8], product: String?) throws {
        let address = try #require(MacAddress(rawValue: "C4:64:E3:00:00:07"))
        let heard = Advertisement(address: address, manufacturerData: [company: payload])
        #expect(Self.both.recognize(heard)?.product.rawValue == product)
        #expect(ProductCatalogue.all.recognize(heard)?.product.rawValue == (product == "glow-lamp" ? nil : product))
    }

    @Test(arguments: ["hatch-rest", "glow-lamp"])
    func codec_isThatOfTheProduct(product: String) {
        let product = HardwareProduct(rawValue: product)
        #expect(Self.both.codec(for: product)?.product == product)
    }

    @Test(arguments: ["hatch-rest-second-generation", "toaster"])
    func codec_isNone_ofAProductThatCannotBeControlled(product: String) {
        #expect(Self.both.codec(for: HardwareProduct(rawValue: product)) == nil)
    }
}
