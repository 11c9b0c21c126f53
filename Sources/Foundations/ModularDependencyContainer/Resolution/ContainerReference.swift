// SPDX-License-Identifier: Apache-2.0

/// The target of a container handle.
@usableFromInline
struct ContainerReference: Sendable {
    /// Where names are looked up.
    let core: ContainerCore
    /// Where scoped instances live: the container that asked, which is `core` or below it.
    let scope: ContainerCore
    /// The factory that was given this handle; `nil` for a handle of `freeze` or `buildChild`.
    let origin: FactoryOrigin?

    /// The value of an input the module declares.
    @usableFromInline
    func inputBox(for identity: DependencyIdentity) throws(DependencyError) -> any AnyObject & Sendable {
        let path = { (ResolutionFrame.current?.path ?? []) + [core.lookUpFrame(identity, .nonisolated)] }
        guard !scope.isClosed.isSet else { throw scope.closedError(path: path()) }
        if let declared = core.declaredInputs, !declared.contains(identity) {
            throw core.undeclaredInputError(identity, path: path())
        }
        guard let box = core.inputs[identity]?.box else { throw core.missingInputError(identity, path: path()) }
        note(DependencyEdge(identity: identity, kind: .input))
        return box
    }

    /// The boxed value a declared edge leads to.
    @usableFromInline
    func box(of edge: DependencyEdge) throws(DependencyError) -> any AnyObject & Sendable {
        let edge = core.concrete(edge, overridden: origin?.overridden)
        switch edge.kind {
        case .input: return try inputBox(for: edge.identity)
        case .child: return try childBox(edge.identity)
        default: return try box(for: edge.identity)
        }
    }

    /// As `box(of:)`, for the edges of main-actor factories.
    @MainActor @usableFromInline
    func mainActorBox(of edge: DependencyEdge) throws(DependencyError) -> AnyObject {
        let edge = core.concrete(edge, overridden: origin?.overridden)
        guard case .dependency(.mainActor) = edge.kind else { return try box(of: edge) }
        return try mainActorBox(for: edge.identity)
    }

    /// What is registered under a type and key, as this handle sees it.
    func lookUp(_ identity: DependencyIdentity) -> Binding? {
        if let overridden = origin?.overridden, overridden.identity == identity { return overridden }
        return core.visible[identity]
    }

    /// Records what a factory uses that declares no needs.
    func note(_ edge: DependencyEdge) {
        guard let origin, origin.registration.edges == nil else { return }
        core.observations.withLock { $0.note(edge, of: origin.registration) }
    }
}

/// The factory that got a handle; lives as long as the handle.
final class FactoryOrigin: Sendable {
    /// The factory's registration.
    let registration: Registration
    /// What the factory finds under its own type and key.
    let overridden: Binding?
    /// The singleton whose instance would keep instances that are resolved through the handle.
    let captor: Registration?

    init(registration: Registration, overridden: Binding?, captor: Registration?) {
        self.registration = registration
        self.overridden = overridden
        self.captor = captor
    }
}
