// SPDX-License-Identifier: Apache-2.0

/// A call of a method.
struct BusCall: Hashable, Sendable {
    var destination: String
    var path: ObjectPath
    var interface: String
    var member: String
    var arguments: [BusValue] = []
}

/// The answer to a call of ours.
struct BusReply: Hashable, Sendable {
    var arguments: [BusValue]
    /// The number of the message among those the connection has received; orders a reply against signals.
    var sequence: UInt64
}
