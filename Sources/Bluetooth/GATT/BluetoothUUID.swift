// SPDX-License-Identifier: Apache-2.0

/// A 16-bit or 128-bit Bluetooth UUID.
public struct BluetoothUUID: Hashable, Sendable, CustomStringConvertible {
    /// The 16 bytes as they are written, most significant first.
    public let bytes: [UInt8]

    private static let base: [UInt8] = [
        0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x10, 0x00, 0x80, 0x00, 0x00, 0x80, 0x5F, 0x9B, 0x34, 0xFB,
    ]

    /// A UUID assigned by the Bluetooth SIG, given by its 16-bit number.
    public init(_ assigned: UInt16) {
        var bytes = Self.base
        bytes[2] = UInt8(assigned >> 8)
        bytes[3] = UInt8(assigned & 0xFF)
        self.bytes = bytes
    }

    /// A UUID by its 16 bytes, most significant first; nil for any other count.
    public init?(bytes: [UInt8]) {
        guard bytes.count == 16 else { return nil }
        self.bytes = bytes
    }

    /// A UUID by its parts as they are written: the first 32 bits, then the other 96 as text parts.
    public init(_ first: UInt32, _ second: UInt16, _ third: UInt16, _ fourth: UInt16, _ fifth: UInt64) {
        var bytes: [UInt8] = []
        for shift in [24, 16, 8, 0] { bytes.append(UInt8((first >> UInt32(shift)) & 0xFF)) }
        for part in [second, third, fourth] { bytes += [UInt8(part >> 8), UInt8(part & 0xFF)] }
        for shift in [40, 32, 24, 16, 8, 0] { bytes.append(UInt8((fifth >> UInt64(shift)) & 0xFF)) }
        self.bytes = bytes
    }

    /// The 16-bit number, if the UUID is one of the SIG's.
    public var assigned: UInt16? {
        var probe = bytes
        probe[2] = 0
        probe[3] = 0
        return probe == Self.base ? UInt16(bytes[2]) << 8 | UInt16(bytes[3]) : nil
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
}
