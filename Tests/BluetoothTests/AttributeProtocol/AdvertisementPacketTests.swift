// SPDX-License-Identifier: Apache-2.0

import AttributeProtocol
import GATT
import SeededRandom
import SleepModel
import Testing

@Suite
struct AdvertisementPacketTests {
    static let address = MacAddress(rawValue: "DC:06:41:DC:1A:B4")

    private func advertisement(_ hexadecimal: String) throws -> Advertisement {
        Advertisement(
            address: try #require(Self.address), rssi: -60, packet: try Hexadecimal.bytes(hexadecimal))
    }

    @Test
    func init_readsARecordedPacketWithItsScanResponse() throws {
        let advertisement = try advertisement(
            """
            0709536F70686965 020106 03030A18 04160F1864 1BFF340452546318BA6E43FDD12DFF5304FF450000000000501F6500
            """)
        #expect(
            advertisement
                == Advertisement(
                    address: try #require(Self.address), localName: "Sophie",
                    manufacturerData: [
                        0x0434: try Hexadecimal.bytes("52546318BA6E43FDD12DFF5304FF450000000000501F6500")
                    ],
                    serviceData: [BluetoothUUID(0x180F): [0x64]], rssi: -60))
    }

    @Test(arguments: [
        ("", nil), ("03096869", "hi"), ("03086869", "hi"), ("0308686903096F6B", "ok"), ("03096F6B03086869", "ok"),
        ("0309C328", "\u{FFFD}("), ("0509686903", nil), ("00 03096869", nil), ("0109", ""), ("01", nil), ("FF09", nil),
    ])
    func init_readsTheName_asFarAsThereIsOne(hexadecimal: String, name: String?) throws {
        #expect(
            try advertisement(hexadecimal)
                == Advertisement(
                    address: try #require(Self.address), localName: name, rssi: -60))
    }

    @Test
    func init_ignoresDataTooShortForItsKey() throws {
        #expect(
            try advertisement("02FF34 02160F 0F21000102030405060708090A0B0C0D 01FF 0116")
                == Advertisement(address: try #require(Self.address), rssi: -60))
    }

    @Test
    func init_survivesRandomBytes() throws {
        var generator = SeededGenerator(seed: 4)
        let address = try #require(Self.address)
        for _ in 0..<5000 {
            let packet = generator.bytes(upTo: 62)
            let encoded = AdvertisingStructure.structures(in: packet).flatMap(\.encoded)
            #expect(packet.starts(with: encoded))
            _ = Advertisement(address: address, rssi: nil, packet: packet)
        }
    }
}
