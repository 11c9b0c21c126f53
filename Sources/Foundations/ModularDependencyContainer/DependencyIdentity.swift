// SPDX-License-Identifier: Apache-2.0

/// What two registrations must differ in: the type and the key.
struct DependencyIdentity: Hashable, Sendable {
    let type: ObjectIdentifier
    let key: DependencyKey?

    init<Value>(_ type: Value.Type, key: (any Hashable & Sendable)?) {
        self.type = ObjectIdentifier(type)
        self.key = key.map(DependencyKey.init)
    }

    // Most look-ups have no key, and the type alone tells them apart.
    func hash(into hasher: inout Hasher) {
        hasher.combine(type)
        if let key { hasher.combine(key) }
    }
}

/// A key compared by value and by its type, so that `1 as Int` and `1 as Int64` differ, which `AnyHashable` denies.
struct DependencyKey: Hashable, Sendable, CustomStringConvertible {
    private let value: any Hashable & Sendable

    init(_ value: any Hashable & Sendable) {
        self.value = value
    }

    var description: String { String(describing: value) }

    static func == (left: DependencyKey, right: DependencyKey) -> Bool {
        func isEqual<Key: Hashable>(_ key: Key) -> Bool {
            guard type(of: right.value) == Key.self, let other = right.value as? Key else { return false }
            return key == other
        }
        return isEqual(left.value)
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(type(of: value)))
        value.hash(into: &hasher)
    }
}

/// A type's name without its module, for people.
func readableName<Value>(of type: Value.Type) -> String {
    let isExistential = String(describing: type).hasPrefix("any ")
    let qualified = String(reflecting: type)
    let bare = qualified.hasPrefix("any ") ? qualified.dropFirst(4) : qualified[...]
    // Generic arguments keep their module: only the leading component is known to be one.
    guard let dot = bare.firstIndex(of: "."), !bare[..<dot].contains(where: { "<([ ".contains($0) }) else {
        return qualified
    }
    let name = bare[bare.index(after: dot)...]
    return isExistential || qualified.hasPrefix("any ") ? "any \(name)" : String(name)
}
