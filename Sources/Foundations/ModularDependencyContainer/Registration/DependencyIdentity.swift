// SPDX-License-Identifier: Apache-2.0

/// The type and the key, which together identify a registration.
@usableFromInline
struct DependencyIdentity: Hashable, Sendable, CustomStringConvertible {
    let type: any Any.Type
    let key: DependencyKey?
    /// Computed once, because it is looked up often.
    let hash: Int

    @usableFromInline
    init(_ type: any Any.Type, key: (any Hashable & Sendable)?) {
        self.type = type
        self.key = key.map(DependencyKey.init)
        hash = key.map { Self.hash(type, $0) } ?? Self.hash(type)
    }

    /// A type without a key.
    init(_ type: any Any.Type) {
        self.type = type
        key = nil
        hash = Self.hash(type)
    }

    /// The hash of a type without a key; types that are neighbours in memory get different buckets.
    static func hash(_ type: any Any.Type) -> Int {
        let bits = UInt(bitPattern: ObjectIdentifier(type)) &* 0x9E37_79B9_7F4A_7C15
        return Int(bitPattern: bits ^ (bits >> 32))
    }

    static func hash(_ type: any Any.Type, _ key: any Hashable & Sendable) -> Int {
        hash(type) ^ key.hashValue
    }

    @usableFromInline
    static func == (left: DependencyIdentity, right: DependencyIdentity) -> Bool {
        left.type == right.type && left.hash == right.hash && left.key == right.key
    }

    @usableFromInline
    func hash(into hasher: inout Hasher) {
        hasher.combine(hash)
    }

    /// The name of the type without its module.
    var typeName: String { readableName(of: type) }

    /// The key as people wrote it.
    var keyName: String? { key?.description }

    /// The type, followed by the key in brackets.
    @usableFromInline
    var description: String { labelled(typeName, keyName) }
}

/// A type and its key as errors write them.
func labelled(_ typeName: String, _ keyName: String?) -> String {
    keyName.map { "\(typeName)[\($0)]" } ?? typeName
}

/// A type's name without its module, for people; generic arguments keep theirs.
func readableName(of type: any Any.Type) -> String {
    let qualified = String(reflecting: type)
    // Only the leading component is known to be a module.
    guard let dot = qualified.firstIndex(of: "."), !qualified[..<dot].contains(where: { "<([ ".contains($0) }) else {
        return qualified
    }
    return String(qualified[qualified.index(after: dot)...])
}
