// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Captures

/// Data packets put together, against bytes written down from the Bluetooth Core Specification.
@Suite
struct ACLReassemblerTests {
    private static let link = HCILink(controller: 0, handle: 0x40)

    private static func packet(_ hexadecimal: String, isSent: Bool = false, controller: UInt16 = 0) -> HCIPacket {
        HCIPacket(.data, isSent: isSent, controller: controller, MadeCapture.bytes(hexadecimal))
    }

    private static func outcomes(_ packets: [HCIPacket]) -> [ACLReassembler.Outcome] {
        var reassembler = ACLReassembler()
        return packets.map { reassembler.take($0) }
    }

    @Test(arguments: ["4000", "4020", "4030"])
    func pdu_isWhole_inOnePacket(header: String) {
        let packets = [Self.packet("\(header) 0600 0200 0400 4F4B")]
        #expect(Self.outcomes(packets) == [.complete(Self.link, [0x4F, 0x4B])])
    }

    @Test
    func pdu_isPutTogether_fromPieces() {
        // The first piece even ends within the header of the channel.
        let packets = ["4020 0300 040004", "4010 0200 0001", "4010 0000", "4010 0300 020304"].map { Self.packet($0) }
        #expect(Self.outcomes(packets) == [.waiting, .waiting, .waiting, .complete(Self.link, [1, 2, 3, 4])])
    }

    @Test
    func pieces_areKeptApart_byDirectionConnectionAndAdapter() {
        let packets = [
            Self.packet("4020 0500 0200 0400 01"), Self.packet("4000 0500 0200 0400 11", isSent: true),
            Self.packet("4120 0500 0200 0400 21"), Self.packet("4020 0500 0200 0400 31", controller: 1),
            Self.packet("4010 0100 02"), Self.packet("4010 0100 12", isSent: true), Self.packet("4110 0100 22"),
            Self.packet("4010 0100 32", controller: 1),
        ]
        #expect(
            Self.outcomes(packets) == Array(repeating: .waiting, count: 4) + [
                .complete(Self.link, [1, 2]), .complete(Self.link, [0x11, 0x12]),
                .complete(HCILink(controller: 0, handle: 0x41), [0x21, 0x22]),
                .complete(HCILink(controller: 1, handle: 0x40), [0x31, 0x32]),
            ])
    }

    @Test(arguments: [
        "", "4020", "4020 0600 0200 0400 4F", "4020 0600 0200 0400 4F4B4B", "4010 0600 0200 0400 4F4B",
        "4020 0600 0200 0500 4F4B", "4020 0600 0100 0400 4F4B",
    ])
    func packet_isUseless_whenItDoesNotFit(hexadecimal: String) {
        #expect(Self.outcomes([Self.packet(hexadecimal)]) == [.useless])
    }

    @Test
    func newBeginning_discardsTheOldOne() {
        let packets = ["4020 0500 0200 0400 01", "4020 0500 0200 0400 02", "4010 0100 03"].map { Self.packet($0) }
        #expect(Self.outcomes(packets) == [.waiting, .waiting, .complete(Self.link, [2, 3])])
    }

    @Test
    func endedConnection_leavesNothing_toTheNext() {
        var reassembler = ACLReassembler()
        #expect(reassembler.take(Self.packet("4020 0500 0200 0400 01")) == .waiting)
        reassembler.forget(Self.link)
        #expect(reassembler.take(Self.packet("4010 0100 02")) == .useless)
    }

    @Test
    func beginnings_areForgotten_whenThereAreTooMany() {
        var reassembler = ACLReassembler()
        for handle in 0...64 as ClosedRange<UInt8> {
            let bytes: [UInt8] = [handle, 0x20] + MadeCapture.bytes("0500 0200 0400 01")
            #expect(reassembler.take(HCIPacket(.data, isSent: false, bytes)) == .waiting)
        }
        #expect(reassembler.take(HCIPacket(.data, isSent: false, [0, 0x10, 1, 0, 2])) == .useless)
        let last = reassembler.take(HCIPacket(.data, isSent: false, [64, 0x10, 1, 0, 2]))
        #expect(last == .complete(HCILink(controller: 0, handle: 64), [1, 2]))
    }
}
