// SPDX-License-Identifier: Apache-2.0

/// Names a value that a program gets from the world, such as its clock or where it keeps things, and says what stands for
/// it where the program does not really run.
///
/// The type is only a name; an enumeration without cases serves. A value that cannot be made throws, and whoever asks for
/// it gets `context_value_failed` with the path of who asked.
public protocol ContextKey: SendableMetatype {
    /// The type of the value.
    associatedtype Value: Sendable

    /// What the program uses.
    static var liveValue: Value { get throws }
    /// What a preview or a demonstration uses; the live value unless the key says otherwise.
    static var previewValue: Value { get throws }
    /// What tests use; without it, a test that uses the value and gives none fails.
    static var testingValue: Value { get throws }
}

extension ContextKey {
    /// The live value.
    public static var previewValue: Value {
        get throws { try liveValue }
    }

    /// Throws an `UnimplementedContextValue`.
    public static var testingValue: Value {
        get throws { throw UnimplementedContextValue(key: readableName(of: Self.self)) }
    }
}

/// A test uses a context value that it does not give; the `underlying` error of a `context_value_failed`.
public struct UnimplementedContextValue: Error, Hashable, CustomStringConvertible {
    /// The name of the key's type.
    public let key: String

    /// One sentence with the next step.
    public var description: String {
        "\(key) has no testing value; give one where the context or the module is made, or declare testingValue"
    }
}
