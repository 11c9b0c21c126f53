// SPDX-License-Identifier: Apache-2.0

/// A built value of a type known to the reader.
protocol ValueBox: AnyObject, Sendable {}

/// A built value; a class cast to it is cheaper than a cast of an existential to `Value`.
final class TypedBox<Value: Sendable>: ValueBox {
    let value: Value

    init(_ value: Value) {
        self.value = value
    }
}
