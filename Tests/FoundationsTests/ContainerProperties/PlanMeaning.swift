// SPDX-License-Identifier: Apache-2.0

import ModularDependencyContainer

/// What the names of a plan mean in each place of its tree, by a model of its own.
///
/// What stands below itself is not followed: its places have no targets.
final class PlanMeaning {
    typealias Place = TreePlan.Place
    typealias Identity = TreePlan.Identity

    /// What the names mean to one module.
    struct Names {
        var visible: [Identity: Place]
        var inheritable: [Identity: Place]
        /// What its factories find under their own type and key, by their index.
        var overridden: [Int: Place] = [:]
        /// The scopes of its decorators, by their index.
        fileprivate var scopes: [Int: DependencyScope] = [:]
        fileprivate var local: Set<Int> = []
    }

    let plan: TreePlan
    private var registered: [Int: [(index: Int, registration: TreePlan.Registration)]] = [:]
    private var names: [[Int]: Names] = [:]
    private var reached: [Place: Set<Place>] = [:]

    init(_ plan: TreePlan) {
        self.plan = plan
    }

    private func registered(by module: Int) -> [(index: Int, registration: TreePlan.Registration)] {
        if let known = registered[module] { return known }
        let result = plan.registered(by: module)
        registered[module] = result
        return result
    }

    func names(at path: [Int]) -> Names {
        if let known = names[path] { return known }
        let inherited = path.count > 1 ? names(at: Array(path.dropLast())).inheritable : [:]
        var result = Names(visible: inherited, inheritable: inherited)
        let registered = registered(by: path[path.count - 1])
        for (index, registration) in registered where registration.role == .provider {
            let place = Place(path: path, index: index)
            result.overridden[index] = inherited[registration.identity]
            result.visible[registration.identity] = place
            if registration.isLocal {
                result.local.insert(index)
            } else {
                result.inheritable[registration.identity] = place
            }
        }
        let decorators = registered.filter { $0.registration.role == .decorator }
        for (index, registration) in decorators.filter({ !$0.registration.isLocal })
            + decorators.filter(\.registration.isLocal)
        {
            guard let decorated = result.visible[registration.identity] else { continue }
            let place = Place(path: path, index: index)
            result.overridden[index] = decorated
            result.scopes[index] =
                decorated.path == path
                ? result.scopes[decorated.index] ?? plan[decorated].scope : scope(of: decorated)
            result.visible[registration.identity] = place
            if registration.isLocal || (decorated.path == path && result.local.contains(decorated.index)) {
                result.local.insert(index)
            } else {
                result.inheritable[registration.identity] = place
            }
        }
        names[path] = result
        return result
    }

    func scope(of place: Place) -> DependencyScope {
        switch plan[place].role {
        case .provider: plan[place].scope
        case .decorator: names(at: place.path).scopes[place.index] ?? .singleton
        case .contribution: .singleton
        }
    }

    /// How long it lives, and, if it is new each time, what it overrides.
    func scopes(of place: Place) -> [DependencyScope] {
        let scope = scope(of: place)
        guard scope == .instance, let overridden = names(at: place.path).overridden[place.index] else { return [scope] }
        let others = scopes(of: overridden)
        return others.first == .instance ? others : [scope] + others
    }

    /// Everything that can be resolved by name at the end of the path.
    func visible(at path: [Int]) -> [Place] {
        names(at: path).visible.values.sorted { ($0.depth, $0.index) < ($1.depth, $1.index) }
    }

    /// The children whose contributions are collected there.
    private func collectedChildren(at path: [Int]) -> [Int] {
        path.count > 1 || plan.isRootDeclared ? plan.modules[path[path.count - 1]].children : []
    }

    private func contributions(of identity: Identity, by path: [Int], toOthers: Bool) -> [Place] {
        registered(by: path[path.count - 1])
            .filter { _, registration in
                registration.role == .contribution && registration.identity == identity
                    && !(toOthers && registration.isLocal)
            }
            .map { Place(path: path, index: $0.index) }
    }

    /// What is collected at the end of the path, in its order.
    func contributions(of identity: Identity, at path: [Int]) -> [Place] {
        path.indices.flatMap { depth in
            contributions(of: identity, by: Array(path[...depth]), toOthers: depth < path.count - 1)
        }
            + collectedChildren(at: path).flatMap { child in
                contributions(of: identity, by: path + [child], toOthers: true)
            }
    }

    /// Everything a test may ask the container at the end of the path for without having it keep another child than its
    /// factories do.
    func questions(at path: [Int]) -> [TreePlan.Edge] {
        let single = visible(at: path).map { place in
            let registration = plan[place]
            return TreePlan.Edge(
                kind: registration.isolation == .mainActor ? .mainActor : .nonisolated, identity: registration.identity)
        }
        let contributed = (path + collectedChildren(at: path)).flatMap { module in
            plan.modules[module].registrations.filter { $0.role == .contribution }.map(\.identity)
        }
        let collecting = Set(contributed).sorted { $0.description < $1.description }.compactMap { identity in
            contributions(of: identity, at: path).first.map { first in
                TreePlan.Edge(
                    kind: plan[first].isolation == .mainActor ? .allOnMainActor : .all, identity: identity)
            }
        }
        return single + collecting.filter { keptChildren(of: $0, at: path).allSatisfy(isKept) }
    }

    /// What the edge leads to for whoever asks at the end of the path.
    func targets(of edge: TreePlan.Edge, at path: [Int]) -> [Place] {
        switch edge.kind {
        case .input, .child: []
        case .parameter where plan.seesInput(edge.identity, at: path): []
        case .nonisolated, .mainActor, .parameter: names(at: path).visible[edge.identity].map { [$0] } ?? []
        case .all, .allOnMainActor: contributions(of: edge.identity, at: path)
        }
    }

    /// What its factory asks for, in its order; a factory sees the names of the module that registered it, and under its
    /// own name what it overrides.
    func targets(of place: Place) -> [Place] {
        guard plan.isStraight(place.path) else { return [] }
        let registration = plan[place]
        let overridden = names(at: place.path).overridden[place.index].map { [$0] }
        let decorated = registration.role == .decorator ? overridden ?? [] : []
        return decorated
            + registration.edges.flatMap { edge -> [Place] in
                let found = targets(of: edge, at: place.path)
                // An input has no targets.
                guard edge.identity == registration.identity, !edge.collects, !found.isEmpty else { return found }
                return overridden ?? (registration.role == .decorator ? [] : found)
            }
    }

    /// The place itself and everything its factory leads to.
    func reach(of place: Place) -> Set<Place> {
        if let known = reached[place] { return known }
        var seen: Set = [place]
        var open = [place]
        while let next = open.popLast() {
            open += targets(of: next).filter { seen.insert($0).inserted }
        }
        reached[place] = seen
        return seen
    }

    /// Whether its factory leads to itself.
    func isCyclic(_ place: Place) -> Bool {
        targets(of: place).contains { reach(of: $0).contains(place) }
    }

    /// The children, as paths, that the container at the end of the path keeps once the edge is followed.
    func keptChildren(of edge: TreePlan.Edge, at path: [Int]) -> [[Int]] {
        if let child = edge.child { return [path + [child]] }
        guard edge.collects else { return [] }
        return collectedChildren(at: path).map { path + [$0] }.filter { child in
            !contributions(of: edge.identity, by: child, toOthers: true).isEmpty
        }
    }

    /// The children that are kept once the factory has run.
    func keptChildren(of place: Place) -> [[Int]] {
        plan[place].edges.flatMap { keptChildren(of: $0, at: place.path) }
    }

    /// Whether the last module of the path is kept by the one above, so that it is built without inputs of its own.
    func isKept(_ path: [Int]) -> Bool {
        guard path.count > 1 else { return false }
        let parent = Array(path.dropLast())
        return registered(by: parent[parent.count - 1]).contains { index, _ in
            keptChildren(of: Place(path: parent, index: index)).contains(path)
        }
    }
}
