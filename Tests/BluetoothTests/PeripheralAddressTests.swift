// SPDX-License-Identifier: Apache-2.0

import GATT
import SleepModel
import Testing

/// Which type an address has, and how long it lasts.
@Suite struct PeripheralAddressTests {
    @Test(
        arguments: [
            ("DC:06:41:DC:1A:B4", .random), ("C0:00:00:00:00:01", .random), ("00:AA:01:01:00:01", .assigned),
            ("7F:00:00:00:00:01", .assigned), ("BF:00:00:00:00:01", .assigned),
        ] as [(String, AddressKind)])
    func type_isGuessed_fromTheHighestBits(text: String, kind: AddressKind) throws {
        #expect(PeripheralAddress(guessing: try #require(MacAddress(rawValue: text))).kind == kind)
    }

    @Test(
        arguments: [
            ("DC:06:41:DC:1A:B4", .random, .lasting), ("5A:06:41:DC:1A:B4", .random, .resolvable),
            ("1A:06:41:DC:1A:B4", .random, .unresolvable), ("9A:06:41:DC:1A:B4", .random, .unresolvable),
            ("5A:06:41:DC:1A:B4", .assigned, .lasting),
        ] as [(String, AddressKind, PeripheralAddress.Lifetime)])
    func address_lasts_asItsTypeSays(
        text: String, kind: AddressKind, lifetime: PeripheralAddress.Lifetime
    ) throws {
        #expect(PeripheralAddress(try #require(MacAddress(rawValue: text)), kind).lifetime == lifetime)
    }

    @Test
    func bytes_areInTheOrderOfTheAir() throws {
        let address = PeripheralAddress(try #require(MacAddress(rawValue: "DC:06:41:DC:1A:B4")), .random)
        #expect(address.bytes == [0xB4, 0x1A, 0xDC, 0x41, 0x06, 0xDC])
    }
}
