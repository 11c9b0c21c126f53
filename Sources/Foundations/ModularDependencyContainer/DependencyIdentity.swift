// SPDX-License-Identifier: Apache-2.0

/// What two registrations must differ in: the type and the key.
struct DependencyIdentity: Hashable, Sendable, CustomStringConvertible {
    let type: any Any.Type
    let key: DependencyKey?

    init<Value>(_ type: Value.Type, key: (any Hashable & Sendable)?) {
        self.type = type
        self.key = key.map(DependencyKey.init)
    }

    static func == (left: DependencyIdentity, right: DependencyIdentity) -> Bool {
        left.type == right.type && left.key == right.key
    }

    // Most look-ups have no key, and the type alone tells them apart.
    func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(type))
        if let key { hasher.combine(key) }
    }

    /// The name of the type without its module.
    var typeName: String { readableName(of: type) }

    /// The key as people wrote it.
    var keyName: String? { key?.description }

    /// The type, followed by the key in brackets.
    var description: String { labelled(typeName, keyName) }
}

/// A type and its key as errors write them.
func labelled(_ typeName: String, _ keyName: String?) -> String {
    keyName.map { "\(typeName)[\($0)]" } ?? typeName
}

/// A type's name without its module, for people.
func readableName(of type: any Any.Type) -> String {
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
