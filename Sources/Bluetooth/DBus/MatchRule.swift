// SPDX-License-Identifier: Apache-2.0

/// Which signals the bus shall send us; what is nil is left open.
public struct MatchRule: Hashable, Sendable {
    /// The name of the sender, unique or well known.
    var sender: String?
    /// Exactly this object; not together with `pathNamespace`.
    var path: ObjectPath?
    /// This object and all below it.
    var pathNamespace: ObjectPath?
    var interface: String?
    var member: String?
    /// The first argument, a string.
    var argument0: String?

    /// Makes a rule of the conditions that are given.
    public init(
        sender: String? = nil, path: ObjectPath? = nil, pathNamespace: ObjectPath? = nil, interface: String? = nil,
        member: String? = nil, argument0: String? = nil
    ) {
        self.sender = sender
        self.path = path
        self.pathNamespace = pathNamespace
        self.interface = interface
        self.member = member
        self.argument0 = argument0
    }

    /// What the bus reads.
    var text: String {
        let conditions = [
            ("sender", sender), ("path", path?.text), ("path_namespace", pathNamespace?.text),
            ("interface", interface), ("member", member), ("arg0", argument0),
        ]
        return conditions.reduce(into: "type='signal'") { text, condition in
            if let value = condition.1 { text += ",\(condition.0)='\(Self.escaped(value))'" }
        }
    }

    /// Throws `invalidMessage` for a rule the bus would refuse.
    func validate() throws(BusError) {
        let isValid =
            sender.map(BusName.isBusName) ?? true && interface.map(BusName.isInterface) ?? true
            && member.map(BusName.isMember) ?? true && argument0.map(BusName.isText) ?? true
            && (path == nil || pathNamespace == nil) && text.utf8.count <= 1024
        guard isValid else { throw .invalid("The match rule \(text.debugDescription) is not valid.") }
    }

    /// A quoted part ends before an apostrophe, which stands escaped outside it.
    private static func escaped(_ value: String) -> String {
        value.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#)
    }
}
