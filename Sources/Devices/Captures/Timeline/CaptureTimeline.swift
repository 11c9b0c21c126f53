// SPDX-License-Identifier: Apache-2.0

/// What happened in a capture, in order.
public struct CaptureTimeline: Hashable, Sendable {
    /// What its packets looked like.
    public var format: BtsnoopFormat
    /// How many packets it has.
    public var packets: Int
    /// How many of them said nothing that Lull reads.
    public var ignored: Int
    /// Whether something of its end is missing.
    public var isTruncated: Bool
    /// What a reader should know about it, one sentence each.
    public var notes: [String]
    /// What happened.
    public var entries: [CaptureEntry]
}
