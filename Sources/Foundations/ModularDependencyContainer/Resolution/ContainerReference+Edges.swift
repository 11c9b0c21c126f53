// SPDX-License-Identifier: Apache-2.0

extension ContainerReference {
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
        switch edge.kind {
        case .input: try inputBox(for: edge.identity)
        case .dependency: try box(for: edge.identity)
        }
    }

    /// As `box(of:)`, for edges to main-actor dependencies.
    @MainActor @usableFromInline
    func mainActorBox(of edge: DependencyEdge) throws(DependencyError) -> AnyObject {
        try mainActorBox(for: edge.identity)
    }

    /// Records what a factory uses that declares no needs.
    func note(_ edge: DependencyEdge) {
        guard let origin, origin.registration.edges == nil else { return }
        core.observations.withLock { $0.note(edge, of: origin.registration) }
    }
}
