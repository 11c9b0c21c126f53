// SPDX-License-Identifier: Apache-2.0

import ModularDependencyContainer

/// Something a generator of plans must make often, so that the tests are about it.
enum PlanFeature: Hashable, Sendable, CaseIterable {
    case decoratorOfOwn, decoratorOfInherited, localDecorator, mainActorDecorator, decoratorOfDecorator
    case decoratorOfScoped, decoratorWithNeeds
    /// An override whose factory gets what it overrides.
    case overrideOfWhatItNeeds
    /// Several contributions of one module under one name.
    case severalContributions
    case localContribution
    /// A contribution of the collecting module, of one above, and of a child.
    case ownCollected, inheritedCollected, collectedFromChild
    case mainActorCollectedFromChild
    /// What a contribution of a child is made of.
    case collectedFromChildWithNeeds
    /// An edge to a child, which the module may not list.
    case childEdge, edgeToUnlistedChild
    /// A parameter of an initialiser that is given an input, a registration, or a child.
    case inputParameter, dependencyParameter, childParameter

    // The others are mistakes.
    case decoratorOfNothing, wrongIsolationOfDecorator
    case ambiguousParameter
    case wrongIsolationFromChild, cycleThroughContributions, keptChildThatFails

    /// Whether the plan that has it is wrong.
    var isMistake: Bool {
        switch self {
        case .decoratorOfNothing, .wrongIsolationOfDecorator, .ambiguousParameter, .wrongIsolationFromChild,
            .cycleThroughContributions, .keptChildThatFails:
            true
        default: false
        }
    }
}

extension PlanVerdict {
    /// What the plan has that is worth counting.
    var features: Set<PlanFeature> {
        let meaning = PlanMeaning(plan)
        var features: Set<PlanFeature> = []
        for path in plan.paths where plan.isStraight(path) {
            for (index, registration) in plan.registered(by: path[path.count - 1]) {
                let place = TreePlan.Place(path: path, index: index)
                switch registration.role {
                case .decorator: features.formUnion(decoratorFeatures(of: place, meaning))
                case .contribution: features.formUnion(contributionFeatures(of: place))
                case .provider:
                    let overridden = meaning.names(at: path).overridden[index]
                    if let overridden, meaning.targets(of: place).contains(overridden) {
                        features.insert(.overrideOfWhatItNeeds)
                    }
                }
                features.formUnion(edgeFeatures(of: place, meaning))
            }
            if !(collected[path] ?? []).isEmpty { features.insert(.wrongIsolationFromChild) }
            if meaning.isKept(path), !(byPath[path] ?? []).isEmpty { features.insert(.keptChildThatFails) }
        }
        if whole.contains(where: { $0.code == .ambiguous }) { features.insert(.ambiguousParameter) }
        if !cyclesThroughContributions.isEmpty { features.insert(.cycleThroughContributions) }
        return features
    }

    private func decoratorFeatures(of place: TreePlan.Place, _ meaning: PlanMeaning) -> Set<PlanFeature> {
        guard let decorated = meaning.names(at: place.path).overridden[place.index] else {
            return [.decoratorOfNothing]
        }
        let decorator = plan[place]
        guard decorator.isolation == plan[decorated].isolation else { return [.wrongIsolationOfDecorator] }
        var features: Set<PlanFeature> = [decorated.path == place.path ? .decoratorOfOwn : .decoratorOfInherited]
        if decorator.isLocal { features.insert(.localDecorator) }
        if decorator.isolation == .mainActor { features.insert(.mainActorDecorator) }
        if plan[decorated].role == .decorator { features.insert(.decoratorOfDecorator) }
        if meaning.scope(of: decorated) == .scoped { features.insert(.decoratorOfScoped) }
        if !decorator.edges.isEmpty { features.insert(.decoratorWithNeeds) }
        return features
    }

    private func contributionFeatures(of place: TreePlan.Place) -> Set<PlanFeature> {
        let contribution = plan[place]
        let module = plan.modules[place.path[place.depth]]
        var features: Set<PlanFeature> = contribution.isLocal ? [.localContribution] : []
        let isOneOfSeveral =
            module.registrations.count { $0.role == .contribution && $0.identity == contribution.identity } > 1
        if isOneOfSeveral { features.insert(.severalContributions) }
        return features
    }

    private func edgeFeatures(of place: TreePlan.Place, _ meaning: PlanMeaning) -> Set<PlanFeature> {
        var features: Set<PlanFeature> = []
        for edge in plan[place].edges {
            if let child = edge.child {
                let isListed = plan.modules[place.path[place.depth]].children.contains(child)
                features.insert(isListed ? .childEdge : .edgeToUnlistedChild)
            }
            if plan[place].isFromInitializer {
                let isInput = edge.kind == .parameter && plan.seesInput(edge.identity, at: place.path)
                features.insert(edge.child != nil ? .childParameter : isInput ? .inputParameter : .dependencyParameter)
            }
            guard edge.collects else { continue }
            for found in meaning.targets(of: edge, at: place.path) {
                if found.depth < place.depth { features.insert(.inheritedCollected) }
                if found.depth == place.depth { features.insert(.ownCollected) }
                guard found.depth > place.depth, plan[found].isolation == edge.isolation else { continue }
                features.insert(.collectedFromChild)
                if edge.isolation == .mainActor { features.insert(.mainActorCollectedFromChild) }
                if !plan[found].edges.isEmpty { features.insert(.collectedFromChildWithNeeds) }
            }
        }
        return features
    }
}
