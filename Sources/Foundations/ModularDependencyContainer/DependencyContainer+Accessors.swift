// SPDX-License-Identifier: Apache-2.0

// What generated accessors call. They cannot throw: `buildChild` has refused everything that can be missing, so what is
// left (a factory that throws or needs itself, a closed container) ends the process and prints its path.
extension DependencyContainer {
    /// The declared requirement at an index of `requirements`; ends the process where `resolve` would throw.
    public func dependency<Value: Sendable>(_ index: Int, _ type: Value.Type) -> Value {
        if let value = reference.ready(index, type) { return value }
        return orStop { () throws(DependencyError) in
            let identity = try reference.identity(index, of: reference.core.declarations?.requirements, type)
            return try reference.value(of: type, try reference.binding(identity, isolation: .nonisolated))
        }
    }

    /// As `dependency`, `nil` if nobody provides it.
    public func optionalDependency<Value: Sendable>(_ index: Int, _ type: Value.Type) -> Value? {
        if let value = reference.ready(index, type) { return value }
        return orStop { () throws(DependencyError) -> Value? in
            let identity = try reference.identity(index, of: reference.core.declarations?.requirements, type)
            guard reference.core.visible[identity] != nil else { return nil }
            return try reference.value(of: type, try reference.binding(identity, isolation: .nonisolated))
        }
    }

    /// The declared requirement at an index of `mainActorRequirements`; ends the process where `resolveMainActor` would
    /// throw.
    @MainActor
    public func mainActorDependency<Value>(_ index: Int, _ type: Value.Type) -> Value {
        if let value = reference.readyOnMainActor(index, type) { return value }
        return orStop { () throws(DependencyError) in
            let identity = try reference.identity(index, of: reference.core.declarations?.mainActorRequirements, type)
            return try reference.mainActorValue(of: type, try reference.binding(identity, isolation: .mainActor))
        }
    }

    /// As `mainActorDependency`, `nil` if nobody provides it.
    @MainActor
    public func optionalMainActorDependency<Value>(_ index: Int, _ type: Value.Type) -> Value? {
        if let value = reference.readyOnMainActor(index, type) { return value }
        return orStop { () throws(DependencyError) -> Value? in
            let identity = try reference.identity(index, of: reference.core.declarations?.mainActorRequirements, type)
            guard reference.core.visible[identity] != nil else { return nil }
            return try reference.mainActorValue(of: type, try reference.binding(identity, isolation: .mainActor))
        }
    }

    /// The declared input at an index of `inputRequirements`; ends the process where `resolveInput` would throw.
    public func input<Value: Sendable>(_ index: Int, _ type: Value.Type) -> Value {
        orStop { () throws(DependencyError) in
            guard let declared = reference.core.declaredInputs, declared.indices.contains(index) else {
                throw reference.indexError(index, type)
            }
            return try reference.input(type, declared[index])
        }
    }

    private func orStop<Value>(_ body: () throws(DependencyError) -> Value) -> Value {
        do throws(DependencyError) {
            return try body()
        } catch {
            fatalError(error.description)
        }
    }
}

extension ContainerReference {
    /// The value of a declared requirement that is built already; `nil` asks for the long way.
    ///
    /// Inside a factory the long way is taken, since it notes who uses what.
    func ready<Value: Sendable>(_ index: Int, _ type: Value.Type) -> Value? {
        guard origin == nil, !core.isClosed.isSet, index < core.requiredSlots.count,
            let box = core.requiredSlots[index]?.ready
        else { return nil }
        return TypedBox<Value>.value(in: box)
    }

    /// As `ready`, for those on the main actor.
    @MainActor
    func readyOnMainActor<Value>(_ index: Int, _ type: Value.Type) -> Value? {
        guard origin == nil, !core.isClosed.isSet, index < core.requiredMainActorSlots.count,
            case .ready(let box) = core.requiredMainActorSlots[index]?.state
        else { return nil }
        return MainActorBox<Value>.value(in: box)
    }

    fileprivate func identity<Value>(
        _ index: Int, of requirements: [Requirement]?, _ type: Value.Type
    ) throws(DependencyError) -> DependencyIdentity {
        guard let requirements, requirements.indices.contains(index), requirements[index].identity.type == type else {
            throw indexError(index, type)
        }
        return requirements[index].identity
    }

    fileprivate func indexError<Value>(_ index: Int, _ type: Value.Type) -> DependencyError {
        DependencyError(
            .missing, "\(core.module) declares no \(readableName(of: type)) at index \(index) of its list.",
            path: (ResolutionFrame.current?.path ?? []))
    }
}
