// SPDX-License-Identifier: Apache-2.0

import CivilTime

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

extension Instant {
    /// Microseconds from the year 0, where btsnoop counts from, to 1970.
    private static let epoch: Int64 = 0x00DC_DDB3_0F2F_8000

    /// Reads a btsnoop timestamp; one outside the years 1 to 9999 saturates.
    init(btsnoop microseconds: Int64) {
        let (since1970, overflow) = microseconds.subtractingReportingOverflow(Self.epoch)
        let bounded = overflow ? Int64.min : since1970
        // Rounded towards the past, so that the remainder is never negative.
        let seconds = bounded / 1_000_000 - (bounded % 1_000_000 < 0 ? 1 : 0)
        let remainder = bounded % 1_000_000
        self.init(
            secondsSince1970: seconds, nanosecond: Int32(remainder < 0 ? remainder + 1_000_000 : remainder) * 1000)
    }

    /// The instant as a btsnoop timestamp, to the microsecond.
    var btsnoop: Int64 {
        secondsSince1970 * 1_000_000 + Int64(nanosecond / 1000) + Self.epoch
    }
}
