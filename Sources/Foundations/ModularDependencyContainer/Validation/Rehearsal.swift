// SPDX-License-Identifier: Apache-2.0

/// The tables of a whole tree of modules, made without running a factory.
///
/// Every module registers into a builder whose container is never used. A module is checked in every place of the tree.
/// Its children are checked once for all places that see the same, so that modules that build each other do not recurse
/// for ever.
struct Rehearsal {
    /// A module in its place.
    struct Node {
        let core: ContainerCore
        var children: [Node]
    }

    /// The places of each module whose children were walked.
    private var walked: [ObjectIdentifier: [ContainerCore]] = [:]
    private(set) var root: Node
    private(set) var errors: [DependencyError]

    /// Walks `modules` as children of `root`, which gives them `inputs` when it builds them.
    init(_ modules: [any DependencyRequirements.Type], under root: ContainerCore, given inputs: [InputRequirement]) {
        self.root = Node(core: root, children: [])
        errors = []
        for core in root.ancestors + [root] { walked[ObjectIdentifier(core.marker)] = [core] }
        self.root.children = modules.map { walk($0, under: root, given: inputs) }
        errors += cyclesThroughContributions
    }

    private mutating func walk(
        _ module: any DependencyRequirements.Type, under parent: ContainerCore, given inputs: [InputRequirement]
    ) -> Node {
        var (core, diagnostics) = Self.rehearse(module, under: parent, given: inputs)
        // A child that the parent keeps gets no inputs but those it inherits, and is built without waiting.
        if parent.keeps(module, core) {
            if !inputs.isEmpty { (core, diagnostics) = Self.rehearse(module, under: parent, given: []) }
            diagnostics += [core.needsAwaitError].compactMap(\.self)
        }
        errors += diagnostics + parent.isolationDiagnostics(ofContributionsFrom: core)
        let places = walked[ObjectIdentifier(module), default: []]
        guard !places.contains(where: { Self.childrenSeeTheSame(in: $0, core) }) else {
            return Node(core: core, children: [])
        }
        walked[ObjectIdentifier(module)] = places + [core]
        return Node(
            core: core, children: core.knownChildren.map { walk($0, under: core, given: module.childInputs) })
    }

    private static func childrenSeeTheSame(in one: ContainerCore, _ other: ContainerCore) -> Bool {
        let bindings = one.inheritable.all
        return one.inputs.count == other.inputs.count && bindings.count == other.inheritable.all.count
            && one.inputs.keys.allSatisfy { other.inputs[$0] != nil }
            && bindings.allSatisfy { binding in
                other.inheritable[binding.identity].map { isTheSame(binding, $0) } ?? false
            }
            && one.contributionsBelow == other.contributionsBelow
    }

    /// Whether two bindings are made at one place in source, and stand in front of the same.
    ///
    /// Compares sets, because a module that is its own descendant stands in front of itself, once more in each place.
    private static func isTheSame(_ one: Binding, _ other: Binding) -> Bool {
        guard one.registration.site == other.registration.site, one.registration.scope == other.registration.scope
        else { return false }
        guard one.overridden != nil || other.overridden != nil else { return true }
        return one.layers == other.layers
    }

    /// The tables of one module, and what is wrong with it and not with those below.
    static func rehearse<Module: DependencyRequirements>(
        _ module: Module.Type, under parent: ContainerCore, given inputs: [InputRequirement]
    ) -> (core: ContainerCore, diagnostics: [DependencyError]) {
        let builder = DependencyBuilder<Module>(rehearsingUnder: parent, given: inputs.map(\.identity))
        var failures: [DependencyError] = []
        do {
            try module.registerDependencies(in: builder)
        } catch let error as DependencyError {
            failures.append(error)
        } catch {
            failures.append(.registrationFailed(module, error))
        }
        let (core, diagnostics) = builder.makeCore()
        return (core, failures + diagnostics)
    }

    /// Registrations to which no requirement and no declared edge leads.
    ///
    /// These are warnings, because a factory that declares no needs may still use them.
    var unused: [DependencyError] {
        var used: Set<Registration.Site> = []
        var registrations: [Registration] = []
        let nodes = root.withDescendants
        let collected = Set(nodes.flatMap { $0.core.collected })
        for node in nodes {
            registrations += node.core.own.map(\.registration).filter {
                $0.role != .contribution || !collected.contains($0.identity)
            }
            let declarations = node.core.declarations
            let required = (declarations?.nonisolatedAccessors ?? []) + (declarations?.mainActorAccessors ?? [])
            let needed =
                required.compactMap { node.core.visible[$0.identity] }
                + node.core.own.flatMap { binding in
                    node.core.needs(of: binding).flatMap { node.core.targets(of: $0, from: binding) }
                }
            used.formUnion(needed.map(\.registration.site))
        }
        // A module in several places is reported once.
        return registrations.filter { used.insert($0.site).inserted }.map { registration in
            DependencyError(
                .unused, "Nothing is declared to use \(registration.place).", path: [registration.pathFrame])
        }
    }
}

// Contributions are the one way from a factory to one of a module below, which may need something of this one again.
extension Rehearsal {
    /// One diagnostic for each registration that leads to itself through the contributions of a child.
    private var cyclesThroughContributions: [DependencyError] {
        let nodes = root.withDescendants
        let children = Dictionary(
            nodes.map { node in
                (ObjectIdentifier(node.core), node.children.map(\.core).filter { node.core.collects(from: $0.marker) })
            }, uniquingKeysWith: { one, _ in one })
        return nodes.flatMap { node in
            node.core.own.filter { node.core.needs(of: $0).contains(where: \.leadsToContributions) }
                .compactMap { start -> DependencyError? in
                    way(from: start, of: node.core, children: children).map { node.core.cycleError($0, path: []) }
                }
        }
    }

    /// The shortest way from a registration back to itself that touches a module below.
    private func way(
        from start: Binding, of core: ContainerCore, children: [ObjectIdentifier: [ContainerCore]]
    ) -> [Binding]? {
        var ways = [(core: core, way: [start])]
        var seen: Set<ObjectIdentifier> = []
        var next = 0
        while next < ways.count {
            let (core, way) = ways[next]
            next += 1
            guard let last = way.last else { continue }
            for edge in core.needs(of: last) {
                var targets = core.targets(of: edge, from: last).map { (core: core.owner(of: $0), binding: $0) }
                if edge.leadsToContributions {
                    targets += (children[ObjectIdentifier(core)] ?? []).flatMap { child in
                        child.contributionsToParent(of: edge.identity).map { (child, $0) }
                    }
                }
                for (owner, target) in targets where seen.insert(ObjectIdentifier(target)).inserted {
                    let way = way + [target]
                    if target === start {
                        guard way.contains(where: { $0.depth > start.depth }) else { continue }
                        return way
                    }
                    ways.append((owner, way))
                }
            }
        }
        return nil
    }
}

extension Rehearsal.Node {
    fileprivate var withDescendants: [Rehearsal.Node] { [self] + children.flatMap(\.withDescendants) }
}

extension Binding {
    /// A place in source and the scope that a registration there has.
    fileprivate struct Layer: Hashable {
        let site: Registration.Site
        let scope: DependencyScope
    }

    /// Itself and everything it stands in front of.
    fileprivate var layers: Set<Layer> {
        Set(
            sequence(first: self, next: \.overridden).map {
                Layer(site: $0.registration.site, scope: $0.registration.scope)
            })
    }
}

extension DependencyEdge {
    fileprivate var leadsToContributions: Bool {
        if case .contributions = kind { true } else { false }
    }
}

extension ContainerCore {
    /// What its factories declare to collect.
    fileprivate var collected: [DependencyIdentity] {
        own.flatMap(needs).filter(\.leadsToContributions).map(\.identity)
    }

    /// The contributions that the modules below see.
    fileprivate var contributionsBelow: Set<Registration.Site> {
        Set(
            (ancestors + [self]).flatMap { core in
                core.own.map(\.registration).filter { $0.role == .contribution && !$0.isLocal }.map(\.site)
            })
    }

    /// Whether it builds this child for itself: for an edge, or for what the child contributes.
    fileprivate func keeps(_ module: any DependencyRequirements.Type, _ child: ContainerCore) -> Bool {
        own.flatMap(needs).contains { edge in
            switch edge.kind {
            case .child: edge.identity.type == module
            case .contributions: collects(from: module) && !child.contributionsToParent(of: edge.identity).isEmpty
            default: false
            }
        }
    }

    /// What a child contributes with another isolation than a factory of this module asks for.
    fileprivate func isolationDiagnostics(ofContributionsFrom child: ContainerCore) -> [DependencyError] {
        guard collects(from: child.marker) else { return [] }
        return own.flatMap { binding in
            needs(of: binding).flatMap { edge -> [DependencyError] in
                guard case .contributions(let isolation) = edge.kind else { return [] }
                return child.contributionsToParent(of: edge.identity)
                    .filter { $0.registration.isolation != isolation }
                    .map {
                        isolationError(
                            $0.registration, wanted: isolation,
                            path: [binding.registration.pathFrame, $0.registration.pathFrame])
                    }
            }
        }
    }
}
