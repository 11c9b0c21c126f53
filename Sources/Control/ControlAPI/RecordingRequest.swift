// SPDX-License-Identifier: Apache-2.0

/// Asks for a recording of the packets between Lull and a device.
public struct RecordingRequest: Hashable, Codable, Sendable {
    /// Which device.
    public var device: String
    /// How many seconds to record, 1 to 600.
    public var seconds: Int

    /// Makes a request.
    public init(device: String, seconds: Int) {
        self.device = device
        self.seconds = seconds
    }
}

/// A recording of the packets between Lull and a device.
public struct RecordingDocument: Hashable, Codable, Sendable {
    /// A whole btsnoop file, in Base64.
    public var btsnoop: String
    /// How many packets it holds.
    public var packets: Int
    /// Whether packets are missing at the end, because the recording was full.
    public var truncated: Bool

    /// Makes a document.
    public init(btsnoop: String, packets: Int, truncated: Bool) {
        self.btsnoop = btsnoop
        self.packets = packets
        self.truncated = truncated
    }
}
