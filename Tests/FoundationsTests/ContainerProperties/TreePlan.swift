// SPDX-License-Identifier: Apache-2.0

import ModularDependencyContainer

/// A tree of modules as data: what each requires, registers and builds.
///
/// Module 0 is the root. Modules are told apart by their index; the same one may stand in several places of the tree.
struct TreePlan: Hashable, Sendable {
    /// A type and a key.
    struct Identity: Hashable, Sendable, CustomStringConvertible {
        /// Which of the two types of product.
        var isBlue = false
        var key: Int?

        var description: String { (isBlue ? "Blue" : "Red") + (key.map { "[\($0)]" } ?? "") }
    }

    /// What a factory asks for, or what a test asks a container for.
    struct Edge: Hashable, Sendable, CustomStringConvertible {
        enum Kind: Hashable, Sendable {
            case input, nonisolated, mainActor
            /// Every contribution that may be touched anywhere.
            case all
            /// Every contribution on the main actor.
            case allOnMainActor
            /// What an initialiser's parameter of that type is given.
            case parameter
            /// The child module of that index, which the container keeps; the identity means nothing then.
            case child(Int)
        }

        var kind: Kind
        var identity = Identity()

        init(kind: Kind, identity: Identity = Identity()) {
            self.kind = kind
            self.identity = identity
        }

        /// An edge to what is found under the name of the registration.
        init(to target: Registration) {
            self.init(kind: target.isolation == .mainActor ? .mainActor : .nonisolated, identity: target.identity)
        }

        /// Whether it leads to contributions.
        var collects: Bool { kind == .all || kind == .allOnMainActor }

        /// The isolation it expects of what it leads to.
        var isolation: DependencyIsolation {
            kind == .mainActor || kind == .allOnMainActor ? .mainActor : .nonisolated
        }

        /// The index of the module, if it leads to one.
        var child: Int? {
            if case .child(let module) = kind { module } else { nil }
        }

        var description: String { child.map { "child \($0)" } ?? "\(kind) \(identity)" }
    }

    struct Registration: Hashable, Sendable, CustomStringConvertible {
        enum Role: Hashable, Sendable { case provider, decorator, contribution }

        var identity: Identity
        var role = Role.provider
        /// What others find under its name lives that long; a decorator lives as long as what it decorates.
        var scope = DependencyScope.singleton
        var isLocal = false
        var isolation = DependencyIsolation.nonisolated
        /// What it needs; of a decorator, besides what it decorates.
        var edges: [Edge] = []
        /// Whether the factory looks up its edges rather than declaring them, whatever the rest of the tree does.
        var isOpaque = false
        /// Whether the factory of this singleton waits.
        var isAsynchronous = false
        /// Whether its needs are read off an initialiser, whose parameters they are.
        var isFromInitializer = false

        var description: String {
            let what = role == .provider ? "\(isAsynchronous ? "asynchronous " : "")\(scope)" : "\(role)"
            return "\(isLocal ? "local " : "")\(isolation) \(what) \(identity) needs \(edges)"
                + (isOpaque ? " opaquely" : "") + (isFromInitializer ? " as parameters" : "")
        }
    }

    struct Module: Hashable, Sendable {
        var requirements: [Identity] = []
        var mainActorRequirements: [Identity] = []
        var inputRequirements: [Identity] = []
        /// What its own `registerDependencies` provides as inputs.
        var providedInputs: [Identity] = []
        var registrations: [Registration] = []
        var children: [Int] = []
        var childInputs: [Identity] = []
    }

    /// A registration in a place of the tree: the modules that lead to the one that made it, and the how-manieth it is.
    struct Place: Hashable, Sendable {
        let path: [Int]
        let index: Int

        var depth: Int { path.count - 1 }
    }

    var modules: [Module]
    /// Whether the root's marker is a module with declarations, which then sees only the inputs it declares.
    var isRootDeclared = false
    /// Whether no factory declares its edges.
    var isOpaque = false

    /// The same tree with factories that look up what they need, which lists the children that only edges declare.
    var twin: TreePlan {
        var twin = self
        twin.isOpaque = true
        for index in modules.indices { twin.modules[index].children = children(of: index) }
        return twin
    }

    /// What the module registers, with indices; of two under one name, only the first is taken.
    func registered(by module: Int) -> [(index: Int, registration: Registration)] {
        var names: Set<Identity> = []
        return modules[module].registrations.enumerated().compactMap { index, registration in
            let isTaken = registration.role != .provider || names.insert(registration.identity).inserted
            return isTaken ? (index, registration) : nil
        }
    }

    /// The children that the edges of the module's factories lead to.
    func edgeChildren(of module: Int) -> [Int] {
        registered(by: module).flatMap { $0.registration.edges.compactMap(\.child) }
            .reduce(into: []) { children, child in
                if !children.contains(child) { children.append(child) }
            }
    }

    /// The children the module lists, then those that only edges lead to.
    func children(of module: Int) -> [Int] {
        let listed = modules[module].children
        return listed + edgeChildren(of: module).filter { !listed.contains($0) }
    }

    /// Whether the last module of the path declares the input, or, if it declares nothing, was given it.
    func seesInput(_ identity: Identity, at path: [Int]) -> Bool {
        let module = modules[path[path.count - 1]]
        return (path.count == 1 && !isRootDeclared ? module.providedInputs : module.inputRequirements).contains(
            identity)
    }

    subscript(place: Place) -> Registration {
        modules[place.path[place.depth]].registrations[place.index]
    }

    /// Every place in the tree as the modules that lead to it, parents first; none has the same module three times.
    var paths: [[Int]] {
        func below(_ path: [Int]) -> [[Int]] {
            [path]
                + children(of: path[path.count - 1]).filter { canStand($0, below: path) }
                .flatMap { below(path + [$0]) }
        }
        return below([0])
    }

    /// A module below itself is walked twice; the root counts only if its marker is that module.
    func canStand(_ child: Int, below path: [Int]) -> Bool {
        path.enumerated().count { $1 == child && ($0 > 0 || isRootDeclared) } < 2
    }

    /// Whether no module of the path is below itself.
    func isStraight(_ path: [Int]) -> Bool {
        let modules = isRootDeclared ? path[...] : path.dropFirst()
        return Set(modules).count == modules.count
    }
}

extension TreePlan: CustomStringConvertible {
    var description: String {
        modules.enumerated().map { index, module in
            let lists: [(String, [any CustomStringConvertible])] = [
                ("requires", module.requirements), ("requires on main actor", module.mainActorRequirements),
                ("requires inputs", module.inputRequirements), ("provides inputs", module.providedInputs),
                ("registers", module.registrations), ("builds", module.children),
                ("gives its children", module.childInputs),
            ]
            let lines = lists.filter { !$1.isEmpty }.map { name, list in
                "\n    \(name): " + list.map(\.description).joined(separator: "; ")
            }
            return "module \(index)\(index == 0 && isRootDeclared ? ", declared" : "")" + lines.joined()
        }
        .joined(separator: "\n")
    }
}
