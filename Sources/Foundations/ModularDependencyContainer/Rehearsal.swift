// SPDX-License-Identifier: Apache-2.0

/// The tables of a whole tree of modules, made without running a factory.
///
/// Every module registers into a builder whose container is never used. A module that is a descendant of itself is
/// walked twice, since its second appearance sees what the first one registered and the third would see nothing new.
struct Rehearsal {
    /// A module in its place.
    struct Node {
        let core: ContainerCore
        var children: [Node]
    }

    private(set) var root: Node
    private(set) var errors: [DependencyError]

    /// Walks `modules` as children of `root`, which gives them `inputs` when it builds them.
    init(_ modules: [any DependencyRequirements.Type], under root: ContainerCore, given inputs: [InputRequirement]) {
        self.root = Node(core: root, children: [])
        errors = []
        self.root.children = modules.map { walk($0, under: root, given: inputs) }
    }

    private mutating func walk(
        _ module: any DependencyRequirements.Type, under parent: ContainerCore, given inputs: [InputRequirement]
    ) -> Node {
        let (core, findings) = Self.rehearse(module, under: parent, given: inputs)
        errors += findings
        var node = Node(core: core, children: [])
        for child in module.children where (core.ancestors + [core]).count(where: { $0.marker == child }) < 2 {
            node.children.append(walk(child, under: core, given: module.childInputs))
        }
        return node
    }

    private static func rehearse<Module: DependencyRequirements>(
        _ module: Module.Type, under parent: ContainerCore, given inputs: [InputRequirement]
    ) -> (core: ContainerCore, findings: [DependencyError]) {
        let builder = DependencyBuilder<Module>(rehearsingUnder: parent, given: inputs.map(\.identity))
        var failures: [DependencyError] = []
        do {
            try module.registerDependencies(in: builder)
        } catch let error as DependencyError {
            failures.append(error)
        } catch {
            failures.append(.registrationFailed(module, error))
        }
        let (core, findings) = builder.makeCore()
        return (core, failures + findings)
    }

    /// Registrations that no requirement and no declared edge leads to.
    ///
    /// A factory that declares nothing may still use them, so these are warnings.
    var unused: [DependencyError] {
        var used: Set<ObjectIdentifier> = []
        var nodes = [root]
        var cores: [ContainerCore] = []
        while let node = nodes.popLast() {
            cores.append(node.core)
            nodes += node.children.reversed()
            let declarations = node.core.declarations
            let required = (declarations?.requirements ?? []) + (declarations?.mainActorRequirements ?? [])
            used.formUnion(
                required.compactMap { node.core.visible[$0.identity].map { ObjectIdentifier($0.registration) } })
            for edge in node.core.own.flatMap({ $0.registration.edges ?? [] }) {
                node.core.target(of: edge).map { _ = used.insert(ObjectIdentifier($0.registration)) }
            }
        }
        return cores.flatMap { core in
            core.own.map(\.registration).filter { !used.contains(ObjectIdentifier($0)) }.map { registration in
                DependencyError(
                    .unused, "Nothing is declared to use \(registration.place).",
                    path: [registration.pathFrame])
            }
        }
    }
}
