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

/// A signal, received.
struct BusSignal: Hashable, Sendable {
    /// The unique name of its sender, or the bus itself.
    var sender: String
    var path: ObjectPath
    var interface: String
    var member: String
    var arguments: [BusValue]
    /// The number of the message among those the connection has received.
    var sequence: UInt64
}

/// A call by somebody else, to be answered with `BusConnection.reply` or `refuse`.
struct IncomingCall: Hashable, Sendable {
    /// The unique name of its sender.
    var sender: String
    var path: ObjectPath
    /// Callers may leave it out.
    var interface: String?
    var member: String
    var arguments: [BusValue]
    /// What the answer refers to.
    var serial: UInt32
    var wantsReply: Bool
}
