// SPDX-License-Identifier: Apache-2.0

/// The path of an object on the bus, such as `/org/bluez/hci0`; valid by the rules of D-Bus.
struct ObjectPath: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The path as it is written.
    let text: String

    /// Fails unless `text` is `/`, or elements of letters, digits and underscores, each after a slash.
    init?(_ text: String) {
        guard BusName.isPath(text) else { return nil }
        self.text = text
    }

    /// The path of the tree's top.
    static let root = ObjectPath()

    private init() {
        text = "/"
    }

    var description: String { text }

    /// Whether it lies below `other`; no path lies below itself.
    func isBelow(_ other: ObjectPath) -> Bool {
        guard other != .root else { return self != .root }
        return text.utf8.count > other.text.utf8.count && text.hasPrefix(other.text + "/")
    }

    /// The path of an object right below; nil if `name` cannot be part of a path.
    func child(_ name: String) -> ObjectPath? {
        ObjectPath((self == .root ? "" : text) + "/" + name)
    }

    static func < (first: ObjectPath, second: ObjectPath) -> Bool {
        first.text < second.text
    }
}
