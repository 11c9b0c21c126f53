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

    /// What a factory asks for.
    struct Edge: Hashable, Sendable, CustomStringConvertible {
        enum Kind: Hashable, Sendable { case input, nonisolated, mainActor }

        var kind: Kind
        var identity: Identity

        var description: String { "\(kind) \(identity)" }
    }

    struct Registration: Hashable, Sendable, CustomStringConvertible {
        var identity: Identity
        var scope = DependencyScope.singleton
        var isLocal = false
        var isolation = DependencyIsolation.nonisolated
        var edges: [Edge] = []
        /// Whether the factory looks up its edges rather than declaring them, whatever the rest of the tree does.
        var isOpaque = false

        var description: String {
            "\(isLocal ? "local " : "")\(isolation) \(scope) \(identity) needs \(edges)\(isOpaque ? " opaquely" : "")"
        }
    }

    struct Requirement: Hashable, Sendable, CustomStringConvertible {
        var identity: Identity
        var isOptional = false

        var description: String { "\(identity)\(isOptional ? "?" : "")" }
    }

    struct Module: Hashable, Sendable {
        var requirements: [Requirement] = []
        var mainActorRequirements: [Requirement] = []
        var inputRequirements: [Identity] = []
        /// What its own `registerDependencies` provides as inputs.
        var providedInputs: [Identity] = []
        var registrations: [Registration] = []
        var children: [Int] = []
        var childInputs: [Identity] = []
    }

    /// A registration seen from a place of the tree: how deep the module stands that made it, and the how-manieth it is.
    struct Place: Hashable, Sendable {
        let depth: Int
        let index: Int
    }

    var modules: [Module]
    /// Whether the root's marker is a module with declarations, which then sees only the inputs it declares.
    var isRootDeclared = false

    /// Every place in the tree as the modules that lead to it, parents first; none has the same module three times.
    var paths: [[Int]] {
        func below(_ path: [Int]) -> [[Int]] {
            [path]
                + modules[path[path.count - 1]].children.filter { canStand($0, below: path) }
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

    /// What an identity means to the last module of the path.
    func place(of identity: Identity, at path: [Int]) -> Place? {
        for depth in path.indices.reversed() {
            let found = modules[path[depth]].registrations.firstIndex {
                $0.identity == identity && (!$0.isLocal || depth == path.count - 1)
            }
            if let found { return Place(depth: depth, index: found) }
        }
        return nil
    }

    /// Everything that can be resolved at the end of the path.
    func visible(at path: [Int]) -> [Place] {
        let identities = Set(path.flatMap { modules[$0].registrations.map(\.identity) })
        return identities.compactMap { place(of: $0, at: path) }
            .sorted { ($0.depth, $0.index) < ($1.depth, $1.index) }
    }

    func registration(_ place: Place, on path: [Int]) -> Registration {
        modules[path[place.depth]].registrations[place.index]
    }

    /// The places its factory asks for, in its order; a factory sees the names of the module that registered it.
    func targets(of place: Place, on path: [Int]) -> [Place] {
        registration(place, on: path).edges.filter { $0.kind != .input }
            .compactMap { self.place(of: $0.identity, at: Array(path[...place.depth])) }
    }

    /// The place itself and everything its factory leads to.
    func reach(of place: Place, on path: [Int]) -> Set<Place> {
        var seen: Set = [place]
        var open = [place]
        while let next = open.popLast() {
            open += targets(of: next, on: path).filter { seen.insert($0).inserted }
        }
        return seen
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
