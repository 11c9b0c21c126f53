// SPDX-License-Identifier: Apache-2.0

import ModularDependencyContainer

/// What the validator says about a plan, by place in the tree.
@MainActor
struct PlanVerdict {
    let plan: TreePlan
    let isOpaque: Bool
    /// The diagnostics of the whole tree.
    private(set) var whole: [PlanDiagnostic] = []
    /// The diagnostics of each place alone; a place without an entry has none, or is below itself.
    private(set) var byPath: [[Int]: [PlanDiagnostic]] = [:]
    /// What the validator contradicts itself in.
    private(set) var problem: String?

    init(_ plan: TreePlan, isOpaque: Bool) throws {
        self.plan = plan
        self.isOpaque = isOpaque
        whole = try diagnostics(along: nil)
        guard !whole.isEmpty else { return }
        var sum: [PlanDiagnostic] = []
        var upTo: [[Int]: [PlanDiagnostic]] = [:]
        for path in plan.paths where plan.isStraight(path) {
            let all = try diagnostics(along: path)
            let above = upTo[path.dropLast()] ?? []
            guard all.starts(with: above) else {
                problem = "the diagnostics along \(path), \(all), do not begin with those above, \(above)"
                return
            }
            upTo[path] = all
            byPath[path] = Array(all.dropFirst(above.count))
            sum += all.dropFirst(above.count)
        }
        // A module below itself may see what no straight path shows, and the same thing is found once.
        if !Set(whole.map(\.gist)).isSuperset(of: sum.map(\.gist)) {
            problem = "the diagnostics of the tree, \(whole), are not those of its places, \(sum)"
        }
    }

    private func diagnostics(along path: [Int]?) throws -> [PlanDiagnostic] {
        let run = PlannedRun(plan, isOpaque: isOpaque, along: path)
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
        let modules = run.children(of: 0).map(PlannedModules.type)
        let inputs = plan.modules[0].childInputs.map(\.inputRequirement)
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
