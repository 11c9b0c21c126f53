// SPDX-License-Identifier: Apache-2.0

import ModularDependencyContainer
import SeededRandom

extension TreePlan {
    /// More places than this make a plan slow and its failure hard to read.
    private static let mostPlaces = 10
    /// The validator takes the children of the root as arguments, so their number has an end.
    private static let mostChildren = 4

    /// A tree of up to eight modules that is right as a whole or wrong in a few places.
    ///
    /// `mistakes` is how many percent of the choices are made blindly; with 0 the plan is right.
    static func random(mistakes: Int, using random: inout SeededGenerator) -> TreePlan {
        var plan = TreePlan(modules: [Module()], isRootDeclared: random.chance(30))
        plan.modules = Array(repeating: Module(), count: Int.random(in: 1...8, using: &random))
        var paths = [[0]]
        for index in plan.modules.indices {
            if index > 0 {
                let roomy = paths.filter { plan.children(of: $0[$0.count - 1]).count < mostChildren }
                let above = roomy.randomElement(using: &random) ?? [0]
                plan.addChild(index, to: above[above.count - 1], using: &random)
                paths.append(above + [index])
            }
            plan.fill(paths[index], mistakes: mistakes, using: &random)
        }
        if random.chance(mistakes * 3), plan.modules.count > 1 {
            // A module in a second place, perhaps below itself.
            let child = Int.random(in: 1..<plan.modules.count, using: &random)
            let parent = Int.random(in: 0..<plan.modules.count, using: &random)
            plan.hideUncollectedContributions()
            plan.addPlace(of: child, below: parent)
        }
        plan.hideUncollectedContributions()
        return plan
    }

    private mutating func addPlace(of child: Int, below parent: Int) {
        guard !modules[parent].children.contains(child) else { return }
        modules[parent].children.append(child)
        guard children(of: parent).count > Self.mostChildren || paths.count > Self.mostPlaces || differsFromTwin
        else { return }
        modules[parent].children.removeLast()
    }

    /// Lists the child, or has an edge lead to it, or both.
    private mutating func addChild(_ child: Int, to parent: Int, using random: inout SeededGenerator) {
        let roomy = modules[parent].registrations.indices.filter { modules[parent].registrations[$0].edges.count < 3 }
        guard random.chance(35), let needing = roomy.randomElement(using: &random) else {
            modules[parent].children.append(child)
            return
        }
        modules[parent].registrations[needing].edges.append(Edge(kind: .child(child)))
        if random.chance(60) { modules[parent].children.append(child) }
    }

    private mutating func fill(_ path: [Int], mistakes: Int, using random: inout SeededGenerator) {
        let index = path[path.count - 1]
        // First, because a child that gives its parent something gets no inputs from it.
        addContributions(path, mistakes: mistakes, using: &random)
        fillInputs(path, mistakes: mistakes, using: &random)
        for _ in 0..<Int.random(in: 0...4, using: &random) {
            if random.chance(30) {
                let decorator = randomDecorator(at: path, mistakes: mistakes, using: &random)
                if let decorator { add(decorator, at: path, mistakes: mistakes, using: &random) }
                continue
            }
            let identity = Self.randomIdentity(using: &random)
            let isMistake = random.chance(mistakes)
            let isTaken = modules[index].registrations.contains { $0.identity == identity && $0.role == .provider }
            // The root's duplicates are thrown before there is anything to validate.
            guard (isMistake && index > 0) || !isTaken else { continue }
            let inherited = overridden(identity, at: path)
            let provider = randomProvider(identity, using: &random)
            if inherited != nil, !random.chance(mistakes) { require(identity, provider.isolation, at: index) }
            add(provider, at: path, mistakes: mistakes, using: &random)
        }
        for place in modules[index].registrations.indices
        where modules[index].registrations[place].role == .contribution {
            addEdges(to: Place(path: path, index: place), mistakes: mistakes * 2, using: &random)
        }
        for _ in 0..<Int.random(in: 0...2, using: &random) where path.count > 1 || isRootDeclared {
            let blind = Self.randomIdentity(using: &random)
            if random.chance(mistakes) {
                let isolation = random.chance(50) ? DependencyIsolation.nonisolated : .mainActor
                require(blind, isolation, at: index)
            } else if let place = PlanMeaning(self).visible(at: path).randomElement(using: &random) {
                let found = self[place]
                require(found.identity, found.isolation, at: index)
            }
        }
    }

    private mutating func fillInputs(_ path: [Int], mistakes: Int, using random: inout SeededGenerator) {
        let index = path[path.count - 1]
        let meaning = PlanMeaning(self)
        let given = path.indices.dropLast().flatMap { depth in
            let module = modules[path[depth]]
            return module.providedInputs + (meaning.isKept(Array(path[...(depth + 1)])) ? [] : module.childInputs)
        }
        let parentGives = path.dropLast().last.map { modules[$0].childInputs } ?? []
        for _ in 0..<Int.random(in: 0...1, using: &random) {
            let identity = Self.randomIdentity(using: &random)
            let isTwice = parentGives.contains(identity) || modules[index].providedInputs.contains(identity)
            // The root would be refused as a whole.
            if !isTwice || (random.chance(mistakes) && index > 0) { modules[index].providedInputs.append(identity) }
        }
        let own = given + modules[index].providedInputs
        for _ in 0..<Int.random(in: 0...2, using: &random) {
            if random.chance(mistakes) {
                modules[index].inputRequirements.append(Self.randomIdentity(using: &random))
            } else if let identity = own.randomElement(using: &random) {
                modules[index].inputRequirements.append(identity)
            }
        }
        let childInputs = (0..<Int.random(in: 0...2, using: &random)).map { _ in Self.randomIdentity(using: &random) }
        modules[index].childInputs = Array(Set(childInputs)).sorted { $0.description < $1.description }
    }

    /// Contributions without edges, some of them to what the parent collects.
    private mutating func addContributions(_ path: [Int], mistakes: Int, using random: inout SeededGenerator) {
        guard random.chance(60) else { return }
        let index = path[path.count - 1]
        let parent = path.dropLast().last
        let asked = parent.map { modules[$0].registrations.flatMap(\.edges).filter(\.collects) } ?? []
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            let edge = random.chance(60) ? asked.randomElement(using: &random) : nil
            var contribution = Registration(identity: edge?.identity ?? Self.randomIdentity(using: &random))
            contribution.role = .contribution
            contribution.isLocal = random.chance(20)
            contribution.isolation =
                random.chance(mistakes)
                ? (random.chance(50) ? .mainActor : .nonisolated)
                : Self.isolation(ofContributions: contribution.identity)
            modules[index].registrations.append(contribution)
        }
    }

    /// All agree on it, so that only mistakes disagree.
    private static func isolation(ofContributions identity: Identity) -> DependencyIsolation {
        (identity.key ?? 0) > 0 ? .mainActor : .nonisolated
    }

    private func randomProvider(_ identity: Identity, using random: inout SeededGenerator) -> Registration {
        var result = Registration(identity: identity)
        result.scope = [.singleton, .singleton, .scoped, .instance].randomElement(using: &random) ?? .singleton
        result.isLocal = random.chance(25)
        result.isolation = random.chance(25) ? .mainActor : .nonisolated
        result.isFromInitializer = random.chance(30)
        return result
    }

    /// A decorator of something visible; of anything, if it is a mistake.
    private func randomDecorator(
        at path: [Int], mistakes: Int, using random: inout SeededGenerator
    ) -> Registration? {
        var result = Registration(identity: Self.randomIdentity(using: &random))
        if random.chance(mistakes) {
            result.isolation = random.chance(25) ? .mainActor : .nonisolated
        } else {
            guard let decorated = PlanMeaning(self).visible(at: path).randomElement(using: &random) else { return nil }
            result.identity = self[decorated].identity
            result.isolation = self[decorated].isolation
        }
        result.role = .decorator
        result.isLocal = random.chance(30)
        return result
    }

    private mutating func add(
        _ registration: Registration, at path: [Int], mistakes: Int, using random: inout SeededGenerator
    ) {
        let index = path[path.count - 1]
        modules[index].registrations.append(registration)
        let place = Place(path: path, index: modules[index].registrations.count - 1)
        addEdges(to: place, mistakes: mistakes, using: &random)
    }

    private mutating func addEdges(to place: Place, mistakes: Int, using random: inout SeededGenerator) {
        let module = place.path[place.depth]
        for _ in 0..<Int.random(in: 0...3, using: &random) {
            let isMistake = random.chance(mistakes)
            guard var edge = randomEdge(of: place, isMistake: isMistake, using: &random) else { continue }
            if self[place].isFromInitializer {
                guard !edge.collects, isMistake || isClear(edge, of: place) else { continue }
                edge.kind = .parameter
            }
            modules[module].registrations[place.index].edges.append(edge)
            if !isMistake, !isSound(place) { modules[module].registrations[place.index].edges.removeLast() }
        }
    }

    /// Whether a parameter of that name can be given only one thing.
    private func isClear(_ edge: Edge, of place: Place) -> Bool {
        let isInput = seesInput(edge.identity, at: place.path)
        let isVisible = PlanMeaning(self).names(at: place.path).visible[edge.identity] != nil
        return !(isInput && isVisible)
            && !self[place].edges.contains { $0.identity == edge.identity && $0.child == nil }
    }

    /// Whether it leads neither to itself nor, if it must not, to something scoped.
    private func isSound(_ place: Place) -> Bool {
        let meaning = PlanMeaning(self)
        return !meaning.isCyclic(place)
            && (meaning.scope(of: place) == .scoped
                || !meaning.reach(of: place).contains { meaning.scope(of: $0) == .scoped })
    }

    /// An edge to something that is registered already and suits, unless it is a mistake.
    private func randomEdge(of place: Place, isMistake: Bool, using random: inout SeededGenerator) -> Edge? {
        let captor = self[place]
        let module = modules[place.path[place.depth]]
        let isOnMainActor = captor.isolation == .mainActor
        if isMistake {
            // Nobody may be there, or only a later registration, which makes cycles.
            let kinds: [Edge.Kind] =
                isOnMainActor
                ? [.input, .nonisolated, .mainActor, .all, .allOnMainActor]
                : [.input, .nonisolated, .nonisolated, .all]
            let kind = kinds.randomElement(using: &random) ?? .nonisolated
            let later = module.registrations.randomElement(using: &random)?.identity
            if captor.role == .contribution, let collector = collector(of: place), random.chance(60) {
                return Edge(to: collector)
            }
            let blind = random.chance(50) ? captor.identity : Self.randomIdentity(using: &random)
            return Edge(kind: kind, identity: random.chance(50) ? later ?? blind : blind)
        }
        let inputs = place.depth == 0 && !isRootDeclared ? module.providedInputs : module.inputRequirements
        if random.chance(25), let input = inputs.randomElement(using: &random) {
            return Edge(kind: .input, identity: input)
        }
        if random.chance(25) { return randomCollection(of: place, using: &random) }
        if random.chance(40), let overridden = overridden(captor.identity, at: place.path), captor.role == .provider {
            guard isOnMainActor || overridden.isolation == .nonisolated else { return nil }
            return Edge(to: overridden)
        }
        let suitable = PlanMeaning(self).visible(at: place.path).map { self[$0] }.filter { target in
            (isOnMainActor || target.isolation == .nonisolated) && target.identity != captor.identity
        }
        return suitable.randomElement(using: &random).map(Edge.init)
    }

    /// What the parent's module makes of the contribution, so that an edge to it closes a cycle.
    private func collector(of place: Place) -> Registration? {
        guard place.depth > 0 else { return nil }
        let contribution = self[place]
        return modules[place.path[place.depth - 1]].registrations.first { registration in
            registration.role != .contribution
                && registration.edges.contains { $0.collects && $0.identity == contribution.identity }
                && (contribution.isolation == .mainActor || registration.isolation == .nonisolated)
        }
    }

    /// An edge to contributions, there or still to come.
    private func randomCollection(of place: Place, using random: inout SeededGenerator) -> Edge? {
        let seen = place.path.flatMap { modules[$0].registrations.filter { $0.role == .contribution }.map(\.identity) }
        let blind = (0..<3).map { _ in Self.randomIdentity(using: &random) }
        let suitable = (random.chance(70) && !seen.isEmpty ? seen : blind).filter { identity in
            self[place].isolation == .mainActor || Self.isolation(ofContributions: identity) == .nonisolated
        }
        return suitable.randomElement(using: &random).map { identity in
            let isOnMainActor = Self.isolation(ofContributions: identity) == .mainActor
            return Edge(kind: isOnMainActor ? .allOnMainActor : .all, identity: identity)
        }
    }

    /// What a registration of that name hides there.
    func overridden(_ identity: Identity, at path: [Int]) -> Registration? {
        guard path.count > 1 else { return nil }
        return PlanMeaning(self).names(at: Array(path.dropLast())).inheritable[identity].map { self[$0] }
    }

    /// The same tree with some asynchronous singletons, which come in any order.
    ///
    /// All of its factories must declare their edges, so that each is built after those that it leads to.
    func withAsynchronousSingletons(using random: inout SeededGenerator) -> TreePlan {
        let meaning = PlanMeaning(self)
        let kept = Set(paths.filter(meaning.isKept).map { $0[$0.count - 1] })
        var plan = self
        // A child that is kept may have none: it is built without waiting.
        for module in modules.indices where !kept.contains(module) && random.chance(80) {
            plan.modules[module].registrations.shuffle(using: &random)
            for index in modules[module].registrations.indices where random.chance(75) {
                let registration = plan.modules[module].registrations[index]
                plan.modules[module].registrations[index].isAsynchronous =
                    registration.role == .provider && registration.scope == .singleton
                    && registration.isolation == .nonisolated && !registration.isFromInitializer
            }
        }
        return plan
    }

    private mutating func require(_ identity: Identity, _ isolation: DependencyIsolation, at index: Int) {
        switch isolation {
        case .nonisolated: modules[index].requirements.append(identity)
        case .mainActor: modules[index].mainActorRequirements.append(identity)
        }
    }

    private static func randomIdentity(using random: inout SeededGenerator) -> Identity {
        Identity(isBlue: random.chance(50), key: [nil, 0, 1, 2].randomElement(using: &random) ?? nil)
    }
}
