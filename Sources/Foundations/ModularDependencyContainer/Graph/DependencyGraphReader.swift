// SPDX-License-Identifier: Apache-2.0

/// Reads a graph from the tables of containers; runs no factory and holds locks only to copy what they guard.
struct DependencyGraphReader {
    /// A container in its place; that of a rehearsal if the module is not built.
    struct Node {
        let core: ContainerCore
        let state: DependencyGraph.Module.State
        let children: [Node]
    }

    private typealias Target = DependencyGraph.Target

    private let seesMainActor: Bool
    private var modules: [ObjectIdentifier: (path: String, number: Int)] = [:]
    private var registrations: [ObjectIdentifier: Target] = [:]
    private var inputs: [ObjectIdentifier: [DependencyIdentity: Target]] = [:]
    private var children: [ObjectIdentifier: [Node]] = [:]

    /// The graph of a tree of containers; `seesMainActor` says whether this runs on the main actor.
    static func graph(of root: Node, seesMainActor: Bool) -> DependencyGraph {
        var reader = DependencyGraphReader(seesMainActor: seesMainActor)
        reader.name(root, path: stableName(of: root.core.marker), number: 1)
        return DependencyGraph(root: reader.module(root))
    }

    private init(seesMainActor: Bool) {
        self.seesMainActor = seesMainActor
    }

    /// Gives everything in and below a node its id, before anything refers to it.
    private mutating func name(_ node: Node, path: String, number: Int) {
        let core = node.core
        modules[ObjectIdentifier(core)] = (path, number)
        children[ObjectIdentifier(core)] = node.children
        var labels = Numbering()
        for binding in core.own {
            let id = "\(path):\(labels.next(stableLabel(of: binding.registration.identity)))"
            registrations[ObjectIdentifier(binding.registration)] = Target(module: path, id: id)
        }
        for identity in shownInputs(of: core) {
            let id = "\(path):\(labels.next("input \(stableLabel(of: identity))"))"
            inputs[ObjectIdentifier(core), default: [:]][identity] = Target(module: path, id: id)
        }
        var names = Numbering()
        for child in node.children {
            let name = stableName(of: child.core.marker)
            let number = names.count(name)
            self.name(child, path: "\(path)/\(DependencyGraph.Module.title(name, number))", number: number)
        }
    }

    private func module(_ node: Node) -> DependencyGraph.Module {
        let core = node.core
        let (path, number) = modules[ObjectIdentifier(core)] ?? ("", 1)
        let declarations = core.declarations
        let observed = core.observations.withLock { $0.edges }
        return DependencyGraph.Module(
            name: stableName(of: core.marker), number: number, path: path, state: node.state,
            requirements: (declarations?.requirements ?? []).map { requirement($0, .nonisolated, of: core) }
                + (declarations?.mainActorRequirements ?? []).map { requirement($0, .mainActor, of: core) },
            inputs: shownInputs(of: core).map { input($0, of: core) },
            registrations: core.own.map { binding in
                registration(
                    binding, of: core, isLive: node.state != .declared,
                    observed: observed[ObjectIdentifier(binding.registration)] ?? [])
            },
            children: node.children.map(module))
    }

    private func requirement(
        _ requirement: Requirement, _ isolation: DependencyIsolation, of core: ContainerCore
    ) -> DependencyGraph.Requirement {
        DependencyGraph.Requirement(
            type: stableName(of: requirement.identity.type), key: requirement.identity.keyName, isolation: isolation,
            place: DependencyGraph.Place(requirement.source),
            provider: target(of: core.visible[requirement.identity]))
    }

    private func registration(
        _ binding: Binding, of core: ContainerCore, isLive: Bool, observed: Set<DependencyEdge>
    ) -> DependencyGraph.Registration {
        let registration = binding.registration
        let needs = core.needs(of: binding)
        let declared = needs.flatMap { edges($0, .declared, of: binding, in: core) }
        let seen = observed.subtracting(needs).flatMap { edges($0, .observed, of: binding, in: core) }
            .sorted { $0.order < $1.order }
        return DependencyGraph.Registration(
            id: registrations[ObjectIdentifier(registration)]?.id ?? "",
            type: stableName(of: registration.identity.type), key: registration.keyName, scope: registration.scope,
            isolation: registration.isolation, isLocal: registration.isLocal,
            role: DependencyGraph.Registration.Role(registration.role), overrides: target(of: binding.overridden),
            place: DependencyGraph.Place(registration.source), isBuilt: isLive ? isBuilt(binding) : nil,
            edges: declared + seen)
    }

    /// What is drawn for an edge: one line, or one for each contribution.
    private func edges(
        _ edge: DependencyEdge, _ origin: DependencyGraph.Edge.Origin, of binding: Binding, in core: ContainerCore
    ) -> [DependencyGraph.Edge] {
        let targets: [Target]
        let kind: DependencyGraph.Edge.Kind
        switch edge.kind {
        case .dependency, .parameter:
            kind = .dependency
            targets = core.targets(of: edge, from: binding).compactMap(target)
        case .input:
            kind = .input
            targets = [target(ofInput: edge.identity, in: core)].compactMap(\.self)
        case .child:
            kind = .child
            targets = (children[ObjectIdentifier(core)] ?? []).filter { $0.core.marker == edge.identity.type }
                .compactMap { modules[ObjectIdentifier($0.core)]?.path }.prefix(1).map { Target(module: $0, id: $0) }
        case .contributions:
            kind = .contributions
            let listed = (children[ObjectIdentifier(core)] ?? []).filter { core.collects(from: $0.core.marker) }
            let given = listed.flatMap {
                $0.core.contributionsToParent(of: edge.identity)
            }
            targets = (core.targets(of: edge, from: binding) + given).compactMap(target)
        case .context:
            kind = .context
            targets = []
        }
        let type = stableName(of: edge.identity.type)
        return (targets.isEmpty ? [nil] : targets.map { $0 }).map { target in
            DependencyGraph.Edge(
                type: type, key: edge.identity.keyName, kind: kind, origin: origin, target: target)
        }
    }

    private func input(_ identity: DependencyIdentity, of core: ContainerCore) -> DependencyGraph.Input {
        let declared = core.declarations?.inputRequirements.first { $0.identity == identity }
        return DependencyGraph.Input(
            id: inputs[ObjectIdentifier(core)]?[identity]?.id ?? "", type: stableName(of: identity.type),
            key: identity.keyName, place: declared.map { DependencyGraph.Place($0.source) },
            provider: home(of: identity, in: core).flatMap { inputs[ObjectIdentifier($0)]?[identity] })
    }

    private func isBuilt(_ binding: Binding) -> Bool? {
        switch binding.slot {
        case nil: return nil
        case .nonisolated(let slot): return slot.ready != nil
        case .mainActor(let slot):
            guard seesMainActor else { return nil }
            return MainActor.assumeIsolated {
                if case .ready = slot.state { true } else { false }
            }
        }
    }

    private func target(of binding: Binding?) -> Target? {
        binding.flatMap { registrations[ObjectIdentifier($0.registration)] }
    }

    /// What an edge to an input leads to; a module sees only those it declares.
    private func target(ofInput identity: DependencyIdentity, in core: ContainerCore) -> Target? {
        if let declared = core.declaredInputs, !declared.contains(identity) { return nil }
        return home(of: identity, in: core).flatMap { inputs[ObjectIdentifier($0)]?[identity] }
    }

    /// The container that was given the input: the uppermost one that has the same value.
    private func home(of identity: DependencyIdentity, in core: ContainerCore) -> ContainerCore? {
        guard let input = core.inputs[identity] else { return nil }
        let above = core.ancestors.reversed().prefix {
            $0.inputs[identity].map { $0.box === input.box && $0.marker == input.marker } ?? false
        }
        return above.last ?? core
    }

    /// The inputs that a module declares, and the others that it was given.
    private func shownInputs(of core: ContainerCore) -> [DependencyIdentity] {
        let declared = core.declaredInputs ?? []
        let given = core.inputs.keys.filter { !declared.contains($0) && home(of: $0, in: core) === core }
        return declared + given.sorted { stableLabel(of: $0) < stableLabel(of: $1) }
    }
}

/// Numbers things that have the same name.
private struct Numbering {
    private var counts: [String: Int] = [:]

    /// How often the name was asked about, this time included.
    mutating func count(_ name: String) -> Int {
        counts[name, default: 0] += 1
        return counts[name, default: 1]
    }

    /// The name, followed by its number unless that is 1.
    mutating func next(_ name: String) -> String {
        DependencyGraph.Module.title(name, count(name))
    }
}

extension DependencyGraph.Edge {
    /// The sort key of observed edges, which have no order of their own.
    fileprivate var order: (String, Int, String) {
        (labelled(type, key), kind.rank, target?.id ?? "")
    }
}

/// The type's name without the addresses that tell private types of one process apart.
private func stableName(of type: any Any.Type) -> String {
    var name = readableName(of: type)
    while let start = name.firstRange(of: "(unknown context at $"),
        let end = name[start.upperBound...].firstRange(of: ").")
    {
        name.removeSubrange(start.lowerBound..<end.upperBound)
    }
    return name
}

private func stableLabel(of identity: DependencyIdentity) -> String {
    labelled(stableName(of: identity.type), identity.keyName)
}
