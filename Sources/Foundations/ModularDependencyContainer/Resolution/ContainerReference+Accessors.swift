// SPDX-License-Identifier: Apache-2.0

// A declared requirement by its index. `nil` means: take the slow path. A factory always takes it, because it records
// what the factory uses.
extension ContainerReference {
    @usableFromInline typealias Key = (any Hashable & Sendable)?

    /// The instance at an index of `requirements` and then `provisions`, if it is built already.
    @usableFromInline
    func ready(_ index: Int) -> (any AnyObject & Sendable)? {
        guard origin == nil, !core.isClosed.isSet, index < core.requiredSlots.count else { return nil }
        return core.requiredSlots[index]?._withUnsafeGuaranteedRef { $0.ready }
    }

    /// The instance at an index of `mainActorRequirements` and then `mainActorProvisions`, if it is built already.
    @MainActor @usableFromInline
    func readyOnMainActor(_ index: Int) -> AnyObject? {
        guard origin == nil, !core.isClosed.isSet, index < core.requiredMainActorSlots.count,
            case .ready(let box) = core.requiredMainActorSlots[index]?.state
        else { return nil }
        return box
    }

    @usableFromInline
    func key(_ index: Int, of type: any Any.Type) throws(DependencyError) -> Key {
        try key(index, of: type, in: core.declarations?.nonisolatedAccessors.map(\.identity))
    }

    @usableFromInline
    func mainActorKey(_ index: Int, of type: any Any.Type) throws(DependencyError) -> Key {
        try key(index, of: type, in: core.declarations?.mainActorAccessors.map(\.identity))
    }

    @usableFromInline
    func inputKey(_ index: Int, of type: any Any.Type) throws(DependencyError) -> Key {
        try key(index, of: type, in: core.declaredInputs)
    }

    private func key(
        _ index: Int, of type: any Any.Type, in identities: [DependencyIdentity]?
    ) throws(DependencyError) -> Key {
        guard let identities, identities.indices.contains(index), identities[index].type == type else {
            throw DependencyError(
                .missing, "\(core.module) declares no \(readableName(of: type)) at index \(index) of its list.",
                path: ResolutionFrame.current?.path ?? [])
        }
        return identities[index].key?.value
    }
}
