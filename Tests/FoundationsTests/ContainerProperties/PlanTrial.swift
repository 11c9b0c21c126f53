// SPDX-License-Identifier: Apache-2.0

import ModularDependencyContainer

/// What happens when a plan is really built and everything in it resolved.
@MainActor
struct PlanTrial {
    let plan: TreePlan
    /// What each container that was tried to be built threw; empty for those that stand.
    private(set) var builds: [[Int]: [PlanDiagnostic]] = [:]
    /// What resolving everything visible in each container threw; `nil` where there is an instance.
    private(set) var resolutions: [[Int]: [TreePlan.Place: PlanDiagnostic?]] = [:]
    /// Declared inputs that could not be read.
    private(set) var unreadInputs: [PlanDiagnostic] = []

    init(_ plan: TreePlan, isOpaque: Bool) throws {
        self.plan = plan
        let run = PlannedRun(plan, isOpaque: isOpaque)
        try run.during {
            if plan.isRootDeclared {
                try tryRoot(DependencyBuilder<PlannedModule<PlannedModules.Zero>>(), in: run)
            } else {
                try tryRoot(DependencyBuilder<PlannedRoot>(), in: run)
            }
        }
    }

    private mutating func tryRoot<Marker>(_ builder: DependencyBuilder<Marker>, in run: PlannedRun) throws {
        try run.register(0, in: builder)
        do throws(DependencyError) {
            let container = try builder.freeze()
            builds[[0]] = []
            tryEverything(in: container, at: [0])
        } catch {
            builds[[0]] = PlanDiagnostic.all(in: error)
        }
    }

    private mutating func tryEverything<Marker>(in container: DependencyContainer<Marker>, at path: [Int]) {
        for place in plan.visible(at: path) {
            let registration = plan.registration(place, on: path)
            let diagnostic = diagnostic {
                registration.isolation == .mainActor
                    ? try registration.identity.resolveMainActor(in: container)
                    : try registration.identity.resolve(in: container)
            }
            resolutions[path, default: [:]][place] = .some(diagnostic)
        }
        let module = plan.modules[path[path.count - 1]]
        if path.count > 1 || plan.isRootDeclared {
            unreadInputs += module.inputRequirements.compactMap { input in
                diagnostic { try input.resolveInput(in: container) }
            }
        }
        for child in module.children where plan.canStand(child, below: path) {
            tryChild(PlannedModules.type(child), of: container, at: path + [child], inputs: module.childInputs)
        }
    }

    private mutating func tryChild<Module: DependencyRequirements, Marker>(
        _ module: Module.Type, of parent: DependencyContainer<Marker>, at path: [Int], inputs: [TreePlan.Identity]
    ) {
        do throws(DependencyError) {
            let child = try parent.buildChild(module) { builder in
                for input in inputs { input.provide(to: builder) }
            }
            builds[path] = []
            tryEverything(in: child.container, at: path)
        } catch {
            builds[path] = PlanDiagnostic.all(in: error)
        }
    }

    private func diagnostic(_ body: () throws -> any NumberedProduct) -> PlanDiagnostic? {
        ContainerFixtures.error(of: body).map(PlanDiagnostic.init)
    }
}
