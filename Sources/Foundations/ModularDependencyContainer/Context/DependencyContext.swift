// SPDX-License-Identifier: Apache-2.0

/// The values of context keys in one program: live, of a preview, or of a test, some of them given.
///
/// The root gets one when its builder is made. Modules inherit it, and a module can be built with one that overrides some
/// values for everything below. It is never task-local: a module's context is known where it is built.
public struct DependencyContext: Sendable {
    /// Which value of a key counts where none is given.
    public enum Mode: String, Hashable, Sendable, CaseIterable {
        /// `liveValue`.
        case live
        /// `previewValue`.
        case preview
        /// `testingValue`.
        case testing
    }

    /// Which value of a key counts where none is given.
    public let mode: Mode
    private var given: [ObjectIdentifier: any AnyObject & Sendable] = [:]
    private let made = MadeValues()

    /// A context of that mode, in which some values are given.
    public init(_ mode: Mode, overriding overrides: [ContextOverride] = []) {
        self.mode = mode
        given = Self.values(of: overrides)
    }

    /// The same context with other values for some keys.
    public func overriding(_ overrides: [ContextOverride]) -> DependencyContext {
        var context = self
        context.given.merge(Self.values(of: overrides)) { _, new in new }
        return context
    }

    /// The value of a key: the one that was given, or else that of the mode.
    ///
    /// The value of the mode is made when it is first asked for, and once for this context and those that override it.
    /// Throws what the key throws.
    public func value<Key: ContextKey>(of key: Key.Type) throws -> Key.Value {
        let identifier = ObjectIdentifier(key)
        if let box = given[identifier], let value = TypedBox<Key.Value>.value(in: box) { return value }
        if let box = made[identifier], let value = TypedBox<Key.Value>.value(in: box) { return value }
        let value =
            switch mode {
            case .live: try key.liveValue
            case .preview: try key.previewValue
            case .testing: try key.testingValue
            }
        // If two threads make it, the first one counts.
        return TypedBox<Key.Value>.value(in: made.add(TypedBox(value), for: identifier)) ?? value
    }

    private static func values(of overrides: [ContextOverride]) -> [ObjectIdentifier: any AnyObject & Sendable] {
        Dictionary(overrides.map { ($0.key, $0.box) }) { _, last in last }
    }
}

/// A value for one context key, in place of the key's own.
public struct ContextOverride: Sendable {
    let key: ObjectIdentifier
    let box: any AnyObject & Sendable

    /// This value for this key.
    public init<Key: ContextKey>(_ key: Key.Type, _ value: Key.Value) {
        self.key = ObjectIdentifier(key)
        box = TypedBox(value)
    }
}

/// What was made for the keys of a context.
private final class MadeValues: Sendable {
    private let values = Lock<[ObjectIdentifier: any AnyObject & Sendable]>([:])

    subscript(key: ObjectIdentifier) -> (any AnyObject & Sendable)? { values.withLock { $0[key] } }

    /// Adds a value unless there is one, and returns the one there is.
    func add(_ value: any AnyObject & Sendable, for key: ObjectIdentifier) -> any AnyObject & Sendable {
        values.withLock { values in
            let kept = values[key] ?? value
            values[key] = kept
            return kept
        }
    }
}
