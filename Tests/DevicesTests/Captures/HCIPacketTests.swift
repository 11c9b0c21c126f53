// SPDX-License-Identifier: Apache-2.0

import AttributeProtocol
import CivilTime
import GATT
import SleepModel
import Testing

@testable import Captures

/// Packets and events, against bytes written down from the Bluetooth Core Specification.
@Suite
struct HCIPacketTests {
    private static func packet(_ flags: UInt32, _ data: [UInt8], _ format: BtsnoopFormat) -> HCIPacket {
        HCIPacket(BtsnoopRecord(number: 1, offset: 16, time: .min, flags: flags, data: data), format)
    }

    @Test(arguments: [
        (UInt32(0), HCIPacket.Kind.data, true), (1, .data, false), (2, .command, true), (3, .event, false),
    ])
    func packet_hasItsKindInTheFlags_unencapsulated(flags: UInt32, kind: HCIPacket.Kind, isSent: Bool) {
        #expect(Self.packet(flags, [0xAA], .hci) == HCIPacket(kind, isSent: isSent, [0xAA]))
    }

    @Test(arguments: [
        (UInt32(2), UInt8(1), HCIPacket.Kind?.some(.command), true), (0, 2, .data, true), (1, 2, .data, false),
        (3, 4, .event, false), (0, 3, nil, true), (1, 5, nil, false),
    ])
    func packet_hasItsKindInFront_onASerialLine(flags: UInt32, mark: UInt8, kind: HCIPacket.Kind?, isSent: Bool) {
        #expect(Self.packet(flags, [mark, 0xAA], .h4) == HCIPacket(kind, isSent: isSent, [0xAA]))
    }

    @Test(arguments: [
        (UInt32(2), HCIPacket.Kind?.some(.command), true), (3, .event, false), (4, .data, true), (5, .data, false),
        (0, nil, false), (6, nil, false), (12, nil, false), (18, nil, false),
    ])
    func packet_hasItsKindAndAdapterInTheFlags_ofTheMonitor(opcode: UInt32, kind: HCIPacket.Kind?, isSent: Bool) {
        let expected = HCIPacket(kind, isSent: isSent, controller: 3, [0xAA])
        #expect(Self.packet(opcode | 3 << 16, [0xAA], .monitor) == expected)
    }

    @Test
    func packet_withoutAnything_isOfNoUse() {
        #expect(Self.packet(1, [], .h4) == HCIPacket(nil, isSent: false, []))
    }

    private static let address = "B41ADC4106DC"

    @Test(arguments: [
        (
            "3E 13 01 00 4000 00 01 \(address) 1800 0000 F401 00",
            HCIEvent.connected(
                status: 0, handle: 0x40, isCentral: true, MadeCapture.device)
        ),
        (
            "3E 1F 0A 00 4000 01 01 \(address) 000000000000 111111111111 1800 0000 F401 05",
            .connected(
                status: 0, handle: 0x40, isCentral: false, MadeCapture.device)
        ),
        (
            "3E 22 29 3E 0100 00 01 \(address) 000000000000 111111111111 1800 0000 F401 05 FF FFFF",
            .connected(
                status: 0x3E, handle: 1, isCentral: true, MadeCapture.device)
        ),
        ("05 04 00 4000 13", .disconnected(handle: 0x40, reason: 0x13)),
        (
            "3E 0F 02 01 00 01 \(address) 03 020106 D8",
            .advertised([
                HCIEvent.Report(address: MadeCapture.device, isScanResponse: false, data: [2, 1, 6], rssi: -40)
            ])
        ),
        (
            "3E 0C 02 01 04 01 \(address) 00 7F",
            .advertised([
                HCIEvent.Report(address: MadeCapture.device, isScanResponse: true, data: [], rssi: nil)
            ])
        ),
        (
            "3E 1D 0D 01 1B00 01 \(address) 01 00 FF 7F B0 0000 00 000000000000 03 020106",
            .advertised([
                HCIEvent.Report(address: MadeCapture.device, isScanResponse: true, data: [2, 1, 6], rssi: -80)
            ])
        ),
    ])
    func event_isRead(hexadecimal: String, event: HCIEvent) {
        #expect(HCIEvent(MadeCapture.bytes(hexadecimal)) == event)
    }

    @Test
    func event_holdsSeveralReports_oneAfterTheOther() {
        let one = "00 01 \(Self.address) 01 AA D8"
        let bytes = MadeCapture.bytes("3E 18 02 02 \(one) \(one)")
        let report = HCIEvent.Report(address: MadeCapture.device, isScanResponse: false, data: [0xAA], rssi: -40)
        #expect(HCIEvent(bytes) == .advertised([report, report]))
    }

    @Test
    func event_leavesOutAReport_thatIsOnlyAPart() {
        let bytes = MadeCapture.bytes(
            "3E 1D 0D 01 2000 01 \(Self.address) 01 00 FF 7F B0 0000 00 000000000000 03 020106")
        #expect(HCIEvent(bytes) == .advertised([]))
    }

    @Test(arguments: [
        "", "05", "05 04 00 4000", "05 05 00 4000 13 00", "05 04 0C 4000 13", "0E 01 00", "3E 00", "3E 01 03",
        "3E 12 01 00 4000 00 01 \(address) 1800 0000 F401", "3E 14 01 00 4000 00 01 \(address) 1800 0000 F401 00 00",
        "3E 0F 02 02 00 01 \(address) 03 020106 D8", "3E 0E 02 01 00 01 \(address) 03 020106",
        "3E 10 02 01 00 01 \(address) 03 020106 D8 00",
    ])
    func event_isNothing_whenItDoesNotFit(hexadecimal: String) {
        #expect(HCIEvent(MadeCapture.bytes(hexadecimal)) == nil)
    }

    @Test
    func decoder_addsAScanResponse_toWhatWasAdvertisedBefore() {
        var decoder = HCIDecoder()
        let name = HCIPacket(
            .event, isSent: false, MadeCapture.bytes("3E 11 02 01 00 01 \(Self.address) 05 04 09 52 65 73 D8"))
        let response = HCIPacket(
            .event, isSent: false, MadeCapture.bytes("3E 11 02 01 04 01 \(Self.address) 05 04 FF 34 04 52 D0"))
        let first = Advertisement(address: MadeCapture.device, localName: "Res", rssi: -40)
        var both = first
        both.manufacturerData = [0x0434: [0x52]]
        both.rssi = -48
        #expect(decoder.decode(name) == [.advertisement(first)])
        #expect(decoder.decode(response) == [.advertisement(both)])
        // A second time, so that nothing of the response stays with what was advertised.
        #expect(decoder.decode(response) == [.advertisement(both)])
        #expect(decoder.ignored == 0)
    }

    @Test
    func making_writesTheSpecifiedBytes() {
        let made = HCIPacket.connected(0x40, to: MadeCapture.device).bytes
        #expect(made == MadeCapture.bytes("3E 13 01 00 4000 00 01 \(Self.address) 1800 0000 F401 00"))
        let read = HCIPacket.attribute(.readRequest(handle: 8), isSent: true, on: 0x40)
        #expect(read == HCIPacket(.data, isSent: true, MadeCapture.bytes("4000 0700 0300 0400 0A0800")))
        let reply = HCIPacket.attribute(.notification(handle: 5, value: [0x4F, 0x4B]), isSent: false, on: 0x40)
        #expect(reply == HCIPacket(.data, isSent: false, MadeCapture.bytes("4020 0900 0500 0400 1B05004F4B")))
    }

    @Test
    func making_anAdvertisement_isReadAsTheSame() {
        let advertisement = Advertisement(
            address: MadeCapture.device, localName: "Sophie",
            manufacturerData: [0x0434: Array(repeating: 7, count: 24)],
            serviceData: [BluetoothUUID(0x180F): [100]], rssi: -60)
        var decoder = HCIDecoder()
        #expect(decoder.decode(.advertised(advertisement)) == [.advertisement(advertisement)])
    }
}
