// SPDX-License-Identifier: Apache-2.0

/// A key that is compared by value and type: `1 as Int` and `1 as Int64` differ, which they do not in `AnyHashable`.
///
/// A class, so that look-ups copy little.
final class DependencyKey: Hashable, Sendable, CustomStringConvertible {
    let value: any Hashable & Sendable

    init(_ value: any Hashable & Sendable) {
        self.value = value
    }

    var description: String { String(describing: value) }

    func isEqual(_ other: any Hashable & Sendable) -> Bool {
        func isEqual<Key: Hashable>(_ key: Key) -> Bool {
            func isSame<Other>(_ other: Other) -> Bool {
                // The types are the same, so this gives what a cast would, without searching for conformances.
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
