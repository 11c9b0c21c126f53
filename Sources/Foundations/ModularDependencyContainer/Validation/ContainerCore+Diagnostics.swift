// SPDX-License-Identifier: Apache-2.0

extension ContainerCore {
    /// Everything that keeps the module from being complete; no factory runs.
    ///
    /// `overrides` may hide what a parent provides even if they are not listed.
    func diagnostics(allowing overrides: Set<DependencyIdentity>) -> [DependencyError] {
        let path = ResolutionFrame.current?.path ?? []
        var diagnostics = shadowing(allowing: overrides, path: path)
        if let declarations {
            // What has a slot is there, and is a singleton of that isolation.
            diagnostics += self.diagnostics(
                of: zip(declarations.requirements, requiredSlots).filter { $1 == nil }.map(\.0), .nonisolated,
                path: path)
            diagnostics += self.diagnostics(
                of: zip(declarations.mainActorRequirements, requiredMainActorSlots).filter { $1 == nil }.map(\.0),
                .mainActor, path: path)
            diagnostics += provisionDiagnostics(of: declarations.provisions, .nonisolated, path: path)
            diagnostics += provisionDiagnostics(of: declarations.mainActorProvisions, .mainActor, path: path)
            diagnostics += inputDiagnostics(of: declarations.inputRequirements, path: path)
        }
        return diagnostics + edgeDiagnostics(path: path)
    }

    private func diagnostics(
        of requirements: [Requirement], _ isolation: DependencyIsolation, path: [ResolutionPath.Frame]
    ) -> [DependencyError] {
        requirements.compactMap { requirement in
            let registration = visible[requirement.identity]?.registration
            if registration?.isolation == isolation { return nil }
            let frame = ResolutionPath.Frame(
                module: module, type: requirement.identity.typeName, key: requirement.identity.keyName,
                scope: registration?.scope, isolation: isolation, source: requirement.source)
            guard let registration else { return missingError(requirement.identity, path: path + [frame]) }
            return isolationError(registration, wanted: isolation, path: path + [frame])
        }
    }

    /// What the module promises to those who build it and does not register.
    private func provisionDiagnostics(
        of provisions: [Requirement], _ isolation: DependencyIsolation, path: [ResolutionPath.Frame]
    ) -> [DependencyError] {
        provisions.compactMap { provision in
            let registration = own.first { $0.identity == provision.identity && $0.registration.role != .contribution }?
                .registration
            if registration?.isolation == isolation { return nil }
            let frame = ResolutionPath.Frame(
                module: module, type: provision.identity.typeName, key: provision.identity.keyName,
                scope: registration?.scope, isolation: isolation, source: provision.source)
            guard let registration else {
                return DependencyError(
                    .missing, "\(module) lists \(provision.identity) as provided and does not register it.",
                    path: path + [frame])
            }
            return isolationError(registration, wanted: isolation, path: path + [frame])
        }
    }

    private func inputDiagnostics(
        of requirements: [InputRequirement], path: [ResolutionPath.Frame]
    ) -> [DependencyError] {
        requirements.filter { inputs[$0.identity] == nil }.map { requirement in
            let frame = ResolutionPath.Frame(
                module: module, type: requirement.identity.typeName, key: requirement.identity.keyName, scope: nil,
                isolation: .nonisolated, source: requirement.source)
            return missingInputError(requirement.identity, path: path + [frame])
        }
    }

    private func shadowing(
        allowing overrides: Set<DependencyIdentity>, path: [ResolutionPath.Frame]
    ) -> [DependencyError] {
        self.own.compactMap { own in
            let registration = own.registration
            guard registration.role == .provider, let inherited = own.overridden?.registration,
                !isListed(registration.identity), !overrides.contains(registration.identity)
            else { return nil }
            return DependencyError(
                .shadowing,
                "\(registration.place) hides \(inherited.place); list it as a requirement to override it.",
                path: path + [registration.pathFrame])
        }
    }

    private func isListed(_ identity: DependencyIdentity) -> Bool {
        guard let declarations else { return false }
        return (declarations.requirements + declarations.mainActorRequirements).contains { $0.identity == identity }
    }
}
