// SPDX-License-Identifier: Apache-2.0

/// Names a value that a program gets from the world, such as its clock or where it keeps things, and says what stands for
/// it where the program does not really run.
///
/// The type is only a name; an enumeration without cases serves. A value that cannot be made throws, and whoever asks for
/// it gets `context_value_failed` with the path of who asked. A value that must be given throws an
/// `UnimplementedContextValue`.
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
        get throws { throw UnimplementedContextValue(Self.self, in: .testing) }
    }
}

/// A context value that must be given is not; the `underlying` error of a `context_value_failed`.
///
/// A key throws it for a mode in which nothing can stand for the value.
public struct UnimplementedContextValue: Error, Hashable, CustomStringConvertible {
    /// The name of the key's type.
    public let key: String
    /// The mode in which it has no value of its own.
    public let mode: DependencyContext.Mode

    /// There is no value of `key` in a context of that mode.
    public init<Key: ContextKey>(_ key: Key.Type, in mode: DependencyContext.Mode) {
        self.key = readableName(of: key)
        self.mode = mode
    }

    /// One sentence with the next step.
    public var description: String {
        "\(key) has no \(mode.rawValue) value; give one where the context or the module is made, "
            + "or declare \(mode.rawValue)Value"
    }
}
