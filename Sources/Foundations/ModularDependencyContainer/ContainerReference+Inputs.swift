// SPDX-License-Identifier: Apache-2.0

extension ContainerReference {
    /// The value of an input the module declares.
    func input<Value: Sendable>(
        _ type: Value.Type, _ identity: DependencyIdentity
    ) throws(DependencyError) -> Value {
        let path = { (ResolutionFrame.current?.path ?? []) + [lookUpFrame(identity, .nonisolated)] }
        guard !scope.isClosed.isSet else { throw scope.closedError(path: path()) }
        if let declared = core.declaredInputs, !declared.contains(identity) {
            throw core.undeclaredInputError(identity, path: path())
        }
        guard let box = core.inputs[identity]?.box else { throw core.missingInputError(identity, path: path()) }
        guard let value = TypedBox<Value>.value(in: box) else {
            throw DependencyError(.typeMismatch, "The input \(identity) is of another type.", path: path())
        }
        if let origin, origin.registration.edges == nil {
            let edge = DependencyEdge(identity: identity, kind: .input)
            core.observations.withLock { $0.note(edge, of: origin.registration) }
        }
        return value
    }

    /// What a factory declared to need.
    func value<Value: Sendable>(of needed: Dependency<Value>) throws(DependencyError) -> Value {
        switch needed.edge.kind {
        case .input:
            return try input(Value.self, needed.edge.identity)
        case .dependency:
            return try value(of: Value.self, try binding(needed.edge.identity, isolation: .nonisolated))
        }
    }
}
