// SPDX-License-Identifier: Apache-2.0

import ModularDependencyContainer
import Synchronization

/// A plan that is right, built as a whole, and a journal of what is made and torn down in it.
@MainActor
final class BuiltTree {
    /// An instance with a teardown, named by its number.
    struct Instance: Hashable, Sendable {
        /// The container that owns it: that which registered it, or for scoped ones that which asked.
        let container: Int
        /// What it was made from, through instances without an owner as well.
        let parts: Set<Int>
    }

    /// What factories and teardowns of any isolation write down.
    final class Journal: Sendable {
        struct State {
            /// The container that `resolve` is asking.
            var asking = 0
            /// Every instance that was made, by number; `nil` where nobody owns it.
            var made: [Instance?] = []
            /// What those without an owner were made from.
            var parts: [Set<Int>] = []
            var tornDown: [Int] = []
        }

        private let state = Mutex(State())

        var current: State { state.withLock { $0 } }

        func asks(_ container: Int) {
            state.withLock { $0.asking = container }
        }

        func note(_ made: PlannedRun.Made) -> Int {
            state.withLock { state in
                let parts = made.parts.map(\.number).filter { $0 >= 0 }.reduce(into: Set<Int>()) { parts, number in
                    if state.made[number] == nil { parts.formUnion(state.parts[number]) } else { parts.insert(number) }
                }
                let container: Int? =
                    switch made.registration.scope {
                    case .singleton: made.container
                    case .scoped: state.asking
                    case .instance: nil
                    }
                state.made.append(container.map { Instance(container: $0, parts: parts) })
                state.parts.append(parts)
                return state.made.count - 1
            }
        }

        func noteTornDown(_ number: Int) {
            state.withLock { $0.tornDown.append(number) }
        }
    }

    /// One container of the tree.
    struct Container {
        let path: [Int]
        var children: [Int] = []
        /// Resolves what is visible there.
        let resolve: @MainActor (TreePlan.Place) throws -> Void
        let shutdown: @Sendable () async -> ShutdownReport
    }

    let plan: TreePlan
    let journal = Journal()
    /// In the order they were built, the root first.
    private(set) var containers: [Container] = []

    init(_ plan: TreePlan) throws {
        self.plan = plan
        let journal = journal
        let hooks = PlannedRun.Hooks(made: { journal.note($0) }, tornDown: { journal.noteTornDown($0) })
        let run = PlannedRun(plan, hooks: hooks)
        try run.during {
            if plan.isRootDeclared {
                try addRoot(DependencyBuilder<PlannedModule<PlannedModules.Zero>>(), in: run)
            } else {
                try addRoot(DependencyBuilder<PlannedRoot>(), in: run)
            }
        }
    }

    private func addRoot<Marker>(_ builder: DependencyBuilder<Marker>, in run: PlannedRun) throws {
        try run.register(0, in: builder)
        try add(builder.freeze(), at: [0], in: run)
    }

    private func add<Marker>(_ container: DependencyContainer<Marker>, at path: [Int], in run: PlannedRun) throws {
        let number = containers.count
        let (plan, journal) = (plan, journal)
        let resolve = { @MainActor (place: TreePlan.Place) throws -> Void in
            journal.asks(number)
            let registration = plan.registration(place, on: path)
            _ =
                registration.isolation == .mainActor
                ? try registration.identity.resolveMainActor(in: container)
                : try registration.identity.resolve(in: container)
        }
        containers.append(Container(path: path, resolve: resolve, shutdown: { await container.shutdown() }))
        let module = plan.modules[path[path.count - 1]]
        for child in module.children where plan.canStand(child, below: path) {
            containers[number].children.append(containers.count)
            run.building(containers.count)
            try addChild(
                PlannedModules.type(child), of: container, at: path + [child], inputs: module.childInputs, in: run)
        }
    }

    private func addChild<Module: DependencyRequirements, Marker>(
        _ module: Module.Type, of parent: DependencyContainer<Marker>, at path: [Int], inputs: [TreePlan.Identity],
        in run: PlannedRun
    ) throws {
        let child = try parent.buildChild(module) { builder in
            for input in inputs { input.provide(to: builder) }
        }
        try add(child.container, at: path, in: run)
    }

    /// Every instance with an owner as it is to be torn down: children first, the newest first in everything.
    func orderOfTeardown(of container: Int = 0) -> [Int] {
        let made = journal.current.made
        return containers[container].children.reversed().flatMap { orderOfTeardown(of: $0) }
            + made.indices.reversed().filter { made[$0]?.container == container }
    }
}
