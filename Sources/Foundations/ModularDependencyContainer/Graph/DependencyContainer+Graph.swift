// SPDX-License-Identifier: Apache-2.0

extension DependencyContainer {
    /// The graph of the whole tree that this container belongs to, as it is now.
    ///
    /// Runs no factory and waits for none. Call it at any time, from anywhere, also after `shutdown`. A declared child
    /// that is not built is shown with what it would register. Children that were released, or shut down with their
    /// parent, are not shown. A factory that declares no edges is shown with what it has used so far.
    public func graph(isolation: isolated (any Actor)? = #isolation) -> DependencyGraph {
        DependencyGraphReader.graph(
            of: reference.scope.treeNode, seesMainActor: isolation === MainActor.shared)
    }
}

extension ContainerCore {
    /// The whole tree as it is now, from the root; includes this container and those above it even if closed.
    fileprivate var treeNode: DependencyGraphReader.Node {
        let way = ancestors + [self]
        return way[0].node(through: way.dropFirst())
    }

    private func node(through way: ArraySlice<ContainerCore>) -> DependencyGraphReader.Node {
        var built = lifecycle.withLock { $0.children.compactMap(\.core) }
        if let next = way.first, !built.contains(where: { $0 === next }) { built.append(next) }
        let declared = knownChildren
        // As in a rehearsal, a module that is its own descendant is shown twice.
        let missing = declared.filter { module in
            !built.contains { $0.marker == module } && (ancestors + [self]).count { $0.marker == module } < 2
        }
        let rehearsal = Rehearsal(missing, under: self, given: declarations?.childInputs ?? [])
        let nodes =
            built.map { $0.node(through: way.first === $0 ? way.dropFirst() : []) }
            + rehearsal.root.children.map(DependencyGraphReader.Node.init)
        let ranks = nodes.map { node in declared.firstIndex { $0 == node.core.marker } ?? declared.count }
        return DependencyGraphReader.Node(
            core: self, state: isClosed.isSet ? .closed : .built,
            children: nodes.indices.sorted { (ranks[$0], $0) < (ranks[$1], $1) }.map { nodes[$0] })
    }
}

extension DependencyGraphReader.Node {
    /// A module of a rehearsal, which is not built.
    init(_ node: Rehearsal.Node) {
        self.init(core: node.core, state: .declared, children: node.children.map(Self.init))
    }
}

extension DependencyBuilder {
    /// The graph of what is registered so far and of the whole tree of modules below; no factory runs.
    ///
    /// `modules` and `inputs` are those of `freeze(validating:)`. The graph shows what is missing; `validate` says why.
    /// You can go on registering.
    public func graph(
        of modules: any DependencyRequirements.Type..., inputs: [InputRequirement] = []
    ) -> DependencyGraph {
        let core = makeCore().core
        let node = DependencyGraphReader.Node(
            Rehearsal(
                modules + core.edgeChildren(besides: modules), under: core, given: inputs
            ).root)
        let root = core.ancestors.reversed().reduce(node) { node, ancestor in
            DependencyGraphReader.Node(core: ancestor, state: .built, children: [node])
        }
        return DependencyGraphReader.graph(of: root, seesMainActor: false)
    }
}
