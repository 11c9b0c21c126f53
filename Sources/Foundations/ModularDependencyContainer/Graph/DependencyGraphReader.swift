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
            isOptional: requirement.isOptional, place: DependencyGraph.Place(requirement.source),
            provider: target(of: core.visible[requirement.identity]))
    }

    private func registration(
        _ binding: Binding, of core: ContainerCore, isLive: Bool, observed: Set<DependencyEdge>
    ) -> DependencyGraph.Registration {
        let registration = binding.registration
        let declared = (registration.edges ?? []).map { edge($0, .declared, of: core) }
        let seen = observed.map { edge($0, .observed, of: core) }.sorted { $0.order < $1.order }
        return DependencyGraph.Registration(
            id: registrations[ObjectIdentifier(registration)]?.id ?? "",
            type: stableName(of: registration.identity.type), key: registration.keyName, scope: registration.scope,
            isolation: registration.isolation, isLocal: registration.isLocal,
            overrides: target(of: core.ancestors.last?.inheritable[registration.identity]),
            place: DependencyGraph.Place(registration.source), isBuilt: isLive ? isBuilt(binding) : nil,
            edges: declared + seen)
    }

    private func edge(
        _ edge: DependencyEdge, _ origin: DependencyGraph.Edge.Origin, of core: ContainerCore
    ) -> DependencyGraph.Edge {
        let isInput = edge.kind == .input
        return DependencyGraph.Edge(
            type: stableName(of: edge.identity.type), key: edge.identity.keyName, isInput: isInput, origin: origin,
            target: isInput ? target(ofInput: edge.identity, in: core) : target(of: core.target(of: edge)))
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
        (labelled(type, key), isInput ? 1 : 0, target?.id ?? "")
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
