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
    }

    private mutating func walk(
        _ module: any DependencyRequirements.Type, under parent: ContainerCore, given inputs: [InputRequirement]
    ) -> Node {
        let (core, diagnostics) = Self.rehearse(module, under: parent, given: inputs)
        errors += diagnostics
        let places = walked[ObjectIdentifier(module), default: []]
        guard !places.contains(where: { Self.childrenSeeTheSame(in: $0, core) }) else {
            return Node(core: core, children: [])
        }
        walked[ObjectIdentifier(module)] = places + [core]
        return Node(core: core, children: module.children.map { walk($0, under: core, given: module.childInputs) })
    }

    private static func childrenSeeTheSame(in one: ContainerCore, _ other: ContainerCore) -> Bool {
        let bindings = one.inheritable.all
        return one.inputs.count == other.inputs.count && bindings.count == other.inheritable.all.count
            && one.inputs.keys.allSatisfy { other.inputs[$0] != nil }
            && bindings.allSatisfy { binding in
                other.inheritable[binding.identity].map { binding.registration.site == $0.registration.site }
                    ?? false
            }
    }

    private static func rehearse<Module: DependencyRequirements>(
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
        var nodes = [root]
        var registrations: [Registration] = []
        while let node = nodes.popLast() {
            nodes += node.children.reversed()
            registrations += node.core.own.map(\.registration)
            let declarations = node.core.declarations
            let required = (declarations?.requirements ?? []) + (declarations?.mainActorRequirements ?? [])
            let needed =
                required.map { node.core.visible[$0.identity] }
                + node.core.own.flatMap { $0.registration.edges ?? [] }.map(node.core.target)
            used.formUnion(needed.compactMap { $0?.registration.site })
        }
        // A module in several places is reported once.
        return registrations.filter { used.insert($0.site).inserted }.map { registration in
            DependencyError(
                .unused, "Nothing is declared to use \(registration.place).", path: [registration.pathFrame])
        }
    }
}
