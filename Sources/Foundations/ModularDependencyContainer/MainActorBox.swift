// SPDX-License-Identifier: Apache-2.0

/// A built main-actor value, which need not be `Sendable`; see `TypedBox`.
final class MainActorBox<Value> {
    let value: Value

    init(_ value: Value) {
        self.value = value
    }

    /// The value of a box made for exactly this type; `nil` for any other box.
    static func value(in box: AnyObject) -> Value? {
        guard type(of: box) == MainActorBox<Value>.self else { return nil }
        return unsafeDowncast(box, to: MainActorBox<Value>.self).value
    }
}
