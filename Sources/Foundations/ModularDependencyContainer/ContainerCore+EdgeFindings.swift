// SPDX-License-Identifier: Apache-2.0

// What the declared edges of the module's own factories lead to. A factory sees the names of the container that
// registered it, so the edges of a parent's factory were checked with the parent, and a cycle never leaves a module.
extension ContainerCore {
    func edgeFindings(path: [ResolutionPath.Frame]) -> [DependencyError] {
        let declared = own.filter { !($0.registration.edges ?? []).isEmpty }
        guard !declared.isEmpty else { return [] }
        var findings: [DependencyError] = []
        for binding in declared {
            let start = path + [binding.registration.pathFrame]
            findings += (binding.registration.edges ?? []).compactMap { finding(of: $0, path: start) }
            if binding.registration.scope == .singleton {
                findings += captives(of: binding, path: start)
            }
        }
        return findings + cycles(among: declared, path: path)
    }

    /// What a declared edge leads to; `nil` for inputs and where nothing is registered.
    func target(of edge: DependencyEdge) -> Binding? {
        guard case .dependency = edge.kind else { return nil }
        return visible[edge.identity]
    }

    private func finding(of edge: DependencyEdge, path: [ResolutionPath.Frame]) -> DependencyError? {
        switch edge.kind {
        case .input:
            if let declaredInputs, !declaredInputs.contains(edge.identity) {
                return undeclaredInputError(edge.identity, path: path + [frame(of: edge, .nonisolated)])
            }
            guard inputs[edge.identity] == nil else { return nil }
            return missingInputError(edge.identity, path: path + [frame(of: edge, .nonisolated)])
        case .dependency(let isolation):
            guard let registration = visible[edge.identity]?.registration else {
                return missingError(edge.identity, path: path + [frame(of: edge, isolation)])
            }
            guard registration.isolation != isolation else { return nil }
            return isolationError(registration, wanted: isolation, path: path + [registration.pathFrame])
        }
    }

    private func frame(of edge: DependencyEdge, _ isolation: DependencyIsolation) -> ResolutionPath.Frame {
        ResolutionPath.Frame(
            module: module, type: edge.identity.typeName, key: edge.identity.keyName, scope: nil, isolation: isolation,
            source: nil)
    }

    /// The scoped instances a singleton would keep, itself or through new instances that are made for it.
    private func captives(of captor: Binding, path: [ResolutionPath.Frame]) -> [DependencyError] {
        var findings: [DependencyError] = []
        var seen: Set<ObjectIdentifier> = []
        var open = [(binding: captor, path: path)]
        while let (binding, path) = open.popLast() {
            let owner = owner(of: binding)
            for edge in binding.registration.edges ?? [] {
                guard let target = owner.target(of: edge), seen.insert(ObjectIdentifier(target)).inserted else {
                    continue
                }
                let path = path + [target.registration.pathFrame]
                switch target.registration.scope {
                case .singleton: continue
                case .instance: open.append((target, path))
                case .scoped: findings.append(captiveError(target.registration, in: captor.registration, path: path))
                }
            }
        }
        return findings
    }

    /// One finding per knot of factories that need each other: its shortest cycle.
    private func cycles(among bindings: [Binding], path: [ResolutionPath.Frame]) -> [DependencyError] {
        var knotted: Set<ObjectIdentifier> = []
        return bindings.compactMap { start in
            guard !knotted.contains(ObjectIdentifier(start)) else { return nil }
            let knot = bindings.filter {
                shortestWay(from: start, to: $0) != nil && shortestWay(from: $0, to: start) != nil
            }
            let cycles = knot.compactMap { shortestWay(from: $0, to: $0) }
            guard let cycle = cycles.min(by: { $0.count < $1.count }), let first = cycle.last else { return nil }
            knotted.formUnion(knot.map(ObjectIdentifier.init))
            return DependencyError(
                .cycle, "\(first.registration.label) needs itself.",
                path: path + ([first] + cycle).map(\.registration.pathFrame))
        }
    }

    /// What is passed on the shortest way of at least one edge, the end included.
    private func shortestWay(from start: Binding, to end: Binding) -> [Binding]? {
        var ways: [[Binding]] = [[start]]
        var seen: Set<ObjectIdentifier> = []
        var next = 0
        while next < ways.count {
            let way = ways[next]
            next += 1
            for edge in way.last?.registration.edges ?? [] {
                guard let target = target(of: edge), target.depth == ancestors.count,
                    seen.insert(ObjectIdentifier(target)).inserted
                else { continue }
                if target === end { return Array(way.dropFirst()) + [target] }
                ways.append(way + [target])
            }
        }
        return nil
    }
}
