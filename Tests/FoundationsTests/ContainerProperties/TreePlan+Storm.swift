// SPDX-License-Identifier: Apache-2.0

import ModularDependencyContainer
import SeededRandom

extension TreePlan {
    /// A root, its child and its grandchild with a hundred registrations, most of a key of their own, for resolving from
    /// many threads.
    ///
    /// `backEdges` is how many edges lead from a singleton to a later one of its module and so may close a cycle; without
    /// them everything resolves, and some singletons are asynchronous.
    static func storm(backEdges: Int, using random: inout SeededGenerator) -> TreePlan {
        var storm = StormGenerator(hasAsynchronous: backEdges == 0)
        for key in 0..<100 {
            switch Int.random(in: 0..<100, using: &random) {
            case ..<15: storm.addDecorator(using: &random)
            case ..<30: storm.addContribution(using: &random)
            default: storm.addProvider(key, using: &random)
            }
        }
        return storm.finished(backEdges: backEdges, using: &random)
    }
}

/// Makes a storm plan in which, but for back edges, everything leads to earlier things only.
private struct StormGenerator {
    typealias Registration = TreePlan.Registration

    /// What has a name of its own.
    struct Provider {
        let depth: Int
        let registration: Registration
        /// Whether it is scoped or new and made from something scoped.
        var holdsScoped: Bool
    }

    /// The keys from here collect contributions; those below are what contributions are made of.
    private static let firstCollector = 50
    let hasAsynchronous: Bool
    private var plan = TreePlan(
        modules: [TreePlan.Module(children: [1]), TreePlan.Module(children: [2]), TreePlan.Module()])
    private var earlier: [Provider] = []

    init(hasAsynchronous: Bool) {
        self.hasAsynchronous = hasAsynchronous
    }

    private static func randomDepth(using random: inout SeededGenerator) -> Int {
        [0, 0, 0, 1, 1, 2].randomElement(using: &random) ?? 0
    }

    /// Up to three of those that suit a factory of that scope and isolation there.
    private func targets(
        of factory: Registration, scope: DependencyScope, at depth: Int, among providers: some Collection<Provider>,
        using random: inout SeededGenerator
    ) -> [Provider] {
        let suitable = providers.filter { target in
            target.depth <= depth && (scope == .scoped || !target.holdsScoped)
                // Otherwise there would be as many instances as ways.
                && (scope != .instance || target.registration.scope != .instance)
                && (factory.isolation == .mainActor || target.registration.isolation == .nonisolated)
        }
        return (0..<Int.random(in: 0...3, using: &random)).compactMap { _ in
            // Near ones make long chains.
            suitable.suffix(20).randomElement(using: &random)
        }
    }

    mutating func addProvider(_ key: Int, using random: inout SeededGenerator) {
        let depth = Self.randomDepth(using: &random)
        var next = Registration(identity: TreePlan.Identity(isBlue: random.chance(50), key: key))
        next.scope = [.singleton, .singleton, .singleton, .scoped, .instance].randomElement(using: &random) ?? .scoped
        next.isolation = random.chance(10) ? .mainActor : .nonisolated
        next.isOpaque = random.chance(50)
        let targets = targets(of: next, scope: next.scope, at: depth, among: earlier, using: &random)
        next.edges = targets.map { TreePlan.Edge(to: $0.registration) }
        // To find out which children contribute takes long.
        if key >= Self.firstCollector, next.scope != .instance, random.chance(30) {
            let isOnMainActor = next.isolation == .mainActor && random.chance(50)
            next.edges =
                next.edges.suffix(2) + [
                    TreePlan.Edge(
                        kind: isOnMainActor ? .allOnMainActor : .all,
                        identity: Self.randomContributed(isOnMainActor: isOnMainActor, using: &random))
                ]
        }
        next.isAsynchronous =
            hasAsynchronous && next.scope == .singleton && next.isolation == .nonisolated && random.chance(25)
        let holdsScoped = next.scope == .scoped || targets.contains { $0.holdsScoped }
        earlier.append(Provider(depth: depth, registration: next, holdsScoped: holdsScoped))
        plan.modules[depth].registrations.append(next)
    }

    /// What it decorates and all that leads there may need only what is earlier than that.
    mutating func addDecorator(using random: inout SeededGenerator) {
        guard let index = earlier.indices.randomElement(using: &random) else { return }
        let decorated = earlier[index]
        let depth = Int.random(in: decorated.depth...2, using: &random)
        var next = Registration(identity: decorated.registration.identity)
        next.role = .decorator
        next.isLocal = random.chance(20)
        next.isolation = decorated.registration.isolation
        next.isOpaque = random.chance(50)
        let targets = targets(
            of: next, scope: decorated.registration.scope, at: depth, among: earlier[..<index], using: &random)
        next.edges = targets.map { TreePlan.Edge(to: $0.registration) }
        if targets.contains(where: \.holdsScoped) { earlier[index].holdsScoped = true }
        plan.modules[depth].registrations.append(next)
    }

    mutating func addContribution(using random: inout SeededGenerator) {
        let depth = Self.randomDepth(using: &random)
        let isOnMainActor = random.chance(25)
        var next = Registration(identity: Self.randomContributed(isOnMainActor: isOnMainActor, using: &random))
        next.role = .contribution
        next.isLocal = random.chance(20)
        next.isolation = isOnMainActor ? .mainActor : .nonisolated
        next.isOpaque = random.chance(50)
        let parts = earlier.filter { $0.registration.identity.key.map { $0 < Self.firstCollector } ?? false }
        next.edges = targets(of: next, scope: .singleton, at: depth, among: parts, using: &random)
            .map { TreePlan.Edge(to: $0.registration) }
        plan.modules[depth].registrations.append(next)
    }

    /// A name under which several contribute.
    private static func randomContributed(
        isOnMainActor: Bool, using random: inout SeededGenerator
    ) -> TreePlan.Identity {
        TreePlan.Identity(
            isBlue: random.chance(50), key: isOnMainActor ? 200 : Int.random(in: 100...101, using: &random))
    }

    mutating func finished(backEdges: Int, using random: inout SeededGenerator) -> TreePlan {
        for _ in 0..<backEdges { addBackEdge(using: &random) }
        for depth in 0...1 where random.chance(30) {
            let roomy = plan.modules[depth].registrations.indices.filter {
                plan.modules[depth].registrations[$0].edges.count < 3
            }
            guard let needing = roomy.randomElement(using: &random) else { continue }
            plan.modules[depth].registrations[needing].edges.append(TreePlan.Edge(kind: .child(depth + 1)))
        }
        let meaning = PlanMeaning(plan)
        for depth in 1...2 where meaning.isKept(Array(0...depth)) {
            // A child that is kept may have none: it is built without waiting.
            for index in plan.modules[depth].registrations.indices {
                plan.modules[depth].registrations[index].isAsynchronous = false
            }
        }
        return plan
    }

    private mutating func addBackEdge(using random: inout SeededGenerator) {
        let depth = random.chance(70) ? 0 : 1
        let singletons = plan.modules[depth].registrations.indices.filter { index in
            let registration = plan.modules[depth].registrations[index]
            return registration.role != .decorator && registration.scope == .singleton
                && registration.isolation == .nonisolated
        }
        guard singletons.count > 1 else { return }
        let start = Int.random(in: 0..<singletons.count - 1, using: &random)
        let end = min(start + Int.random(in: 1...8, using: &random), singletons.count - 1)
        let target = plan.modules[depth].registrations[singletons[end]]
        let edge =
            target.role == .contribution
            ? TreePlan.Edge(kind: .all, identity: target.identity) : TreePlan.Edge(to: target)
        let edges = plan.modules[depth].registrations[singletons[start]].edges
        plan.modules[depth].registrations[singletons[start]].edges = Array(edges.suffix(2)) + [edge]
        // If all of a cycle were declared, the module would be refused.
        plan.modules[depth].registrations[singletons[start]].isOpaque = true
    }
}
