// SPDX-License-Identifier: Apache-2.0

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
