// SPDX-License-Identifier: Apache-2.0

import ModularDependencyContainer

/// Whether the validator and the containers of a plan agree.
///
/// A plan is validated and built twice: as it is, with factories that declare their edges, and as its opaque twin, whose
/// factories look up the same things. What the validator says of a place of the tree more than of the twin's, it can only
/// know from edges, so its diagnostics at a place are *of the module* (the twin's) and *of edges* (the others). Then:
///
/// 1. The diagnostics of the tree are those of its places, each at least once: places that see the same are one. What is
///    said of places below is said of those where no module is below itself; of the others, that what building them
///    throws is among the diagnostics of the tree. Cycles through the contributions of children are said of the tree.
/// 2. A module, declared or opaque, whose ancestors stand is built if and only if there is no diagnostic at its place, and
///    otherwise throws those diagnostics. A registration that duplicates another is thrown at once and alone, the first
///    such diagnostic of the place.
/// 3. What is asked of a container that stands, one dependency or all contributions, fails if and only if it leads by
///    edges, in no or more steps, to something that is wrong: a registration that a diagnostic of edges blames, in the
///    twin, since in the declared tree it kept its module from being built; one that a diagnostic of what a parent
///    collects from its child, or of a cycle through that, blames; or one that needs a child whose place has a diagnostic.
///    So every diagnostic makes something fail and every failure has a diagnostic. (A missing or wrongly isolated edge
///    blames the registration that has it, a captive the singleton, a cycle each registration on it.) The codes need not
///    be the same, since a factory with two mistakes stops at the first and one that comes upon another's mistake throws
///    that, but among the diagnostics that blame something it leads to is one with the failure's code, and, except for
///    cycles, where the shortest of a knot stands for all, one that ends at the same type and key. Only a parameter that
///    might be two things makes nothing fail in the twin.
/// 4. What is found is what the model of names expects, contributions in their order.
@MainActor
struct PlanCheck {
    /// The plan or its twin, with all that is known of it.
    @MainActor
    private struct Tree {
        let verdict: PlanVerdict
        let meaning: PlanMeaning

        var plan: TreePlan { verdict.plan }
        var name: String { plan.isOpaque ? "opaque" : "declared" }

        init(_ plan: TreePlan, isByPlace: Bool = false) throws {
            verdict = try PlanVerdict(plan, isByPlace: isByPlace)
            meaning = PlanMeaning(plan)
        }

        func reach(of question: TreePlan.Edge, at path: [Int]) -> Set<TreePlan.Place> {
            meaning.targets(of: question, at: path).reduce(into: []) { $0.formUnion(meaning.reach(of: $1)) }
        }
    }

    private let declaredTree: Tree
    private let opaqueTree: Tree
    private let plan: TreePlan

    var declared: PlanVerdict { declaredTree.verdict }

    init(_ plan: TreePlan) throws {
        self.plan = plan
        declaredTree = try Tree(plan)
        opaqueTree = try Tree(plan.twin, isByPlace: !declaredTree.verdict.whole.isEmpty)
    }

    /// Where they disagree first; `nil` for agreement.
    func problem() throws -> String? {
        if let problem = declared.problem ?? opaqueTree.verdict.problem ?? unrealCycle { return problem }
        for tree in [declaredTree, opaqueTree] {
            let trial = try PlanTrial(tree.plan)
            let problem =
                builds(tree, trial) ?? trial.unreadInputs.first.map { "\(tree.name): an input is not there: \($0)" }
                ?? trial.answers.lazy.flatMap { path, outcomes in
                    outcomes.compactMap { self.problem(of: $0, $1, at: path, in: tree) }
                }.first
            if let problem { return problem }
        }
        return nil
    }

    private func builds(_ tree: Tree, _ trial: PlanTrial) -> String? {
        for (path, thrown) in trial.builds {
            guard plan.isStraight(path) else {
                let unknown = Set(thrown.filter { !tree.plan.isOpaque || $0.code != .missingInput }.map(\.gist))
                    .subtracting(tree.verdict.whole.map(\.gist))
                if !unknown.isEmpty { return "at \(path) is thrown what the tree does not have: \(unknown)" }
                continue
            }
            let found = tree.verdict.byPath[path] ?? []
            let atOnce = found.first { $0.code == .duplicate && $0.message.contains("is registered twice") }
            if thrown != (atOnce.map { [$0] } ?? found) {
                return "\(tree.name): at \(path) is found \(found) and thrown \(thrown)"
            }
        }
        return nil
    }

    /// A reported cycle through contributions that the model does not have.
    private var unrealCycle: String? {
        guard plan.paths.allSatisfy(plan.isStraight) else { return nil }
        return declared.cyclesThroughContributions.first { cycle in
            !plan.paths.contains { path in
                cycle.blamed.map { blames(cycle, TreePlan.Place(path: path, index: $0)) } ?? false
            }
        }
        .map { "there is no such cycle: \($0.path.detail)" }
    }

    private func problem(
        of question: TreePlan.Edge, _ outcome: PlanTrial.Outcome, at path: [Int], in tree: Tree
    ) -> String? {
        let targets = tree.meaning.targets(of: question, at: path)
        let reach = tree.reach(of: question, at: path)
        let kept =
            tree.meaning.keptChildren(of: question, at: path) + reach.flatMap { tree.meaning.keptChildren(of: $0) }
        guard plan.isStraight(path), kept.allSatisfy(plan.isStraight) else { return nil }
        // The twin collects from children that only edges declare, which is then not what was validated.
        guard reach == declaredTree.reach(of: question, at: path) else { return nil }
        var reasons =
            kept.flatMap { tree.verdict.byPath[$0] ?? [] }
            + kept.flatMap { child in
                (declared.collected[child] ?? []).filter { diagnostic in
                    let parent = Array(child.dropLast())
                    return diagnostic.blamed.map { reach.contains(TreePlan.Place(path: parent, index: $0)) } ?? false
                }
            }
            + declared.cyclesThroughContributions.filter { cycle in reach.contains { blames(cycle, $0) } }
        if tree.plan.isOpaque {
            reasons += Set(reach.map(\.path)).flatMap { path in
                // The twin is told what it is given.
                edgeDiagnostics(at: path).filter { $0.code != .ambiguous }.filter { diagnostic in
                    diagnostic.blamed.map { reach.contains(TreePlan.Place(path: path, index: $0)) } ?? false
                }
            }
        }
        // The question itself asks for one isolation.
        let isWrong = targets.contains { plan[$0].isolation != question.isolation }
        switch outcome {
        case .found(let makers):
            if isWrong { return "\(tree.name): \(question) at \(path) is found in spite of its isolation" }
            if let reason = reasons.first {
                return "\(tree.name): \(question) is found at \(path) in spite of \(reason)"
            }
            let expected = targets.map { PlanTrial.Maker(module: $0.path[$0.depth], index: $0.index) }
            return makers.map(\.index) == expected.map(\.index) && makers.map(\.module) == expected.map(\.module)
                ? nil : "\(tree.name): \(question) at \(path) is \(makers) and should be \(expected)"
        case .failed(let failures):
            let isExplained =
                !failures.isEmpty
                && failures.allSatisfy { failure in
                    (isWrong && failure.code == .isolationMismatch)
                        || reasons.contains {
                            $0.code == failure.code && ($0.code == .cycle || $0.last == failure.last)
                        }
                }
            return isExplained
                ? nil : "\(tree.name): \(question) at \(path) fails with \(failures), found is \(reasons)"
        }
    }

    /// Whether the cycle through contributions begins there.
    private func blames(_ cycle: PlanDiagnostic, _ place: TreePlan.Place) -> Bool {
        let isRoot = place.depth == 0 && !plan.isRootDeclared
        return cycle.blamed == place.index && cycle.blamedModule == (isRoot ? nil : place.path[place.depth])
            && declaredTree.meaning.isCyclic(place)
    }

    /// What the validator knows from edges.
    private func edgeDiagnostics(at path: [Int]) -> [PlanDiagnostic] {
        var left = opaqueTree.verdict.byPath[path] ?? []
        return (declared.byPath[path] ?? []).filter { diagnostic in
            guard let index = left.firstIndex(of: diagnostic) else { return true }
            left.remove(at: index)
            return false
        }
    }
}
