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
                let roomy = paths.filter { plan.modules[$0[$0.count - 1]].children.count < mostChildren }
                let above = roomy.randomElement(using: &random) ?? [0]
                plan.modules[above[above.count - 1]].children.append(index)
                paths.append(above + [index])
            }
            plan.fill(paths[index], mistakes: mistakes, using: &random)
        }
        if random.chance(mistakes * 3), plan.modules.count > 1 {
            // A module in a second place, perhaps below itself.
            let child = Int.random(in: 1..<plan.modules.count, using: &random)
            let parent = Int.random(in: 0..<plan.modules.count, using: &random)
            plan.modules[parent].children.append(child)
            if plan.modules[parent].children.count > mostChildren || plan.paths.count > mostPlaces {
                plan.modules[parent].children.removeLast()
            }
        }
        return plan
    }

    private mutating func fill(_ path: [Int], mistakes: Int, using random: inout SeededGenerator) {
        let index = path[path.count - 1]
        fillInputs(path, mistakes: mistakes, using: &random)
        for _ in 0..<Int.random(in: 0...4, using: &random) {
            let identity = Self.randomIdentity(using: &random)
            let isMistake = random.chance(mistakes)
            // The root's duplicates are thrown before there is anything to validate.
            guard (isMistake && index > 0) || !modules[index].registrations.contains(where: { $0.identity == identity })
            else { continue }
            let inherited = place(of: identity, at: Array(path.dropLast())).map { self.registration($0, on: path) }
            let registration = randomRegistration(identity, at: path, mistakes: mistakes, using: &random)
            if let inherited, !random.chance(mistakes), !inherited.isLocal {
                require(identity, registration.isolation, at: index)
            }
            modules[index].registrations.append(registration)
        }
        for _ in 0..<Int.random(in: 0...2, using: &random) where path.count > 1 || isRootDeclared {
            let blind = Self.randomIdentity(using: &random)
            let isOptional = random.chance(20)
            if random.chance(mistakes) {
                let isolation = random.chance(50) ? DependencyIsolation.nonisolated : .mainActor
                require(blind, isolation, isOptional: isOptional, at: index)
            } else if let place = visible(at: path).randomElement(using: &random) {
                let found = registration(place, on: path)
                require(found.identity, found.isolation, isOptional: isOptional, at: index)
            } else if isOptional {
                require(blind, .nonisolated, isOptional: true, at: index)
            }
        }
    }

    private mutating func fillInputs(_ path: [Int], mistakes: Int, using random: inout SeededGenerator) {
        let index = path[path.count - 1]
        let given = path.dropLast().flatMap { modules[$0].childInputs + modules[$0].providedInputs }
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

    private func randomRegistration(
        _ identity: Identity, at path: [Int], mistakes: Int, using random: inout SeededGenerator
    ) -> Registration {
        var result = Registration(identity: identity)
        result.scope = [.singleton, .singleton, .scoped, .instance].randomElement(using: &random) ?? .singleton
        result.isLocal = random.chance(25)
        result.isolation = random.chance(25) ? .mainActor : .nonisolated
        for _ in 0..<Int.random(in: 0...3, using: &random) {
            result.edges += randomEdge(of: result, at: path, mistakes: mistakes, using: &random).map { [$0] } ?? []
        }
        return result
    }

    /// An edge to something that is registered already and suits, unless it is a mistake.
    private func randomEdge(
        of captor: Registration, at path: [Int], mistakes: Int, using random: inout SeededGenerator
    ) -> Edge? {
        let isOnMainActor = captor.isolation == .mainActor
        if random.chance(mistakes) {
            // Nobody may be there, or only a later registration, which makes cycles.
            let kinds: [Edge.Kind] = isOnMainActor ? [.input, .nonisolated, .mainActor] : [.input, .nonisolated]
            let kind = kinds.randomElement(using: &random) ?? .nonisolated
            let later = modules[path[path.count - 1]].registrations.randomElement(using: &random)?.identity
            let blind = random.chance(50) ? captor.identity : Self.randomIdentity(using: &random)
            return Edge(kind: kind, identity: random.chance(50) ? later ?? blind : blind)
        }
        let isRoot = path.count == 1
        let inputs =
            isRoot && !isRootDeclared ? modules[0].providedInputs : modules[path[path.count - 1]].inputRequirements
        if random.chance(25), let input = inputs.randomElement(using: &random) {
            return Edge(kind: .input, identity: input)
        }
        let suitable = visible(at: path).filter { place in
            let target = registration(place, on: path)
            guard isOnMainActor || target.isolation == .nonisolated, target.identity != captor.identity else {
                return false
            }
            let reached = reach(of: place, on: path).map { self.registration($0, on: path) }
            return captor.scope == .scoped || !reached.contains { $0.scope == .scoped } || random.chance(mistakes)
        }
        guard let place = suitable.randomElement(using: &random) else { return nil }
        let target = registration(place, on: path)
        return Edge(kind: target.isolation == .mainActor ? .mainActor : .nonisolated, identity: target.identity)
    }

    private mutating func require(
        _ identity: Identity, _ isolation: DependencyIsolation, isOptional: Bool = false, at index: Int
    ) {
        let requirement = Requirement(identity: identity, isOptional: isOptional)
        switch isolation {
        case .nonisolated: modules[index].requirements.append(requirement)
        case .mainActor: modules[index].mainActorRequirements.append(requirement)
        }
    }

    private static func randomIdentity(using random: inout SeededGenerator) -> Identity {
        Identity(isBlue: random.chance(50), key: [nil, 0, 1, 2].randomElement(using: &random) ?? nil)
    }
}
