// SPDX-License-Identifier: Apache-2.0

import L2CAPTransport
import SleepModel
import Testing

/// What the kernel says of adapters.
@Suite struct AdapterInformationTests {
    @Test(arguments: [
        ("00000000", false, false), ("01000000", true, false), ("00020000", false, true), ("D10A0000", true, true),
    ])
    func information_isRead(settings: String, isPowered: Bool, usesLowEnergy: Bool) throws {
        let reply = try Hexadecimal.bytes("000000 01AA00 0A 0000 FFFFFFFF \(settings) 000000")
        let information = try #require(AdapterInformation(number: 1, reply: reply))
        #expect(
            information
                == AdapterInformation(
                    number: 1, address: try #require(MacAddress(rawValue: "00:AA:01:00:00:00")), isPowered: isPowered,
                    usesLowEnergy: usesLowEnergy))
        #expect(information.isReady == (isPowered && usesLowEnergy))
        #expect(AdapterInformation(number: 1, reply: Array(reply.prefix(16))) == nil)
    }

    @Test(arguments: [
        (nil, true), ("hci1", true), ("hci0", false), ("00:AA:01:00:00:00", true), ("00-aa-01-00-00-00", true),
        ("00:AA:01:00:00:01", false), ("", false),
    ])
    func adapter_isCalled_byItsNameAndAddress(name: String?, isCalled: Bool) throws {
        let information = AdapterInformation(
            number: 1, address: try #require(MacAddress(rawValue: "00:AA:01:00:00:00")), isPowered: true,
            usesLowEnergy: true)
        #expect(information.isCalled(name) == isCalled)
    }

    @Test(
        arguments: [
            ("0000", []), ("0100 B41ADC4106DC 02", ["DC:06:41:DC:1A:B4"]),
            ("0200 B41ADC4106DC 02 0000000001AA 00", ["DC:06:41:DC:1A:B4", "AA:01:00:00:00:00"]),
            ("", nil), ("01", nil), ("0100 B41ADC4106DC", nil), ("0000 B41ADC4106DC 02", nil),
        ] as [(String, [String]?)])
    func connections_areRead(hexadecimal: String, devices: [String]?) throws {
        let read = AdapterInformation.connections(in: try Hexadecimal.bytes(hexadecimal))
        #expect(read?.map(\.rawValue) == devices)
    }

    @Test(
        arguments: [
            ("0000", []), ("0200 0000 0100", [0, 1]), ("", nil), ("02", nil), ("0200 0000", nil),
            ("0100 0000 0100", nil),
        ] as [(String, [UInt16]?)])
    func numbers_areRead(hexadecimal: String, numbers: [UInt16]?) throws {
        #expect(AdapterInformation.numbers(in: try Hexadecimal.bytes(hexadecimal)) == numbers)
    }
}
