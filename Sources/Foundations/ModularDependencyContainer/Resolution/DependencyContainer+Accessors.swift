// SPDX-License-Identifier: Apache-2.0

// Generated accessors call these. They cannot throw: `buildChild` has refused missing dependencies. The remaining
// errors, a factory that throws or needs itself and a closed container, end the process and print the path.
extension DependencyContainer {
    /// The declared dependency at an index of `requirements`, continued by `provisions`; ends the process where `resolve` would throw.
    @inlinable
    public func dependency<Value: Sendable>(_ index: Int, _ type: Value.Type) -> Value {
        if let box = reference.ready(index), let value = TypedBox<Value>.value(in: box) { return value }
        return orStop { () throws(DependencyError) in try resolve(type, key: try reference.key(index, of: type)) }
    }

    /// The declared dependency at an index of `mainActorRequirements`, continued by `mainActorProvisions`; ends the process
    /// where `resolveMainActor` would throw.
    @MainActor @inlinable
    public func mainActorDependency<Value>(_ index: Int, _ type: Value.Type) -> Value {
        if let box = reference.readyOnMainActor(index), let value = TypedBox<Value>.value(in: box) { return value }
        return orStop { () throws(DependencyError) in
            try resolveMainActor(type, key: try reference.mainActorKey(index, of: type))
        }
    }

    /// The declared input at an index of `inputRequirements`; ends the process where `resolveInput` would throw.
    @inlinable
    public func input<Value: Sendable>(_ index: Int, _ type: Value.Type) -> Value {
        orStop { () throws(DependencyError) in try resolveInput(type, key: try reference.inputKey(index, of: type)) }
    }

    @usableFromInline
    func orStop<Value>(_ body: () throws(DependencyError) -> Value) -> Value {
        do throws(DependencyError) {
            return try body()
        } catch {
            fatalError(error.description)
        }
    }
}
