// SPDX-License-Identifier: Apache-2.0

/// A call of a method.
public struct BusCall: Hashable, Sendable {
    var destination: String
    var path: ObjectPath
    var interface: String
    var member: String
    var arguments: [BusValue]

    /// Makes a call of `member` of `interface`, which the object at `path` of the connection `destination` has.
    public init(
        destination: String, path: ObjectPath, interface: String, member: String, arguments: [BusValue] = []
    ) {
        self.destination = destination
        self.path = path
        self.interface = interface
        self.member = member
        self.arguments = arguments
    }
}

/// The reply to a call of ours.
public struct BusReply: Hashable, Sendable {
    /// The values it carries.
    public var arguments: [BusValue]
    /// The number of the message among those the connection has received; orders a reply against signals.
    var sequence: UInt64
}
