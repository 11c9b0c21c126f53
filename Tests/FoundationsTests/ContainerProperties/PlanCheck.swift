// SPDX-License-Identifier: Apache-2.0

import ModularDependencyContainer

/// Whether the validator and the containers of a plan agree.
///
/// A plan is validated and built twice: as it is, with factories that declare their edges, and as its opaque twin, whose
/// factories look up the same things. What the validator says of a place of the tree more than of the twin's, it can only
/// know from edges, so its diagnostics at a place are *of the module* (the twin's) followed by *of edges*. Then:
///
/// 1. The diagnostics of the tree are those of its places, each at least once: places that see the same are one. What is
///    said of places below is said of those where no module is below itself; of the others, that what building them
///    throws is among the diagnostics of the tree.
/// 2. A module, declared or opaque, whose ancestors stand is built if and only if there is no diagnostic at its place, and
///    otherwise throws those diagnostics. A registration that duplicates another is thrown at once and alone, the first
///    such diagnostic of the place.
/// 3. In the declared tree every registration visible in every container that stands resolves: what is wrong with an
///    edge kept the module that declared it from being built.
/// 4. In the opaque tree a registration, resolved from any container that sees it, fails if and only if it leads by
///    edges, in no or more steps, to one that a diagnostic of edges blames. So every diagnostic makes something fail and
///    every failure has a diagnostic. (A missing or wrongly isolated edge blames the registration that has it, a captive
///    the singleton, a cycle each registration on it.) The codes need not be the same, since a factory with two
///    mistakes stops at the first and one that comes upon another's mistake throws that, but among the diagnostics that
///    blame something it leads to is one with the failure's code, and, except for cycles, where the shortest of a knot
///    stands for all, one that ends at the same type and key.
@MainActor
struct PlanCheck {
    let declared: PlanVerdict
    let opaque: PlanVerdict
    private let plan: TreePlan

    init(_ plan: TreePlan) throws {
        self.plan = plan
        declared = try PlanVerdict(plan, isOpaque: false)
        opaque = try PlanVerdict(plan, isOpaque: true)
    }

    /// Where they disagree first; `nil` for agreement.
    func problem() throws -> String? {
        if let problem = declared.problem ?? opaque.problem { return problem }
        let declaredTrial = try PlanTrial(plan, isOpaque: false)
        let opaqueTrial = try PlanTrial(plan, isOpaque: true)
        return builds(declared, declaredTrial)
            ?? builds(opaque, opaqueTrial)
            ?? declaredTrial.resolutions.lazy.flatMap { path, outcomes in
                outcomes.compactMap { place, diagnostic in
                    diagnostic.map { "declared: \(place) does not resolve at \(path): \($0)" }
                }
            }.first
            ?? (declaredTrial.unreadInputs + opaqueTrial.unreadInputs).first.map { "an input is not there: \($0)" }
            ?? opaqueTrial.resolutions.lazy.flatMap { path, outcomes in
                outcomes.compactMap { problem(of: $0, failing: $1, at: path) }
            }.first
    }

    private func builds(_ verdict: PlanVerdict, _ trial: PlanTrial) -> String? {
        for (path, thrown) in trial.builds {
            guard plan.isStraight(path) else {
                let unknown = Set(thrown.map(\.gist)).subtracting(verdict.whole.map(\.gist))
                if !unknown.isEmpty { return "at \(path) is thrown what the tree does not have: \(unknown)" }
                continue
            }
            let found = verdict.byPath[path] ?? []
            let atOnce = found.first { $0.code == .duplicate && $0.message.contains("is registered twice") }
            if thrown != (atOnce.map { [$0] } ?? found) {
                return "\(verdict.isOpaque ? "opaque" : "declared"): at \(path) is found \(found) and thrown \(thrown)"
            }
        }
        return nil
    }

    private func problem(of place: TreePlan.Place, failing failure: PlanDiagnostic?, at path: [Int]) -> String? {
        guard plan.isStraight(path) else { return nil }
        let reach = plan.reach(of: place, on: path)
        let reasons = path.indices.flatMap { depth in
            edgeDiagnostics(at: Array(path[...depth])).filter { diagnostic in
                diagnostic.blamed.map { reach.contains(TreePlan.Place(depth: depth, index: $0)) } ?? false
            }
        }
        guard let failure else {
            return reasons.first.map { "opaque: \(place) resolves at \(path) in spite of \($0)" }
        }
        let isExplained = reasons.contains {
            $0.code == failure.code && ($0.code == .cycle || $0.last == failure.last)
        }
        return isExplained ? nil : "opaque: \(place) at \(path) fails with \(failure), found is \(reasons)"
    }

    private func edgeDiagnostics(at path: [Int]) -> ArraySlice<PlanDiagnostic> {
        (declared.byPath[path] ?? []).dropFirst((opaque.byPath[path] ?? []).count)
    }
}
