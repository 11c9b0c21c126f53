// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import SleepModel
import Testing

@Suite
struct MacAddressTests {
    @Test(arguments: [
        ("DC:06:41:DC:1A:B4", "DC:06:41:DC:1A:B4"), ("dc:06:41:dc:1a:b4", "DC:06:41:DC:1A:B4"),
        ("dc-06-41-DC-1a-B4", "DC:06:41:DC:1A:B4"), ("00:00:00:00:00:00", "00:00:00:00:00:00"),
        ("ff:ff:ff:ff:ff:ff", "FF:FF:FF:FF:FF:FF"),
    ])
    func address_isReadIntoItsCanonicalForm(text: String, canonical: String) {
        #expect(MacAddress(rawValue: text)?.rawValue == canonical)
    }

    @Test(arguments: [
        "", ":", ":::::", "DC:06:41:DC:1A", "DC:06:41:DC:1A:B4:00", "DC:06:41:DC:1A:B", "DC:06:41:DC:1A:B44",
        "DC06:41:DC:1A:B4", "DC0641DC1AB4", "DC:06:41:DC:1A:G4", "DC:06:41:DC:1A:+4", "DC:06:41:DC:1A:-4",
        " DC:06:41:DC:1A:B4", "DC:06:41:DC:1A:B4 ", "DC:06:41:DC:1A:B4\n", "DC_06_41_DC_1A_B4", "DC:06:41:DC::1AB4",
        "DC:06:41:DC:1A:Ｂ4", "٠٠:٠٠:٠٠:٠٠:٠٠:٠٠", "nursery",
    ])
    func address_isNil_forAnythingElse(text: String) {
        #expect(MacAddress(rawValue: text) == nil)
    }

    @Test
    func bytes_comeBack() throws {
        let bytes: [UInt8] = [0xDC, 0x06, 0x41, 0xDC, 0x0A, 0xB4]
        let address = try #require(MacAddress(bytes: bytes))
        #expect(address.rawValue == "DC:06:41:DC:0A:B4")
        #expect(address.bytes == bytes)
    }

    @Test(arguments: [0, 5, 7])
    func address_isNil_forAnotherCountOfBytes(count: Int) {
        #expect(MacAddress(bytes: Array(repeating: 0, count: count)) == nil)
    }

    @Test
    func addresses_areOrderedByTheirText() throws {
        let first = try #require(MacAddress(rawValue: "0A:00:00:00:00:00"))
        let second = try #require(MacAddress(rawValue: "A0:00:00:00:00:00"))
        #expect([second, first].sorted() == [first, second])
    }

    @Test
    func json_isTheCanonicalText() throws {
        let address = try #require(MacAddress(rawValue: "dc-06-41-dc-1a-b4"))
        let data = try JSONEncoder().encode([address])
        #expect(String(decoding: data, as: UTF8.self) == #"["DC:06:41:DC:1A:B4"]"#)
        #expect(try JSONDecoder().decode([MacAddress].self, from: data) == [address])
    }

    @Test
    func json_isRefused_whenItIsNoAddress() {
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([MacAddress].self, from: Data(#"["nursery"]"#.utf8))
        }
    }
}
