// SPDX-License-Identifier: Apache-2.0

extension ContainerCore {
    /// A frame for something looked up here that need not be registered.
    func lookUpFrame(_ identity: DependencyIdentity, _ isolation: DependencyIsolation) -> ResolutionPath.Frame {
        ResolutionPath.Frame(
            module: module, type: identity.typeName, key: identity.keyName, scope: nil, isolation: isolation,
            source: nil)
    }

    func missingError(_ identity: DependencyIdentity, path: [ResolutionPath.Frame]) -> DependencyError {
        DependencyError(
            .missing, "Nobody provides \(identity) to \(modulePath).", path: path, nearMisses: nearMisses(identity))
    }

    func missingInputError(_ identity: DependencyIdentity, path: [ResolutionPath.Frame]) -> DependencyError {
        DependencyError(
            .missingInput, "Nobody provides the input \(identity) to \(modulePath).", path: path,
            nearMisses: inputNearMisses(identity))
    }

    func undeclaredInputError(_ identity: DependencyIdentity, path: [ResolutionPath.Frame]) -> DependencyError {
        DependencyError(
            .missingInput, "\(module) does not declare the input \(identity) and so does not see it.", path: path,
            nearMisses: inputNearMisses(identity))
    }

    func isolationError(
        _ registration: Registration, wanted: DependencyIsolation, path: [ResolutionPath.Frame]
    ) -> DependencyError {
        let explanation =
            switch wanted {
            case .nonisolated: "is registered for the main actor and asked for from anywhere"
            case .mainActor: "is registered for anywhere and asked for as a main-actor dependency"
            }
        return DependencyError(
            .isolationMismatch,
            "\(registration.label) \(explanation); "
                + (module == registration.module
                    ? "\(module) must do both alike." : "\(module) and \(registration.module) must agree."),
            path: path,
            nearMisses: ["\(registration.place) as \(registration.isolation.rawValue)"])
    }

    /// Refuses to build a module that a list of children leaves out: no check of the tree would reach it.
    func checkChild(_ module: any DependencyRequirements.Type) throws(DependencyError) {
        guard let declarations, !declarations.children.isEmpty, !knownChildren.contains(where: { $0 == module })
        else { return }
        let name = readableName(of: module)
        throw DependencyError(
            .undeclaredChild,
            "\(self.module) builds \(name), which is not among its children; list \(name) in its children.",
            path: ResolutionFrame.current?.path ?? [])
    }

    func captiveError(
        _ registration: Registration, in captor: Registration, path: [ResolutionPath.Frame]
    ) -> DependencyError {
        DependencyError(
            .captive,
            "\(captor.label) is a singleton and must not keep \(registration.label), "
                + "which is scoped at \(registration.source).",
            path: path)
    }

    /// What resembles the missing identity: other keys, local registrations above, an input of the type.
    private func nearMisses(_ identity: DependencyIdentity) -> [String] {
        var misses = visible.all
            .map(\.registration)
            .filter { $0.identity.type == identity.type && $0.identity != identity }
            .map { "\($0.place) has another key" }
        for ancestor in ancestors {
            misses += ancestor.own
                .map(\.registration)
                .filter { $0.isLocal && $0.identity.type == identity.type }
                .map { "\($0.place) is local to that module" }
        }
        misses += inputs.filter { $0.key == identity }
            .map { "\($0.key) is an input from \($0.value.module)" }
        return misses.sorted()
    }

    private func inputNearMisses(_ identity: DependencyIdentity) -> [String] {
        var misses = inputs.filter { $0.key.type == identity.type && $0.key != identity }
            .map { "input \($0.key) from \($0.value.module) has another key" }
        misses += inputs.filter { $0.key == identity }
            .map { "\($0.value.module) provides it" }
        misses += [visible[identity]].compactMap { $0.map { "\($0.registration.place) is a registration" } }
        return misses.sorted()
    }
}
