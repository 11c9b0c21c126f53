// SPDX-License-Identifier: Apache-2.0

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
