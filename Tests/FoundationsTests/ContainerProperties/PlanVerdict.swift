// SPDX-License-Identifier: Apache-2.0

import ModularDependencyContainer

/// What the validator says about a plan, by place in the tree.
@MainActor
struct PlanVerdict {
    let plan: TreePlan
    /// The diagnostics of the whole tree.
    private(set) var whole: [PlanDiagnostic] = []
    /// The diagnostics of each place alone; a place without an entry has none, or is below itself.
    private(set) var byPath: [[Int]: [PlanDiagnostic]] = [:]
    /// What is wrong with what the parent of each place collects from it, which blames the parent.
    private(set) var collected: [[Int]: [PlanDiagnostic]] = [:]
    /// What the validator contradicts itself in.
    private(set) var problem: String?

    /// The cycles that no module has alone.
    var cyclesThroughContributions: [PlanDiagnostic] { whole.filter(\.isCycleThroughContributions) }

    /// `isByPlace` says whether there are diagnostics at places even if the whole tree has none: without edges, the
    /// validator does not know which children get no inputs.
    init(_ plan: TreePlan, isByPlace: Bool = false) throws {
        self.plan = plan
        whole = try diagnostics(along: nil)
        guard !whole.isEmpty || isByPlace else { return }
        var sum: [PlanDiagnostic] = []
        var upTo: [[Int]: [PlanDiagnostic]] = [:]
        for path in plan.paths where plan.isStraight(path) {
            let all = try diagnostics(along: path).filter { !$0.isCycleThroughContributions }
            let above = upTo[path.dropLast()] ?? []
            guard all.starts(with: above) else {
                problem = "the diagnostics along \(path), \(all), do not begin with those above, \(above)"
                return
            }
            upTo[path] = all
            let own = Array(all.dropFirst(above.count))
            byPath[path] = own.filter { !blamesParent($0, of: path) }
            collected[path] = own.filter { blamesParent($0, of: path) }
            sum += own
        }
        // A module below itself may see what no straight path shows, and the same thing is found once.
        let missing = sum.filter { !plan.isOpaque || $0.code != .missingInput }
        if !Set(whole.map(\.gist)).isSuperset(of: missing.map(\.gist)) {
            problem = "the diagnostics of the tree, \(whole), are not those of its places, \(sum)"
        }
    }

    private func blamesParent(_ diagnostic: PlanDiagnostic, of path: [Int]) -> Bool {
        guard path.count > 1, diagnostic.code == .isolationMismatch else { return false }
        return diagnostic.blamedModule != path[path.count - 1]
    }

    private func diagnostics(along path: [Int]?) throws -> [PlanDiagnostic] {
        let run = PlannedRun(plan, along: path)
        return try run.during {
            plan.isRootDeclared
                ? try diagnostics(DependencyBuilder<PlannedModule<PlannedModules.Zero>>(), in: run)
                : try diagnostics(DependencyBuilder<PlannedRoot>(), in: run)
        }
    }

    private func diagnostics<Marker>(
        _ builder: DependencyBuilder<Marker>, in run: PlannedRun
    ) throws -> [PlanDiagnostic] {
        try run.register(0, in: builder)
        let modules = run.children(of: 0, isRoot: true).map(PlannedModules.type)
        let inputs = run.childInputs(of: 0, isRoot: true).map(\.inputRequirement)
        let report =
            switch modules.count {
            case 0: builder.validate()
            case 1: builder.validate(modules[0], inputs: inputs)
            case 2: builder.validate(modules[0], modules[1], inputs: inputs)
            case 3: builder.validate(modules[0], modules[1], modules[2], inputs: inputs)
            default: builder.validate(modules[0], modules[1], modules[2], modules[3], inputs: inputs)
            }
        return report.errors.map(PlanDiagnostic.init)
    }
}
