// SPDX-License-Identifier: Apache-2.0

import DeviceModules
import GATT
import HatchRest
import SleepModel
import Testing

@Suite
struct HatchRestRecognitionTests {
    let codec = HatchRestCodec()
    let address: MacAddress

    init() throws {
        address = try #require(MacAddress(rawValue: "CB:BA:BE:52:63:1F"))
    }

    private func advertisement(_ payload: [UInt8], company: UInt16 = 0x0434, name: String? = nil) -> Advertisement {
        Advertisement(address: address, localName: name, manufacturerData: [company: payload])
    }

    @Test(arguments: ["R", "r"])
    func recognize_isTheFirstGeneration_byItsMark(mark: String) {
        let payload = Array(mark.utf8) + HatchRestReportTests.advertisement.dropFirst()
        #expect(codec.recognize(advertisement(payload)) == ProductRecognition(product: .hatchRest))
        #expect(codec.state(in: advertisement(payload)) == HatchRestReportTests.state)
    }

    @Test
    func recognize_givesAReason_forTheSecondGeneration() throws {
        let payload = try Hexadecimal.bytes("454DD2596EE385A45A01")
        let recognition = try #require(codec.recognize(advertisement(payload, name: "RIOT Plus9ACDE6")))
        #expect(recognition.product == .hatchRestSecondGeneration)
        #expect(recognition.reason != nil)
        #expect(codec.state(in: advertisement(payload)) == nil)
    }

    @Test(arguments: ["", "E", "EX", "EA00", "M", "TR", "\u{0}RT", "X"])
    func recognize_isNil_forAnotherMark(payload: String) {
        #expect(codec.recognize(advertisement(Array(payload.utf8))) == nil)
    }

    @Test(arguments: [0x004C, 0x3404, 0x0000, 0xFFFF] as [UInt16])
    func recognize_isNil_forAnotherMaker(company: UInt16) {
        let advertisement = advertisement(HatchRestReportTests.advertisement, company: company, name: "Hatch Rest")
        #expect(codec.recognize(advertisement) == nil)
        #expect(codec.state(in: advertisement) == nil)
    }

    @Test
    func recognize_isNil_forANameAlone() {
        let advertisement = Advertisement(address: address, localName: "Hatch Rest")
        #expect(codec.recognize(advertisement) == nil)
        #expect(codec.state(in: advertisement) == nil)
    }

    @Test(
        arguments: [
            [0x52], [0x52, 0x54], Array(repeating: 0x52, count: 24), Array(repeating: 0x52, count: 254),
            HatchRestReportTests.advertisement + [0x00],
        ] as [[UInt8]])
    func state_isNil_whenTheMarkIsRightAndTheRestIsNot(payload: [UInt8]) {
        #expect(codec.recognize(advertisement(payload)) == ProductRecognition(product: .hatchRest))
        #expect(codec.state(in: advertisement(payload)) == nil)
    }
}
