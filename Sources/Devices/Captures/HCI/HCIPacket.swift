// SPDX-License-Identifier: Apache-2.0

/// One packet between a host and its Bluetooth controller.
struct HCIPacket: Hashable, Sendable {
    /// What kind of packet, with its number on a serial line.
    enum Kind: UInt8, Hashable, Sendable {
        case command = 0x01
        case data = 0x02
        case event = 0x04
    }

    /// Nil for everything that does not matter here: audio, notes of the recording program.
    var kind: Kind?
    /// Whether the host sent it.
    var isSent: Bool
    /// Which adapter of the host, where the format says it.
    var controller: UInt16
    /// The packet from its own header on.
    var bytes: [UInt8]

    init(_ kind: Kind?, isSent: Bool, controller: UInt16 = 0, _ bytes: [UInt8]) {
        self.kind = kind
        self.isSent = isSent
        self.controller = controller
        self.bytes = bytes
    }

    init(_ record: BtsnoopRecord, _ format: BtsnoopFormat) {
        let (flags, data) = (record.flags, record.data)
        switch format {
        case .hci:
            let kind: Kind = flags & 2 == 0 ? .data : flags & 1 == 0 ? .command : .event
            self.init(kind, isSent: flags & 1 == 0, data)
        case .h4:
            self.init(data.first.flatMap(Kind.init), isSent: flags & 1 == 0, Array(data.dropFirst()))
        case .monitor:
            let controller = UInt16(truncatingIfNeeded: flags >> 16)
            switch flags & 0xFFFF {
            case 2: self.init(.command, isSent: true, controller: controller, data)
            case 3: self.init(.event, isSent: false, controller: controller, data)
            case 4: self.init(.data, isSent: true, controller: controller, data)
            case 5: self.init(.data, isSent: false, controller: controller, data)
            default: self.init(nil, isSent: false, controller: controller, data)
            }
        }
    }

    /// The flags and the data of a record in the format of serial lines.
    var h4: (flags: UInt32, data: [UInt8]) {
        // Bit 0 is the direction, bit 1 tells commands and events from data.
        let flags: UInt32 = (isSent ? 0 : 1) | (kind == .data ? 0 : 2)
        return (flags, [kind?.rawValue ?? 0] + bytes)
    }
}
