// SPDX-License-Identifier: Apache-2.0

extension DependencyContainer {
    /// A declared requirement, for accessors; ends the process where `resolve` would throw.
    public func dependency<Value: Sendable>(_ type: Value.Type, key: (any Hashable & Sendable)? = nil) -> Value {
        do throws(DependencyError) {
            let binding = try reference.binding(type, key: key, isolation: .nonisolated)
            return try reference.value(of: type, binding)
        } catch {
            stopInAccessor(of: error)
        }
    }

    /// A declared main-actor requirement, for accessors; ends the process where `resolveMainActor` would throw.
    @MainActor
    public func mainActorDependency<Value>(_ type: Value.Type, key: (any Hashable & Sendable)? = nil) -> Value {
        do throws(DependencyError) {
            return try resolveMainActor(type, key: key)
        } catch {
            stopInAccessor(of: error)
        }
    }

    /// A declared input, for accessors; ends the process where `resolveInput` would throw.
    public func input<Value: Sendable>(_ type: Value.Type, key: (any Hashable & Sendable)? = nil) -> Value {
        do throws(DependencyError) {
            return try resolveInput(type, key: key)
        } catch {
            stopInAccessor(of: error)
        }
    }
}

/// Ends the process: accessors cannot throw, and `buildChild` has already refused everything that can be missing, so
/// what is left (a factory that throws or needs itself, a closed container) is a mistake in the program.
private func stopInAccessor(of error: DependencyError) -> Never {
    fatalError(error.description)
}
