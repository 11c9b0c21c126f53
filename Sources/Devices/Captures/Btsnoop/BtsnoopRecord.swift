// SPDX-License-Identifier: Apache-2.0

public import CivilTime

/// One packet of a btsnoop file, with its place there.
public struct BtsnoopRecord: Hashable, Sendable {
    /// Its number, from 1.
    public var number: Int
    /// Where its record begins in the file, in bytes.
    public var offset: Int
    /// When it was sent or received.
    public var time: Instant
    /// The flags of the record: the direction, or the kind and the adapter.
    public var flags: UInt32
    /// The packet.
    public var data: [UInt8]

    /// Makes a record.
    public init(number: Int, offset: Int, time: Instant, flags: UInt32, data: [UInt8]) {
        self.number = number
        self.offset = offset
        self.time = time
        self.flags = flags
        self.data = data
    }
}
