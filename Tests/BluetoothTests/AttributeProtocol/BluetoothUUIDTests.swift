// SPDX-License-Identifier: Apache-2.0

import GATT
import Testing

@Suite
struct BluetoothUUIDTests {
    private static let text = "02240002-5efd-47eb-9c1a-de53f7a2b232"
    private static let bytes: [UInt8] = [
        0x02, 0x24, 0x00, 0x02, 0x5E, 0xFD, 0x47, 0xEB, 0x9C, 0x1A, 0xDE, 0x53, 0xF7, 0xA2, 0xB2, 0x32,
    ]

    @Test
    func init_makesTheSame_fromPartsBytesHalvesAndText() {
        let uuid = BluetoothUUID(0x0224_0002, 0x5EFD, 0x47EB, 0x9C1A, 0xDE53_F7A2_B232)
        #expect(uuid.bytes == Self.bytes)
        #expect(uuid.description == Self.text)
        #expect(uuid == BluetoothUUID(bytes: Self.bytes))
        #expect(uuid == BluetoothUUID(Self.text))
        #expect(uuid == BluetoothUUID(wire: Self.bytes.reversed()))
        #expect(uuid == BluetoothUUID(high: 0x0224_0002_5EFD_47EB, low: 0x9C1A_DE53_F7A2_B232))
        #expect(uuid.assigned == nil)
        #expect(uuid.wire == Self.bytes.reversed())
    }

    @Test(arguments: [0, 0x0001, 0x180F, 0x2902, 0xFFFF] as [UInt16])
    func assigned_isTheNumber_ofOneOfTheSIGs(number: UInt16) {
        let uuid = BluetoothUUID(number)
        let wire = [UInt8(number & 0xFF), UInt8(number >> 8)]
        #expect(uuid.assigned == number)
        #expect(uuid.wire == wire)
        #expect(uuid.bytes.suffix(12) == [0, 0, 0x10, 0, 0x80, 0, 0, 0x80, 0x5F, 0x9B, 0x34, 0xFB])
        #expect(BluetoothUUID(wire: uuid.longWire) == uuid)
        #expect(BluetoothUUID(wire: wire) == uuid)
    }

    @Test(arguments: [
        "00010000-0000-1000-8000-00805f9b34fb", "0000180f-0000-1001-8000-00805f9b34fb",
        "0000180f-0000-1000-8000-00805f9b34fc",
    ])
    func assigned_isNone_forWhatOnlyLooksLikeIt(text: String) throws {
        let uuid = try #require(BluetoothUUID(text))
        #expect(uuid.assigned == nil)
        #expect(uuid.description == text)
    }
}
