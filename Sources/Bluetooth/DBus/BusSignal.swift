// SPDX-License-Identifier: Apache-2.0

/// A signal that was received.
public struct BusSignal: Hashable, Sendable {
    /// The unique name of its sender, or the bus itself.
    public var sender: String
    /// The object it is about.
    public var path: ObjectPath
    /// The interface that declares it.
    public var interface: String
    /// Its name.
    public var member: String
    /// The values it carries.
    public var arguments: [BusValue]
    /// The number of the message among those the connection has received.
    var sequence: UInt64
}
