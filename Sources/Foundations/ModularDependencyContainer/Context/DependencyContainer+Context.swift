// SPDX-License-Identifier: Apache-2.0

extension DependencyContainer {
    /// The value of a context key, as this module's context has it.
    ///
    /// Throws `context_value_failed` with the path of who asked where the key has no value, and `container_closed` after
    /// shutdown.
    public func context<Key: ContextKey>(_ key: Key.Type) throws(DependencyError) -> Key.Value {
        try reference.contextValue(key)
    }
}

extension Dependency {
    /// The value of a context key, as the context of the factory's module has it.
    @_disfavoredOverload
    public init<Key: ContextKey>(context key: Key.Type) where Key.Value == Value {
        edge = DependencyEdge(identity: DependencyIdentity(key, key: nil), kind: .context)
        read = { reference throws(DependencyError) in try reference.contextValue(key) }
    }
}

extension ContainerReference {
    func contextValue<Key: ContextKey>(_ key: Key.Type) throws(DependencyError) -> Key.Value {
        let identity = DependencyIdentity(key, key: nil)
        let path = { (ResolutionFrame.current?.path ?? []) + [core.lookUpFrame(identity, .nonisolated)] }
        guard !scope.isClosed.isSet else { throw scope.closedError(path: path()) }
        note(DependencyEdge(identity: identity, kind: .context))
        do {
            return try core.context.value(of: key)
        } catch {
            throw DependencyError(
                .contextValueFailed,
                "\(core.module) asks for \(identity), which has no value in a \(core.context.mode.rawValue) context.",
                path: path(), underlying: error)
        }
    }
}
