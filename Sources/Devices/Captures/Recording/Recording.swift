// SPDX-License-Identifier: Apache-2.0

/// The recording of one device.
public struct Recording: Sendable, Hashable {
    /// A whole btsnoop file, in the format of serial lines.
    public var bytes: [UInt8]
    /// How many packets it holds.
    public var packets: Int
    /// Whether something was left out because the file reached its limit.
    public var isTruncated: Bool

    /// Makes a recording.
    public init(bytes: [UInt8], packets: Int, isTruncated: Bool) {
        self.bytes = bytes
        self.packets = packets
        self.isTruncated = isTruncated
    }
}
