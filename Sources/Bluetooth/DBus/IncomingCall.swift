// SPDX-License-Identifier: Apache-2.0

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
