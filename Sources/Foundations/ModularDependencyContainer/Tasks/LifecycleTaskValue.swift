// SPDX-License-Identifier: Apache-2.0

/// A value of any type, equal only to equal values of the same type.
struct LifecycleTaskValue: Equatable, Sendable {
    private let value: any Equatable & Sendable

    init(_ value: any Equatable & Sendable) {
        self.value = value
    }

    static func == (left: LifecycleTaskValue, right: LifecycleTaskValue) -> Bool {
        func isEqual<Value: Equatable>(_ value: Value) -> Bool {
            guard type(of: right.value) == Value.self, let other = right.value as? Value else { return false }
            return value == other
        }
        return isEqual(left.value)
    }
}
