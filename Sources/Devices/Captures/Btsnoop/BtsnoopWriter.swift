// SPDX-License-Identifier: Apache-2.0

public import CivilTime

/// Makes the bytes of a btsnoop file.
public enum BtsnoopWriter {
    /// The header of the file.
    public static func header(_ format: BtsnoopFormat) -> [UInt8] {
        BtsnoopFormat.magic + bytes(BtsnoopFormat.version) + bytes(format.rawValue)
    }

    /// One packet; data beyond what a packet can have is left out.
    public static func record(at time: Instant, flags: UInt32, data: [UInt8]) -> [UInt8] {
        let carried = data.prefix(BtsnoopFormat.maximumPacketLength)
        let length = bytes(UInt32(carried.count))
        // The number of dropped packets: none, because all are written.
        return length + length + bytes(flags) + bytes(UInt32(0)) + bytes(time.btsnoop) + carried
    }

    private static func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }
}
