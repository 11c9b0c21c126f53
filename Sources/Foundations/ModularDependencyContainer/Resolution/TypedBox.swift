// SPDX-License-Identifier: Apache-2.0

/// A built value whose exact type can be told without a dynamic cast; `Sendable` if the value is.
@usableFromInline
final class TypedBox<Value> {
    @usableFromInline let value: Value

    @usableFromInline
    init(_ value: Value) {
        self.value = value
    }

    /// The value of a box made for exactly this type; `nil` for any other box.
    @inlinable
    static func value(in box: AnyObject) -> Value? {
        // The comparison does what a cast would, without searching for conformances.
        guard type(of: box) == TypedBox<Value>.self else { return nil }
        return unsafeDowncast(box, to: TypedBox<Value>.self).value
    }
}

extension TypedBox: Sendable where Value: Sendable {}
