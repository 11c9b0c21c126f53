// SPDX-License-Identifier: Apache-2.0

import GATT
import L2CAPTransport
import SeededRandom
import SleepModel
import Testing

/// What the kernel reports, as bytes.
@Suite struct ManagementEventTests {
    private static let rest = MacAddress(rawValue: "DC:06:41:DC:1A:B4")

    /// Somebody who was heard by hci1, with a packet of three bytes.
    private static let heard = "1200 0100 1100 B41ADC4106DC 02 C4 00000000 0300 020106"

    @Test(
        arguments: [
            ("0100 FFFF 0700 0300 00 0100 0000", .answered(opcode: 3, adapter: 0xFFFF, .success, reply: [1, 0, 0, 0])),
            ("0100 0000 0400 2300 0A 06", .answered(opcode: 0x23, adapter: 0, .busy, reply: [])),
            ("0200 0000 0300 2300 14", .answered(opcode: 0x23, adapter: 0, .permissionDenied, reply: [])),
            ("0400 0300 0000", .added(adapter: 3)), ("0500 0300 0000", .removed(adapter: 3)),
            ("0600 0000 0400 01020000", .changed(adapter: 0)), ("1300 0000 0200 06 01", .discovering(adapter: 0, true)),
            ("1300 0000 0200 06 00", .discovering(adapter: 0, false)), ("0B00 0000 0000", .other(0x0B)),
            // Not Bluetooth LE.
            ("1200 0100 0E00 B41ADC4106DC 00 C4 00000000 0000", .other(0x12)),
        ] as [(String, ManagementEvent)])
    func event_isRead(hexadecimal: String, event: ManagementEvent) throws {
        #expect(ManagementEvent(try Hexadecimal.bytes(hexadecimal)) == event)
    }

    @Test(arguments: [("C4", -60), ("7F", nil), ("00", 0)] as [(String, Int?)])
    func heard_hasAddressTypeStrengthAndPacket(strength: String, rssi: Int?) throws {
        let bytes = try Hexadecimal.bytes(Self.heard.replacing(" C4 ", with: " \(strength) "))
        let address = try #require(Self.rest)
        #expect(
            ManagementEvent(bytes)
                == .heard(adapter: 1, PeripheralAddress(address, .random), rssi: rssi, packet: [2, 1, 6]))
    }

    @Test(arguments: [
        "", "0100", "1200 0100 1100", "0100 0000 0200 2300", "0400 0300 0100", "0400 0300 0000 00",
        "1300 0000 0100 06", "1300 0000 0300 06 01 00",
        // A packet that is longer, or shorter, than it says.
        "1200 0100 1100 B41ADC4106DC 02 C4 00000000 0400 020106",
        "1200 0100 1100 B41ADC4106DC 02 C4 00000000 0200 020106",
        "1200 0100 0D00 B41ADC4106DC 02 C4 00000000 00",
    ])
    func event_isNone_ofOtherBytes(hexadecimal: String) throws {
        #expect(ManagementEvent(try Hexadecimal.bytes(hexadecimal)) == nil)
    }

    @Test
    func event_survivesHostileBytes() throws {
        var generator = SeededGenerator(seed: 15)
        let seed = try Hexadecimal.bytes(Self.heard)
        for _ in 0..<20_000 {
            var bytes = seed
            for _ in 0...Int.random(in: 0...3, using: &generator) {
                let place = Int.random(in: bytes.indices, using: &generator)
                bytes[place] = UInt8.random(in: .min ... .max, using: &generator)
            }
            bytes = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &generator)))
            guard case .heard(_, let peer, let rssi, let packet)? = ManagementEvent(bytes) else { continue }
            #expect(peer.bytes == Array(bytes[6..<12]))
            #expect(rssi.map { (-128...126).contains($0) } ?? true)
            #expect(packet == Array(bytes[20...]))
        }
    }

    @Test(arguments: [
        (ManagementCommand.listAdapters, "0300 FFFF 0000"), (.describe(1), "0400 0100 0000"),
        (.startDiscovery(0), "2300 0000 0100 06"), (.stopDiscovery(0), "2400 0000 0100 06"),
    ])
    func command_isWritten(command: ManagementCommand, hexadecimal: String) throws {
        #expect(command.encoded == (try Hexadecimal.bytes(hexadecimal)))
    }
}
