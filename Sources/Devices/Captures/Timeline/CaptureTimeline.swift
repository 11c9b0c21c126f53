// SPDX-License-Identifier: Apache-2.0

/// What happened in a capture, in order.
public struct CaptureTimeline: Hashable, Sendable {
    /// What its packets looked like.
    public var format: BtsnoopFormat
    /// How many packets it has.
    public var packets: Int
    /// How many of them Lull does not read.
    public var ignored: Int
    /// Whether its end is missing.
    public var isTruncated: Bool
    /// Notes about the capture, one sentence each.
    public var notes: [String]
    /// What happened.
    public var entries: [CaptureEntry]
}
