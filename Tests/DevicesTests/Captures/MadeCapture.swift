// SPDX-License-Identifier: Apache-2.0

import AttributeProtocol
import CivilTime
import DeviceModules
import GATT
import HatchRest
import SleepModel

@testable import Captures

/// A capture that a test makes, packet by packet, at times in seconds.
struct MadeCapture {
    /// 2026-05-24T20:28:32Z.
    static let start = Instant(secondsSince1970: 0x6A13_5F70)
    static let device = address("DC:06:41:DC:1A:B4")
    static let other = address("CB:BA:BE:52:63:1F")
    static let off: [UInt8] = bytes("546A135F7043FDD12D7F53055450DF6500000000")
    static let on: [UInt8] = bytes("546A135F7143FDD12D7F530554501F6500000000")

    private(set) var bytes: [UInt8] = BtsnoopWriter.header(.h4)
    private(set) var offsets: [Int] = []

    mutating func add(_ seconds: Double, _ packet: HCIPacket) {
        let (flags, data) = packet.h4
        offsets.append(bytes.count)
        let time = Self.start + .microseconds(Int64((seconds * 1_000_000).rounded()))
        bytes += BtsnoopWriter.record(at: time, flags: flags, data: data)
    }

    mutating func sent(_ seconds: Double, _ pdu: ATTPDU, on handle: UInt16 = 0x40) {
        add(seconds, .attribute(pdu, isSent: true, on: handle))
    }

    mutating func received(_ seconds: Double, _ pdu: ATTPDU, on handle: UInt16 = 0x40) {
        add(seconds, .attribute(pdu, isSent: false, on: handle))
    }

    /// What the Rest has: command behind 2, reply behind 5, feedback behind 8, each with a configuration after it.
    mutating func discover(_ seconds: Double, on handle: UInt16 = 0x40) {
        sent(seconds, .readByTypeRequest(start: 1, end: 0xFFFF, type: BluetoothUUID(0x2803)), on: handle)
        let found = [(UInt16(2), HatchRestUUID.command), (5, HatchRestUUID.reply), (8, HatchRestUUID.feedback)]
        for (value, uuid) in found {
            sent(seconds, .readByTypeRequest(start: value - 1, end: 0xFFFF, type: BluetoothUUID(0x2803)), on: handle)
            let declaration: [UInt8] = [0x1A, UInt8(value), 0] + uuid.wire
            received(
                seconds, .readByTypeResponse([ATTPDU.Attribute(handle: value - 1, value: declaration)]), on: handle)
        }
        for value in [UInt16(6), 9] {
            sent(seconds, .findInformationRequest(start: value, end: value), on: handle)
            let found = ATTPDU.Information(handle: value, type: BluetoothUUID(0x2902))
            received(seconds, .findInformationResponse([found]), on: handle)
        }
    }

    /// A command with its acknowledgements by the protocol and by the device.
    mutating func command(_ seconds: Double, _ text: String, answer: String? = "OK", on handle: UInt16 = 0x40) {
        sent(seconds, .writeRequest(handle: 2, value: Array(text.utf8)), on: handle)
        received(seconds + 0.02, .writeResponse, on: handle)
        if let answer { received(seconds + 0.03, .notification(handle: 5, value: Array(answer.utf8)), on: handle) }
    }

    /// The connection to a Rest, one command each half second from 1 on, and its end by this side at 10.
    static func session(_ commands: String..., end reason: UInt8? = HCIStatus.endedByHost) -> MadeCapture {
        var capture = MadeCapture()
        capture.add(0, .connected(0x40, to: device))
        capture.discover(0.1)
        for (index, command) in commands.enumerated() { capture.command(1 + Double(index) / 2, command) }
        if let reason { capture.add(10, .disconnected(0x40, reason: reason)) }
        return capture
    }

    func timeline(_ codecs: [any ProductCodec] = [HatchRestCodec()]) throws(CaptureError) -> CaptureTimeline {
        try Self.timeline(bytes, codecs)
    }

    static func timeline(
        _ bytes: [UInt8], _ codecs: [any ProductCodec] = [HatchRestCodec()]
    ) throws(CaptureError) -> CaptureTimeline {
        var reader = CaptureReader(codecs: codecs)
        try reader.append(bytes)
        return try reader.finish()
    }

    private static func address(_ text: String) -> MacAddress {
        guard let address = MacAddress(rawValue: text) else { fatalError("\(text) is no address") }
        return address
    }

    static func bytes(_ hexadecimal: String) -> [UInt8] {
        (try? Hexadecimal.bytes(hexadecimal.replacing("\n", with: " "))) ?? []
    }
}

extension CaptureEntry {
    /// The kind, the role or handle, and the text, as short as a test wants them.
    var brief: String {
        let place = role?.rawValue ?? characteristic.map { $0.assigned == nil ? "other" : "assigned" }
        return "\(kind.rawValue) \(place ?? handle.map { "\($0)" } ?? "-"): \(text)"
    }
}
