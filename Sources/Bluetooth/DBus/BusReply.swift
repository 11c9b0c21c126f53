// SPDX-License-Identifier: Apache-2.0

/// The reply to a call of ours.
public struct BusReply: Hashable, Sendable {
    /// The values it carries.
    public var arguments: [BusValue]
    /// The number of the message among those the connection has received; orders a reply against signals.
    var sequence: UInt64
}
