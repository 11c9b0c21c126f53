// SPDX-License-Identifier: Apache-2.0

/// A call by somebody else, to be answered with `BusConnection.reply` or `refuse`.
public struct IncomingCall: Hashable, Sendable {
    /// The unique name of its sender.
    public var sender: String
    /// The object it is for.
    public var path: ObjectPath
    /// The interface it is about; callers may leave it out.
    public var interface: String?
    /// The name of the method.
    public var member: String
    /// The values it carries.
    public var arguments: [BusValue]
    /// What the answer refers to.
    var serial: UInt32
    var wantsReply: Bool
}
