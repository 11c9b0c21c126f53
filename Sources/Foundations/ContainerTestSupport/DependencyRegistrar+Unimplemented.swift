// SPDX-License-Identifier: Apache-2.0

public import ModularDependencyContainer

extension DependencyRegistrar {
    /// Registers something nobody is expected to use: it satisfies the requirement, and to resolve it fails.
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
    /// As `DependencyRegistrar.registerUnimplemented`, on the main actor.
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
