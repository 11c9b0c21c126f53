// SPDX-License-Identifier: Apache-2.0

/// The path of an object on the bus, such as `/org/bluez/hci0`; valid by the rules of D-Bus.
public struct ObjectPath: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The path as it is written.
    public let text: String

    /// Fails unless `text` is `/`, or elements of letters, digits and underscores, each after a slash.
    public init?(_ text: String) {
        guard BusName.isPath(text) else { return nil }
        self.text = text
    }

    /// The top of the tree.
    public static let root = ObjectPath()

    private init() {
        text = "/"
    }

    /// The path as it is written.
    public var description: String { text }

    /// Whether it lies below `other`; no path lies below itself.
    public func isBelow(_ other: ObjectPath) -> Bool {
        guard other != .root else { return self != .root }
        return text.utf8.count > other.text.utf8.count && text.hasPrefix(other.text + "/")
    }

    /// The path above this one; nil for the root.
    public var parent: ObjectPath? {
        guard let end = text.lastIndex(of: "/"), text.count > 1 else { return nil }
        return end == text.startIndex ? .root : ObjectPath(String(text[..<end]))
    }

    /// The path of an object right below; nil if `name` cannot be part of a path.
    public func child(_ name: String) -> ObjectPath? {
        ObjectPath((self == .root ? "" : text) + "/" + name)
    }

    /// Orders paths as texts.
    public static func < (first: ObjectPath, second: ObjectPath) -> Bool {
        first.text < second.text
    }
}
