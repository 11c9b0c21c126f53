// SPDX-License-Identifier: Apache-2.0

/// What the packets of a btsnoop file look like; the raw value is the datalink type in its header.
public enum BtsnoopFormat: UInt32, Hashable, Sendable, CaseIterable {
    /// HCI packets whose kind stands in the flags of the record.
    case hci = 1001
    /// HCI packets with the kind in front, as on a serial line; what Android phones write.
    case h4 = 1002
    /// Linux's own, with the kind and the adapter in the flags; what `btmon -w` writes.
    case monitor = 2001

    /// The name in documents.
    public var name: String {
        switch self {
        case .hci: "btsnoop-hci"
        case .h4: "btsnoop-h4"
        case .monitor: "btsnoop-monitor"
        }
    }

    static let magic: [UInt8] = Array("btsnoop\0".utf8)
    static let version: UInt32 = 1
    static let fileHeaderLength = 16
    static let recordHeaderLength = 24
    /// The longest HCI packet: its kind, its header, and as much data as 16 bits can count.
    static let maximumPacketLength = 1 + 4 + 65_535
}
