// SPDX-License-Identifier: Apache-2.0

extension ContainerCore {
    func missingError(_ identity: DependencyIdentity, label: String, path: [ResolutionPath.Frame]) -> DependencyError {
        DependencyError(
            .missing, "Nobody provides \(label) to \(modulePath).", path: path, nearMisses: nearMisses(identity))
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
            "\(registration.label) \(explanation); \(module) and \(registration.module) must agree.",
            path: path,
            nearMisses: ["\(describe(registration)) as \(registration.isolation.rawValue)"])
    }

    private func describe(_ registration: Registration) -> String {
        "\(registration.label) in \(registration.module) at \(registration.source)"
    }

    /// What looks like the missing identity: other keys, locals of the modules above, an input of the type.
    private func nearMisses(_ identity: DependencyIdentity) -> [String] {
        var misses = visible.values
            .filter { $0.registration.identity.type == identity.type && $0.registration.identity != identity }
            .map { "\(describe($0.registration)) has another key" }
        for ancestor in ancestors {
            misses += ancestor.visible.values
                .filter {
                    $0.registration.isLocal && $0.registration.identity.type == identity.type
                        && $0.depth == ancestor.ancestors.count
                }
                .map { "\(describe($0.registration)) is local to that module" }
        }
        misses += inputs.filter { $0.key == identity }
            .map { "\(labelled($0.value.typeName, $0.value.keyName)) is an input from \($0.value.module)" }
        return misses.sorted()
    }

    func inputNearMisses(_ identity: DependencyIdentity) -> [String] {
        var misses = inputs.filter { $0.key.type == identity.type && $0.key != identity }
            .map { "input \(labelled($0.value.typeName, $0.value.keyName)) from \($0.value.module) has another key" }
        misses += inputs.filter { $0.key == identity }
            .map { "\($0.value.module) provides it" }
        misses += visible.filter { $0.key == identity }
            .map { "\(describe($0.value.registration)) is a registration" }
        return misses.sorted()
    }

    /// Everything that keeps the module from being complete.
    func findings(of declarations: any DependencyRequirements.Type) -> [DependencyError] {
        let path = ResolutionFrame.current?.path ?? []
        return shadowing(of: declarations, path: path)
            + findings(of: declarations.requirements, .nonisolated, path: path)
            + findings(of: declarations.mainActorRequirements, .mainActor, path: path)
            + inputFindings(of: declarations.inputRequirements, path: path)
    }

    private func findings(
        of requirements: [Requirement], _ isolation: DependencyIsolation, path: [ResolutionPath.Frame]
    ) -> [DependencyError] {
        requirements.compactMap { requirement in
            let binding = visible[requirement.identity]
            if let registration = binding?.registration, registration.isolation == isolation { return nil }
            let frame = ResolutionPath.Frame(
                module: module, type: requirement.typeName, key: requirement.keyName,
                scope: binding?.registration.scope, isolation: isolation, source: requirement.source)
            guard let registration = binding?.registration else {
                return missingError(requirement.identity, label: requirement.description, path: path + [frame])
            }
            return isolationError(registration, wanted: isolation, path: path + [frame])
        }
    }

    private func inputFindings(
        of requirements: [InputRequirement], path: [ResolutionPath.Frame]
    ) -> [DependencyError] {
        requirements.filter { inputs[$0.identity] == nil }.map { requirement in
            let frame = ResolutionPath.Frame(
                module: module, type: requirement.typeName, key: requirement.keyName, scope: nil,
                isolation: .nonisolated, source: requirement.source)
            return DependencyError(
                .missingInput, "Nobody provides the input \(requirement) to \(modulePath).", path: path + [frame],
                nearMisses: inputNearMisses(requirement.identity))
        }
    }

    private func shadowing(
        of declarations: any DependencyRequirements.Type, path: [ResolutionPath.Frame]
    ) -> [DependencyError] {
        guard let parent = ancestors.last else { return [] }
        let listed = Set((declarations.requirements + declarations.mainActorRequirements).map(\.identity))
        return visible.values
            .filter { $0.depth == ancestors.count && !listed.contains($0.registration.identity) }
            .compactMap { own in
                guard let inherited = parent.inheritable[own.registration.identity]?.registration else { return nil }
                return DependencyError(
                    .shadowing,
                    "\(describe(own.registration)) hides \(describe(inherited)); "
                        + "list it as a requirement to override it.",
                    path: path + [own.registration.pathFrame])
            }
            .sorted { $0.message < $1.message }
    }
}
