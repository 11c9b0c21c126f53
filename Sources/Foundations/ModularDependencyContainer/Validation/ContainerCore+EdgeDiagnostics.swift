// SPDX-License-Identifier: Apache-2.0

// What the declared edges of the module's own factories lead to. A factory sees the names of the container that
// registered it, so the edges of a parent's factory were checked with the parent, and a cycle never leaves a module.
extension ContainerCore {
    func edgeDiagnostics(path: [ResolutionPath.Frame]) -> [DependencyError] {
        var diagnostics: [DependencyError] = []
        var declared: [(binding: Binding, targets: [Binding])] = []
        declared.reserveCapacity(own.count)
        for binding in own {
            let needs = needs(of: binding)
            guard !needs.isEmpty else { continue }
            var targets: [Binding] = []
            for edge in needs {
                let ends = self.targets(of: edge, from: binding)
                // Paths are made only for edges that are not met, because names are costly.
                if !isMet(edge, by: ends) {
                    diagnostics.append(
                        diagnostic(of: edge, from: binding, path: path + [binding.registration.pathFrame]))
                }
                targets = targets.isEmpty ? ends : targets + ends
            }
            diagnostics += ambiguities(of: binding, path: path)
            if binding.registration.scope == .singleton,
                targets.contains(where: { $0.registration.scope != .singleton })
            {
                diagnostics += captives(of: binding, path: path)
            }
            declared.append((binding, targets))
        }
        return diagnostics + cycles(among: declared, path: path)
    }

    /// What the factory of an own registration declares to need, with what it decorates first.
    func needs(of binding: Binding) -> [DependencyEdge] {
        let registration = binding.registration
        guard let edges = registration.edges else {
            guard registration.role == .decorator else { return [] }
            return [DependencyEdge(identity: registration.identity, kind: .dependency(registration.isolation))]
        }
        guard edges.contains(where: \.isParameter) else { return edges }
        return edges.map { concrete($0, overridden: binding.overridden) }
    }

    /// The edge of a parameter as the kind of what the module finds under its type; others as they are.
    ///
    /// `overridden` is what the factory overrides, and so finds under its own type and key.
    func concrete(_ edge: DependencyEdge, overridden: Binding?) -> DependencyEdge {
        guard case .parameter(let isolation) = edge.kind else { return edge }
        let kind: DependencyEdge.Kind
        if seesInput(edge.identity) {
            kind = .input
        } else if let registration = (overridden?.identity == edge.identity ? overridden : visible[edge.identity])?
            .registration
        {
            // A main-actor factory may take either; any other takes what may be touched anywhere.
            kind = .dependency(isolation == .mainActor ? registration.isolation : .nonisolated)
        } else if edge.identity.type is any DependencyRequirements.Type {
            kind = .child
        } else {
            kind = .dependency(.nonisolated)
        }
        return DependencyEdge(identity: edge.identity, kind: kind)
    }

    /// What an edge of an own registration leads to; empty for what is no registration, and where nothing is registered.
    func targets(of edge: DependencyEdge, from binding: Binding) -> [Binding] {
        switch edge.kind {
        case .dependency:
            let isItself = edge.identity == binding.identity
            // A decorator without anything to decorate is not its own target.
            let hasNone = isItself && binding.registration.role == .decorator && binding.overridden == nil
            guard !hasNone,
                let target = isItself ? binding.overridden ?? visible[edge.identity] : visible[edge.identity]
            else { return [] }
            return [target]
        case .contributions:
            return contributions(of: edge.identity)
        case .input, .child, .context, .parameter:
            return []
        }
    }

    private func seesInput(_ identity: DependencyIdentity) -> Bool {
        declaredInputs?.contains(identity) ?? (inputs[identity] != nil)
    }

    private func isMet(_ edge: DependencyEdge, by targets: [Binding]) -> Bool {
        switch edge.kind {
        case .input:
            (declaredInputs?.contains(edge.identity) ?? true) && inputs[edge.identity] != nil
        case .dependency(let isolation):
            targets.first?.registration.isolation == isolation
        case .contributions(let isolation):
            targets.allSatisfy { $0.registration.isolation == isolation }
        // A check of the tree walks to the child; a context has its values or says which is absent.
        case .child, .context, .parameter:
            true
        }
    }

    /// What is wrong with an edge that is not met.
    private func diagnostic(
        of edge: DependencyEdge, from binding: Binding, path: [ResolutionPath.Frame]
    ) -> DependencyError {
        switch edge.kind {
        case .dependency(let isolation), .contributions(let isolation), .parameter(let isolation):
            let found = targets(of: edge, from: binding).first { $0.registration.isolation != isolation }
            guard let registration = found?.registration else {
                return missingError(edge.identity, path: path + [lookUpFrame(edge.identity, isolation)])
            }
            return isolationError(registration, wanted: isolation, path: path + [registration.pathFrame])
        case .input, .child, .context:
            let path = path + [lookUpFrame(edge.identity, .nonisolated)]
            guard declaredInputs?.contains(edge.identity) ?? true else {
                return undeclaredInputError(edge.identity, path: path)
            }
            return missingInputError(edge.identity, path: path)
        }
    }

    /// The parameters of an initialiser whose types do not say what to pass.
    private func ambiguities(of binding: Binding, path: [ResolutionPath.Frame]) -> [DependencyError] {
        guard let edges = binding.registration.edges, edges.contains(where: \.isParameter) else { return [] }
        let parameters = edges.filter(\.isParameter).map(\.identity)
        var seen: Set<DependencyIdentity> = []
        return parameters.compactMap { identity in
            let isFirst = seen.insert(identity).inserted
            let reason: String
            if !isFirst {
                reason =
                    "has several parameters of the type \(identity); say with keys which is "
                    + "which, or declare its needs with using"
            } else if seesInput(identity), let registration = visible[identity]?.registration {
                reason =
                    "has a parameter of the type \(identity), which is an input and also "
                    + "\(registration.place); declare its needs with using"
            } else {
                return nil
            }
            return DependencyError(
                .ambiguous, "The initialiser of \(binding.registration.label) \(reason).",
                path: path + [binding.registration.pathFrame])
        }
    }

    /// The scoped instances a singleton would keep, itself or through new instances that are made for it.
    private func captives(of captor: Binding, path: [ResolutionPath.Frame]) -> [DependencyError] {
        var diagnostics: [DependencyError] = []
        var seen: Set<ObjectIdentifier> = []
        var open = [[captor]]
        while let way = open.popLast(), let last = way.last {
            let owner = owner(of: last)
            for target in owner.needs(of: last).flatMap({ owner.targets(of: $0, from: last) }) {
                guard target.registration.scope != .singleton, seen.insert(ObjectIdentifier(target)).inserted
                else { continue }
                if target.registration.scope == .instance {
                    open.append(way + [target])
                } else {
                    diagnostics.append(
                        captiveError(
                            target.registration, in: captor.registration,
                            path: path + (way + [target]).map(\.registration.pathFrame)))
                }
            }
        }
        return diagnostics
    }

    /// One diagnostic for each group of factories that need each other: the shortest cycle.
    private func cycles(
        among declared: [(binding: Binding, targets: [Binding])], path: [ResolutionPath.Frame]
    ) -> [DependencyError] {
        let depth = ancestors.count
        guard declared.contains(where: { $0.targets.contains { $0.depth == depth } }) else { return [] }
        let needs = declared.map { $0.targets.filter { $0.depth == depth } }
        return NeedGraph(declared.map(\.binding), needs: needs).shortestCycles.map { cycle in
            cycleError(cycle, path: path)
        }
    }

    /// The error of factories that need each other; the first stands at both ends.
    func cycleError(_ cycle: [Binding], path: [ResolutionPath.Frame]) -> DependencyError {
        DependencyError(
            .cycle, "\(cycle[0].registration.label) needs itself.",
            path: path + cycle.map(\.registration.pathFrame))
    }
}

extension DependencyEdge {
    fileprivate var isParameter: Bool {
        if case .parameter = kind { true } else { false }
    }
}
