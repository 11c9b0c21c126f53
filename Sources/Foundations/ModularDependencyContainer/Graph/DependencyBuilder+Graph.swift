// SPDX-License-Identifier: Apache-2.0

extension DependencyBuilder {
    /// The graph of what is registered so far and of the whole tree of modules below; no factory runs.
    ///
    /// `modules` and `inputs` are those of `freeze(validating:)`. The graph shows what is missing; `validate` says why.
    /// You can go on registering.
    public func graph(
        of modules: any DependencyRequirements.Type..., inputs: [InputRequirement] = []
    ) -> DependencyGraph {
        let core = makeCore().core
        let node = DependencyGraphReader.Node(Rehearsal(modules, under: core, given: inputs).root)
        let root = core.ancestors.reversed().reduce(node) { node, ancestor in
            DependencyGraphReader.Node(core: ancestor, state: .built, children: [node])
        }
        return DependencyGraphReader.graph(of: root, seesMainActor: false)
    }
}
