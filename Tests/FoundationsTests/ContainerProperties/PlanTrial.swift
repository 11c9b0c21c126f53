// SPDX-License-Identifier: Apache-2.0

import ModularDependencyContainer
import Synchronization

/// What happens when a plan is really built and everything in it resolved.
///
/// Children that a factory needs are those that their parents keep; the others are built with their inputs.
@MainActor
struct PlanTrial {
    /// A registration that made an instance.
    struct Maker: Hashable, Sendable {
        let module: Int
        let index: Int
    }

    /// What one question gave.
    enum Outcome {
        /// Those that made what was found, in its order.
        case found([Maker])
        case failed([PlanDiagnostic])
    }

    let plan: TreePlan
    private let meaning: PlanMeaning
    /// What each container that was tried to be built threw; empty for those that stand.
    private(set) var builds: [[Int]: [PlanDiagnostic]] = [:]
    /// What each container that stands answered.
    private(set) var answers: [[Int]: [TreePlan.Edge: Outcome]] = [:]
    /// Declared inputs that could not be read.
    private(set) var unreadInputs: [PlanDiagnostic] = []
    private let makers = Makers()

    /// Who made each instance, by number.
    private final class Makers: Sendable {
        private let all = Mutex<[Maker]>([])

        func add(_ made: PlannedRun.Made) -> Int {
            all.withLock { all in
                all.append(Maker(module: made.module, index: made.index))
                return all.count - 1
            }
        }

        subscript(number: Int) -> Maker { all.withLock { $0[number] } }
    }

    init(_ plan: TreePlan) throws {
        self.plan = plan
        meaning = PlanMeaning(plan)
        let makers = makers
        let run = PlannedRun(plan, hooks: PlannedRun.Hooks(made: { makers.add($0) }))
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
        for question in meaning.questions(at: path) {
            do {
                let found = try question.resolveOnMainActor(in: container)
                answers[path, default: [:]][question] = .found(found.map { makers[$0.number] })
            } catch {
                let error = error as? DependencyError
                answers[path, default: [:]][question] = .failed(error.map(PlanDiagnostic.all) ?? [])
            }
        }
        let module = plan.modules[path[path.count - 1]]
        if path.count > 1 || plan.isRootDeclared {
            unreadInputs += module.inputRequirements.compactMap { input in
                ContainerFixtures.error { try input.resolveInput(in: container) }.map(PlanDiagnostic.init)
            }
        }
        for child in plan.children(of: path[path.count - 1]) where plan.canStand(child, below: path) {
            tryChild(PlannedModules.type(child), of: container, at: path + [child], inputs: module.childInputs)
        }
    }

    private mutating func tryChild<Module: DependencyRequirements, Marker>(
        _ module: Module.Type, of parent: DependencyContainer<Marker>, at path: [Int], inputs: [TreePlan.Identity]
    ) {
        do throws(DependencyError) {
            let child =
                meaning.isKept(path)
                ? try parent.child(module)
                : try parent.buildChild(module) { builder in
                    for input in inputs { input.provide(to: builder) }
                }
            builds[path] = []
            tryEverything(in: child.container, at: path)
        } catch {
            builds[path] = PlanDiagnostic.all(in: error)
        }
    }
}
