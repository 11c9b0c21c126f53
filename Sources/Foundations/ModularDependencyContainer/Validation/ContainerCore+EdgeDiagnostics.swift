// SPDX-License-Identifier: Apache-2.0

// What the declared edges of the module's own factories lead to. A factory sees the names of the container that
// registered it, so the edges of a parent's factory were checked with the parent, and a cycle never leaves a module.
extension ContainerCore {
    func edgeDiagnostics(path: [ResolutionPath.Frame]) -> [DependencyError] {
        let declared = own.filter { !($0.registration.edges ?? []).isEmpty }
        guard !declared.isEmpty else { return [] }
        var diagnostics: [DependencyError] = []
        for binding in declared {
            let edges = binding.registration.edges ?? []
            // Paths are made only for edges that are not met, because names are costly.
            for edge in edges where !isMet(edge) {
                diagnostics.append(diagnostic(of: edge, path: path + [binding.registration.pathFrame]))
            }
            if binding.registration.scope == .singleton {
                diagnostics += captives(of: binding, path: path)
            }
        }
        return diagnostics + cycles(among: declared, path: path)
    }

    /// What a declared edge leads to; `nil` for inputs and where nothing is registered.
    func target(of edge: DependencyEdge) -> Binding? {
        guard case .dependency = edge.kind else { return nil }
        return visible[edge.identity]
    }

    private func isMet(_ edge: DependencyEdge) -> Bool {
        switch edge.kind {
        case .input:
            (declaredInputs?.contains(edge.identity) ?? true) && inputs[edge.identity] != nil
        case .dependency(let isolation):
            visible[edge.identity]?.registration.isolation == isolation
        }
    }

    /// What is wrong with an edge that is not met.
    private func diagnostic(of edge: DependencyEdge, path: [ResolutionPath.Frame]) -> DependencyError {
        switch edge.kind {
        case .input:
            let path = path + [lookUpFrame(edge.identity, .nonisolated)]
            guard declaredInputs?.contains(edge.identity) ?? true else {
                return undeclaredInputError(edge.identity, path: path)
            }
            return missingInputError(edge.identity, path: path)
        case .dependency(let isolation):
            guard let registration = visible[edge.identity]?.registration else {
                return missingError(edge.identity, path: path + [lookUpFrame(edge.identity, isolation)])
            }
            return isolationError(registration, wanted: isolation, path: path + [registration.pathFrame])
        }
    }

    /// The scoped instances a singleton would keep, itself or through new instances that are made for it.
    private func captives(of captor: Binding, path: [ResolutionPath.Frame]) -> [DependencyError] {
        var diagnostics: [DependencyError] = []
        var seen: Set<ObjectIdentifier> = []
        var open = [[captor]]
        while let way = open.popLast(), let last = way.last {
            let owner = owner(of: last)
            for edge in last.registration.edges ?? [] {
                guard let target = owner.target(of: edge), target.registration.scope != .singleton,
                    seen.insert(ObjectIdentifier(target)).inserted
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
    private func cycles(among bindings: [Binding], path: [ResolutionPath.Frame]) -> [DependencyError] {
        let needs = bindings.map { binding in
            (binding.registration.edges ?? []).compactMap(target).filter { $0.depth == ancestors.count }
        }
        guard needs.contains(where: { !$0.isEmpty }) else { return [] }
        return NeedGraph(bindings, needs: needs).shortestCycles.map { cycle in
            DependencyError(
                .cycle, "\(cycle[0].registration.label) needs itself.",
                path: path + cycle.map(\.registration.pathFrame))
        }
    }
}
