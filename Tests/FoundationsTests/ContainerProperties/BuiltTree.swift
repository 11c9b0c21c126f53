// SPDX-License-Identifier: Apache-2.0

import ModularDependencyContainer
import Synchronization

/// A plan that is right, built as a whole, and a journal of what is made and torn down in it.
///
/// Children that their parents keep are built when they are first needed, or by `keepChildren()`.
@MainActor
final class BuiltTree {
    /// An instance, named by its number.
    struct Instance: Hashable, Sendable {
        /// The container that owns it: that which registered it, or for scoped ones that which asked; `nil` where nobody
        /// owns it.
        let container: Int?
        /// What it was made from, through instances without an owner as well.
        let parts: Set<Int>
    }

    /// What factories and teardowns of any isolation write down.
    final class Journal: Sendable {
        struct Entry: Sendable {
            let made: PlannedRun.Made
            /// The container that was asked.
            let asked: Int
        }

        struct State: Sendable {
            /// The container that `resolve` is asking.
            var asking = 0
            /// Every instance that was made, by number.
            var made: [Entry] = []
            var tornDown: [Int] = []
        }

        private let state = Mutex(State())

        var current: State { state.withLock { $0 } }

        func asks(_ container: Int) {
            state.withLock { $0.asking = container }
        }

        func note(_ made: PlannedRun.Made) -> Int {
            state.withLock { state in
                state.made.append(Entry(made: made, asked: state.asking))
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
        /// Rises in the order in which the containers were built.
        let number: Int
        /// Resolves it there.
        let resolve: @MainActor (TreePlan.Edge) throws -> Void
        /// Builds the child of that path, which the container keeps, unless it is built already.
        let keepChild: @MainActor ([Int]) async throws -> Void
        let shutdown: @Sendable () async -> ShutdownReport
    }

    let plan: TreePlan
    let meaning: PlanMeaning
    private let journal = Journal()
    private let run: PlannedRun
    private(set) var containers: [Container] = []

    var tornDown: [Int] { journal.current.tornDown }

    init(_ plan: TreePlan) async throws {
        self.plan = plan
        meaning = PlanMeaning(plan)
        let journal = journal
        run = PlannedRun(
            plan,
            hooks: PlannedRun.Hooks(
                made: { journal.note($0) }, tornDown: { journal.noteTornDown($0) }, numbersContainers: true))
        try await run.during {
            if plan.isRootDeclared {
                try await addRoot(DependencyBuilder<PlannedModule<PlannedModules.Zero>>())
            } else {
                try await addRoot(DependencyBuilder<PlannedRoot>())
            }
        }
    }

    private func addRoot<Marker>(_ builder: DependencyBuilder<Marker>) async throws {
        try run.register(0, in: builder)
        try await add(builder.freeze(), at: [0])
    }

    private func add<Marker>(_ container: DependencyContainer<Marker>, at path: [Int]) async throws {
        let number = try container.resolve(PlannedRun.ContainerNumber.self).value
        let (run, journal) = (run, journal)
        containers.append(
            Container(
                path: path, number: number,
                resolve: { edge in
                    journal.asks(number)
                    _ = try run.during { try edge.resolveOnMainActor(in: container) }
                },
                keepChild: { [unowned self] path in
                    try await self.addKeptChild(PlannedModules.type(path[path.count - 1]), of: container, at: path)
                },
                shutdown: { await container.shutdown() }))
        let module = plan.modules[path[path.count - 1]]
        for child in plan.children(of: path[path.count - 1])
        where plan.canStand(child, below: path) && !meaning.isKept(path + [child]) {
            try await addChild(
                PlannedModules.type(child), of: container, at: path + [child], inputs: module.childInputs)
        }
    }

    private func addChild<Module: DependencyRequirements, Marker>(
        _ module: Module.Type, of parent: DependencyContainer<Marker>, at path: [Int], inputs: [TreePlan.Identity]
    ) async throws {
        let child = try await parent.buildChild(module) { builder in
            for input in inputs { input.provide(to: builder) }
        }
        try await add(child.container, at: path)
    }

    private func addKeptChild<Module: DependencyRequirements, Marker>(
        _ module: Module.Type, of parent: DependencyContainer<Marker>, at path: [Int]
    ) async throws {
        try await run.during {
            try await add(try parent.child(module).container, at: path)
        }
    }

    /// Builds all children that are kept and not built yet, and knows them from now on.
    func keepChildren() async throws {
        var next = 0
        while next < containers.count {
            let container = containers[next]
            next += 1
            for child in plan.children(of: container.path[container.path.count - 1]).map({ container.path + [$0] })
            where meaning.isKept(child) && !containers.contains(where: { $0.path == child }) {
                try await container.keepChild(child)
            }
        }
    }

    /// Every instance by its number.
    var instances: [Instance] {
        var instances: [Instance] = []
        for entry in journal.current.made {
            let parts = entry.made.parts.map(\.number).filter { $0 >= 0 }.reduce(into: Set<Int>()) { parts, number in
                if instances[number].container == nil {
                    parts.formUnion(instances[number].parts)
                } else {
                    parts.insert(number)
                }
            }
            let home = containers.first { $0.number == entry.made.container }
            let scope = home.map { meaning.scope(of: TreePlan.Place(path: $0.path, index: entry.made.index)) }
            let container: Int? =
                switch scope {
                case .singleton: entry.made.container
                case .scoped: entry.asked
                case .instance, nil: nil
                }
            instances.append(Instance(container: container, parts: parts))
        }
        return instances
    }

    /// How often the factory of each asynchronous singleton ran to its end.
    var asynchronousBuilds: [Int] {
        let made = journal.current.made.map(\.made)
        return containers.flatMap { container in
            plan.registered(by: container.path[container.path.count - 1]).filter(\.registration.isAsynchronous)
                .map { index, _ in made.count { $0.container == container.number && $0.index == index } }
        }
    }

    /// Whether one instance belongs to the container of the other or to one above, and so has to outlive it as its part.
    func outlives(_ part: Instance, _ whole: Instance) -> Bool {
        let paths = [part, whole].map { instance in containers.first { $0.number == instance.container }?.path ?? [] }
        return paths[1].starts(with: paths[0])
    }

    /// Every instance with an owner as it is to be torn down: children first, the newest first in everything.
    func orderOfTeardown(of path: [Int] = [0]) -> [Int] {
        let instances = instances
        func order(of container: Container) -> [Int] {
            let children = containers.filter { $0.path.dropLast() == container.path[...] }
            return children.sorted { $0.number > $1.number }.flatMap(order)
                + instances.indices.reversed().filter { instances[$0].container == container.number }
        }
        return containers.first { $0.path == path }.map(order) ?? []
    }
}
