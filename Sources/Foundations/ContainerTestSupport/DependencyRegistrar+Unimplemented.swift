// SPDX-License-Identifier: Apache-2.0

public import ModularDependencyContainer

extension DependencyRegistrar {
    /// Registers a dependency that the test must not use: it satisfies the requirement, but resolving it fails.
    ///
    /// Resolving throws `factory_failed` with an `UnimplementedDependencyError`; an accessor ends the process with it.
    public func registerUnimplemented<Value: Sendable>(
        _ type: Value.Type,
        key: (any Hashable & Sendable)? = nil,
        fileID: String = #fileID,
        line: Int = #line
    ) throws(DependencyError) {
        let error = UnimplementedDependencyError(Requirement(type, key: key, fileID: fileID, line: line))
        try registerInstance(type, key: key, fileID: fileID, line: line) { _ in throw error }
    }
}

extension MainActorRegistrar {
    /// Like `DependencyRegistrar.registerUnimplemented`, on the main actor.
    public func registerUnimplemented<Value>(
        _ type: Value.Type,
        key: (any Hashable & Sendable)? = nil,
        fileID: String = #fileID,
        line: Int = #line
    ) throws(DependencyError) {
        let error = UnimplementedDependencyError(Requirement(type, key: key, fileID: fileID, line: line))
        try registerInstance(type, key: key, fileID: fileID, line: line) { _ in throw error }
    }
}
