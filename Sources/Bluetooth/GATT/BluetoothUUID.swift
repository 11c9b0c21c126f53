// SPDX-License-Identifier: Apache-2.0

import SleepModel

/// A 16-bit or 128-bit Bluetooth UUID.
public struct BluetoothUUID: Hashable, Sendable, CustomStringConvertible {
    /// The 64 bits that are written first.
    private let high: UInt64
    /// The 64 bits that are written last.
    private let low: UInt64

    /// The bits every UUID of the SIG's has, its number left out.
    private static let base = BluetoothUUID(high: 0x0000_0000_0000_1000, low: 0x8000_0080_5F9B_34FB)

    /// A UUID by its two halves as they are written.
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// A UUID assigned by the Bluetooth SIG, given by its 16-bit number.
    public init(_ assigned: UInt16) {
        self.init(high: Self.base.high | UInt64(assigned) << 32, low: Self.base.low)
    }

    /// A UUID by its 16 bytes, most significant first; nil for any other count.
    public init?(bytes: [UInt8]) {
        guard bytes.count == 16 else { return nil }
        self.init(high: Self.number(bytes.prefix(8)), low: Self.number(bytes.suffix(8)))
    }

    /// A UUID by its parts as they are written: the first 32 bits, then the other 96 as text parts.
    public init(_ first: UInt32, _ second: UInt16, _ third: UInt16, _ fourth: UInt16, _ fifth: UInt64) {
        self.init(
            high: UInt64(first) << 32 | UInt64(second) << 16 | UInt64(third),
            low: UInt64(fourth) << 48 | fifth & 0xFFFF_FFFF_FFFF)
    }

    /// The 16 bytes as they are written, most significant first.
    public var bytes: [UInt8] {
        [high, low].flatMap { half in (0..<8).map { UInt8(truncatingIfNeeded: half >> (56 - 8 * UInt64($0))) } }
    }

    /// The 16-bit number, if the UUID is one of the SIG's.
    public var assigned: UInt16? {
        low == Self.base.low && high & ~0xFFFF_0000_0000 == Self.base.high
            ? UInt16(truncatingIfNeeded: high >> 32) : nil
    }

    /// The canonical lower-case text.
    public var description: String {
        var text = ""
        for (index, byte) in bytes.enumerated() {
            if [4, 6, 8, 10].contains(index) { text += "-" }
            let digits = String(byte, radix: 16)
            text += digits.utf8.count == 1 ? "0" + digits : digits
        }
        return text
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Reads the canonical text of a 128-bit UUID in either case; nil for anything else.
    public init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [8, 4, 4, 4, 12], let bytes = try? Hexadecimal.bytes(parts.joined()) else {
            return nil
        }
        self.init(bytes: bytes)
    }

    /// Reads a UUID as it is on the air, least significant byte first; nil unless there are 2 or 16 bytes.
    public init?(wire bytes: [UInt8]) {
        switch bytes.count {
        case 2: self.init(UInt16(bytes[0]) | UInt16(bytes[1]) << 8)
        case 16: self.init(bytes: bytes.reversed())
        default: return nil
        }
    }

    /// The shortest form on the air: 2 bytes for the SIG's own, otherwise 16.
    public var wire: [UInt8] {
        assigned.map { [UInt8($0 & 0xFF), UInt8($0 >> 8)] } ?? longWire
    }

    /// The 16 bytes on the air, least significant first, of the SIG's own as well.
    public var longWire: [UInt8] { bytes.reversed() }
}
