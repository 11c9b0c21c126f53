// SPDX-License-Identifier: Apache-2.0

import Captures
import CivilTime
import HatchRest

extension FuzzTarget {
    private static let codec = HatchRestCodec()
    private static let address: [UInt8] = [0xB4, 0x1A, 0xDC, 0x41, 0x06, 0xDC]

    static let captures = [
        FuzzTarget("btsnoop capture", share: 2, seeds: files) { bytes in
            let whole = read([bytes])
            let middle = bytes.count / 2
            let inPieces = read([Array(bytes[..<middle]), [], Array(bytes[middle...])])
            guard whole == inPieces else { return .broken("it depends on how the file is cut") }
            guard let timeline = whole else { return .refused }
            return .accepted(
                (bytes.starts(with: Array("btsnoop\0".utf8)), "that is no capture"),
                (timeline.entries.allSatisfy { (16..<bytes.count).contains($0.offset) }, "an entry out of the file"),
                (timeline.entries.allSatisfy { (1...timeline.packets).contains($0.packet) }, "a packet too many"),
                (timeline.packets * 24 + 16 <= bytes.count, "more packets than there is room for"))
        }
    ]

    private static func read(_ pieces: [[UInt8]]) -> CaptureTimeline? {
        var reader = CaptureReader(codecs: [codec])
        do {
            for piece in pieces { try reader.append(piece) }
            return try reader.finish()
        } catch {
            return nil
        }
    }

    /// One short connection in each format: an advertisement, discovery, a command, its reply, a report in two pieces.
    private static let files: [[UInt8]] = BtsnoopFormat.allCases.map { format in
        let report: [UInt8] = [
            0x54, 0xF8, 0x00, 0x1C, 0x96, 0x43, 0xFD, 0xD1, 0x2D, 0x7F, 0x53, 0x05, 0x54, 0x50, 0xDF, 0x65, 0, 0, 0, 0,
        ]
        let advertised: [UInt8] = [
            0x1B, 0xFF, 0x34, 0x04, 0x52, 0x54, 0x6A, 0x13, 0x5F, 0x70, 0x43, 0xEE, 0x76, 0x74, 0x0C, 0x53, 0x04, 0x5D,
            0x45, 0, 0, 0, 0, 0, 0x50, 0x03, 0x65, 0,
        ]
        let command: [UInt8] = [0x32, 0xB2, 0xA2, 0xF7, 0x53, 0xDE, 0x1A, 0x9C, 0xEB, 0x47, 0xFD, 0x5E, 2, 0, 0x24, 2]
        let connected = event(0x3E, [0x01, 0, 0x40, 0, 0, 1] + address + [24, 0, 0, 0, 42, 0, 0])
        let notification = data([0x1B, 6, 0] + report)
        var packets: [(isSent: Bool, kind: UInt8, bytes: [UInt8])] = [
            (false, 4, event(0x3E, [0x02, 1, 4, 1] + address + [UInt8(advertised.count)] + advertised + [0xC4])),
            (false, 4, connected),
            (true, 2, data([0x08, 1, 0, 0xFF, 0xFF, 3, 0x28])),
            (false, 2, data([0x09, 21, 2, 0, 0x0C, 3, 0] + command)),
            (true, 2, data([0x12, 3, 0] + Array("SI01".utf8))),
            (false, 2, data([0x13])),
            (false, 2, data([0x1B, 6, 0] + Array("OK".utf8))),
            (true, 2, data([0x0A, 9, 0])),
            (false, 2, data([0x0B] + report)),
        ]
        packets.append((false, 2, [0x40, 0x20, 10, 0] + notification[4..<14]))
        packets.append((false, 2, [0x40, 0x10, UInt8(notification.count - 14), 0] + notification[14...]))
        packets.append((false, 4, event(0x05, [0, 0x40, 0, 0x13])))
        return packets.enumerated().reduce(BtsnoopWriter.header(format)) { file, packet in
            let (isSent, kind, bytes) = packet.element
            let direction: UInt32 = isSent ? 0 : 1
            let isData = kind == 2
            let flags =
                format == .monitor ? (isData ? (isSent ? 4 : 5) : 3) : direction | (isData ? 0 : 2)
            return file
                + BtsnoopWriter.record(
                    at: Instant(secondsSince1970: 1_790_000_000 + Int64(packet.offset)), flags: flags,
                    data: format == .h4 ? [kind] + bytes : bytes)
        }
    }

    private static func event(_ code: UInt8, _ parameters: [UInt8]) -> [UInt8] {
        [code, UInt8(parameters.count)] + parameters
    }

    /// One piece of data with a whole PDU of the attribute protocol.
    private static func data(_ pdu: [UInt8]) -> [UInt8] {
        [0x40, 0x20, UInt8(pdu.count + 4), 0, UInt8(pdu.count), 0, 4, 0] + pdu
    }
}
