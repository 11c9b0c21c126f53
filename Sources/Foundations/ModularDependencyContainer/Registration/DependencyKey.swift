// SPDX-License-Identifier: Apache-2.0

/// A key compared by value and by its type, so that `1 as Int` and `1 as Int64` differ, which `AnyHashable` denies.
///
/// A class, so that what is looked up often is small.
final class DependencyKey: Hashable, Sendable, CustomStringConvertible {
    let value: any Hashable & Sendable

    init(_ value: any Hashable & Sendable) {
        self.value = value
    }

    var description: String { String(describing: value) }

    func isEqual(_ other: any Hashable & Sendable) -> Bool {
        func isEqual<Key: Hashable>(_ key: Key) -> Bool {
            func isSame<Other>(_ other: Other) -> Bool {
                // The types are the same, so this is what a cast would give, without its search.
                Other.self == Key.self && unsafeBitCast(other, to: Key.self) == key
            }
            return isSame(other)
        }
        return isEqual(value)
    }

    static func == (left: DependencyKey, right: DependencyKey) -> Bool {
        left === right || left.isEqual(right.value)
    }

    func hash(into hasher: inout Hasher) {
        value.hash(into: &hasher)
    }
}
