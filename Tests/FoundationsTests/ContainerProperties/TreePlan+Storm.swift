// SPDX-License-Identifier: Apache-2.0

import ModularDependencyContainer
import SeededRandom

extension TreePlan {
    /// A root, its child and its grandchild with a hundred registrations, each of its own key, for resolving from many
    /// threads.
    ///
    /// `backEdges` is how many edges lead from a singleton to a later one of its module and so may close a cycle; without
    /// them everything resolves.
    static func storm(backEdges: Int, using random: inout SeededGenerator) -> TreePlan {
        var plan = TreePlan(modules: [Module(children: [1]), Module(children: [2]), Module()])
        var earlier: [(depth: Int, registration: Registration, holdsScoped: Bool)] = []
        for key in 0..<100 {
            let depth = [0, 0, 0, 1, 1, 2].randomElement(using: &random) ?? 0
            var next = Registration(identity: Identity(isBlue: random.chance(50), key: key))
            next.scope =
                [.singleton, .singleton, .singleton, .scoped, .instance].randomElement(using: &random) ?? .scoped
            next.isolation = random.chance(10) ? .mainActor : .nonisolated
            next.isOpaque = random.chance(50)
            let suitable = earlier.filter { target in
                target.depth <= depth && (next.scope == .scoped || !target.holdsScoped)
                    // Otherwise there would be as many instances as ways.
                    && (next.scope != .instance || target.registration.scope != .instance)
                    && (next.isolation == .mainActor || target.registration.isolation == .nonisolated)
            }
            let targets = (0..<Int.random(in: 0...3, using: &random)).compactMap { _ in
                // Near ones make long chains.
                suitable.suffix(20).randomElement(using: &random)
            }
            next.edges = targets.map { Edge(to: $0.registration) }
            let holdsScoped = next.scope == .scoped || targets.contains { $0.holdsScoped }
            earlier.append((depth, next, holdsScoped))
            plan.modules[depth].registrations.append(next)
        }
        for _ in 0..<backEdges {
            let depth = random.chance(70) ? 0 : 1
            let singletons = plan.modules[depth].registrations.indices.filter { index in
                let registration = plan.modules[depth].registrations[index]
                return registration.scope == .singleton && registration.isolation == .nonisolated
            }
            guard singletons.count > 1 else { continue }
            let start = Int.random(in: 0..<singletons.count - 1, using: &random)
            let end = min(start + Int.random(in: 1...8, using: &random), singletons.count - 1)
            let edge = Edge(to: plan.modules[depth].registrations[singletons[end]])
            let edges = plan.modules[depth].registrations[singletons[start]].edges
            plan.modules[depth].registrations[singletons[start]].edges = Array(edges.suffix(2)) + [edge]
            // If all of a cycle were declared, the module would be refused.
            plan.modules[depth].registrations[singletons[start]].isOpaque = true
        }
        return plan
    }

    /// What does not lead to a cycle, as seen from the end of the path.
    func resolvable(at path: [Int]) -> Set<Place> {
        var open = visible(at: path).map { (place: $0, targets: targets(of: $0, on: path)) }
        var resolvable: Set<Place> = []
        while true {
            let found = open.filter { resolvable.isSuperset(of: $0.targets) }.map(\.place)
            guard !found.isEmpty else { return resolvable }
            resolvable.formUnion(found)
            open.removeAll { resolvable.contains($0.place) }
        }
    }
}

extension TreePlan.Edge {
    fileprivate init(to target: TreePlan.Registration) {
        self.init(kind: target.isolation == .mainActor ? .mainActor : .nonisolated, identity: target.identity)
    }
}
