// SPDX-License-Identifier: Apache-2.0

import ModularDependencyContainer
import Synchronization

/// A plan while its modules are walked or built.
final class PlannedRun: Sendable {
    /// What happens where an instance is made or torn down.
    struct Hooks: Sendable {
        /// Runs at the end of a factory and numbers its instance.
        var made: @Sendable (Made) -> Int = { _ in 0 }
        /// Called with a number of `made` when its instance is torn down on the expected actor; without it, none has a
        /// teardown.
        var tornDown: (@Sendable (Int) -> Void)?
        /// Whether each container has its number as a `ContainerNumber`.
        var numbersContainers = false
    }

    /// An instance that is just made.
    struct Made: Sendable {
        /// The container that registered it, as `ContainerNumber` numbers it.
        let container: Int
        let module: Int
        /// Which of the module's registrations it is.
        let index: Int
        let parts: [any NumberedProduct]
    }

    /// Which registering of a module led to the container; the root's is 0, and later ones have higher numbers.
    struct ContainerNumber: Sendable {
        let value: Int
    }

    @TaskLocal private static var bound: PlannedRun?

    /// The run the calling test is in.
    static var current: PlannedRun { bound ?? PlannedRun(TreePlan(modules: [])) }

    let plan: TreePlan
    /// The only modules of the tree that are walked, from the root down; `nil` for all.
    private let path: [Int]?
    /// The steps of the path to children that get no inputs of their own, by the depth of the parent.
    private let stepsWithoutInputs: Set<Int>
    private let hooks: Hooks
    /// How many modules have registered, those only looked at included.
    private let registered = Atomic(0)

    init(_ plan: TreePlan, along path: [Int]? = nil, hooks: Hooks = Hooks()) {
        self.plan = plan
        self.path = path
        self.hooks = hooks
        guard let path, plan.isOpaque else {
            stepsWithoutInputs = []
            return
        }
        // Only edges tell the validator which children are kept.
        let meaning = PlanMeaning(plan)
        stepsWithoutInputs = Set(path.indices.dropFirst().filter { meaning.isKept(Array(path[...$0])) }.map { $0 - 1 })
    }

    func during<Result>(_ body: () throws -> Result) rethrows -> Result {
        try Self.$bound.withValue(self, operation: body)
    }

    nonisolated(nonsending) func during<Result>(
        _ body: nonisolated(nonsending) () async throws -> Result
    ) async rethrows -> Result {
        try await Self.$bound.withValue(self, operation: body)
    }

    /// How deep on the path the module stands; the root's marker may be another than that of the root's module.
    private func depth(of module: Int, isRoot: Bool) -> Int? {
        isRoot ? 0 : path?.lastIndex(of: module)
    }

    private func next(after module: Int, isRoot: Bool) -> Int? {
        guard let path, let depth = depth(of: module, isRoot: isRoot), depth + 1 < path.count else { return nil }
        return path[depth + 1]
    }

    /// The listed children that a walk visits.
    func children(of module: Int, isRoot: Bool = false) -> [Int] {
        let listed = plan.modules[module].children
        guard path != nil else { return listed }
        return listed.filter { $0 == next(after: module, isRoot: isRoot) }
    }

    /// What the module gives each child.
    func childInputs(of module: Int, isRoot: Bool = false) -> [TreePlan.Identity] {
        if let depth = depth(of: module, isRoot: isRoot), stepsWithoutInputs.contains(depth) { return [] }
        return plan.modules[module].childInputs
    }

    /// Registers what the plan says; the source line is the registration's index.
    func register<Marker>(_ module: Int, in builder: DependencyBuilder<Marker>) throws {
        let number = registered.add(1, ordering: .relaxed).oldValue
        if hooks.numbersContainers {
            try builder.local.registerInstance(ContainerNumber.self) { ContainerNumber(value: number) }
        }
        for input in plan.modules[module].providedInputs { input.provide(to: builder) }
        let next = next(after: module, isRoot: Marker.self == PlannedRoot.self)
        for (index, planned) in plan.modules[module].registrations.enumerated() {
            var registration = planned
            // A walk along a path follows no other edge to a child.
            if path != nil { registration.edges.removeAll { $0.child != nil && $0.child != next } }
            let isOpaque = plan.isOpaque || registration.isOpaque
            if isOpaque {
                let place = Marker.self == PlannedRoot.self ? [0] : [0, module]
                registration.edges = registration.edges.map { edge in
                    let isInput = edge.kind == .parameter && plan.seesInput(edge.identity, at: place)
                    return isInput ? TreePlan.Edge(kind: .input, identity: edge.identity) : edge
                }
            }
            let work = Work(
                registration: registration, module: module, index: index, container: number, isOpaque: isOpaque,
                hooks: hooks)
            switch (registration.isolation, registration.isLocal) {
            case (.nonisolated, false): try work.add(to: builder)
            case (.nonisolated, true): try work.add(to: builder.local)
            case (.mainActor, false): try work.add(to: builder.mainActor)
            case (.mainActor, true): try work.add(to: builder.local.mainActor)
            }
        }
    }
}
