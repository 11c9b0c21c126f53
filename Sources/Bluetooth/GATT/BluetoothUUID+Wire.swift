// SPDX-License-Identifier: Apache-2.0

extension BluetoothUUID {
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
