// SPDX-License-Identifier: Apache-2.0

/// A built value whose exact type can be told without a dynamic cast.
@usableFromInline
final class TypedBox<Value: Sendable>: Sendable {
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

/// A built main-actor value, which need not be `Sendable`; see `TypedBox`.
@usableFromInline
final class MainActorBox<Value> {
    @usableFromInline let value: Value

    @usableFromInline
    init(_ value: Value) {
        self.value = value
    }

    /// The value of a box made for exactly this type; `nil` for any other box.
    @inlinable
    static func value(in box: AnyObject) -> Value? {
        guard type(of: box) == MainActorBox<Value>.self else { return nil }
        return unsafeDowncast(box, to: MainActorBox<Value>.self).value
    }
}
