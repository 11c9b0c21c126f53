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
    }

    /// An instance that is just made.
    struct Made: Sendable {
        /// The container that registered it, as numbered by `building`.
        let container: Int
        /// Which of the module's registrations it is.
        let index: Int
        let registration: TreePlan.Registration
        let parts: [any NumberedProduct]
    }

    @TaskLocal private static var bound: PlannedRun?

    /// The run the calling test is in.
    static var current: PlannedRun { bound ?? PlannedRun(TreePlan(modules: [])) }

    let plan: TreePlan
    /// Whether no factory declares its edges.
    private let isOpaque: Bool
    /// The only modules of the tree that are walked, from the root down; `nil` for all.
    private let path: [Int]?
    private let hooks: Hooks
    /// How many modules have registered, the root included.
    private let registered = Atomic(0)
    private let container = Atomic(0)

    init(_ plan: TreePlan, isOpaque: Bool = false, along path: [Int]? = nil, hooks: Hooks = Hooks()) {
        self.plan = plan
        self.isOpaque = isOpaque
        self.path = path
        self.hooks = hooks
    }

    @MainActor
    func during<Result>(_ body: () throws -> Result) rethrows -> Result {
        try Self.$bound.withValue(self, operation: body)
    }

    /// The children a walk visits; on a path, that depends on how far the walk has come.
    func children(of module: Int) -> [Int] {
        guard let path else { return plan.modules[module].children }
        return Array(path.dropFirst(registered.load(ordering: .relaxed)).prefix(1))
    }

    /// Numbers the container that is built next.
    func building(_ number: Int) {
        container.store(number, ordering: .relaxed)
    }

    /// Registers what the plan says; the source line is the registration's index.
    func register<Marker>(_ module: Int, in builder: DependencyBuilder<Marker>) throws {
        registered.add(1, ordering: .relaxed)
        for input in plan.modules[module].providedInputs { input.provide(to: builder) }
        for (index, registration) in plan.modules[module].registrations.enumerated() {
            let work = Work(
                registration: registration, index: index, container: container.load(ordering: .relaxed),
                isOpaque: isOpaque || registration.isOpaque, hooks: hooks)
            switch (registration.isolation, registration.isLocal) {
            case (.nonisolated, false): try work.add(to: builder)
            case (.nonisolated, true): try work.add(to: builder.local)
            case (.mainActor, false): try work.add(to: builder.mainActor)
            case (.mainActor, true): try work.add(to: builder.local.mainActor)
            }
        }
    }
}

extension PlannedRun {
    /// One registration on its way into a builder.
    struct Work: Sendable {
        let registration: TreePlan.Registration
        let index: Int
        let container: Int
        let isOpaque: Bool
        let hooks: Hooks

        private var key: (any Hashable & Sendable)? { registration.identity.anyKey }

        func add(to registrar: some DependencyRegistrar) throws {
            try registration.identity.isBlue ? add(Blue.self, to: registrar) : add(Red.self, to: registrar)
        }

        func add<Marker>(to registrar: MainActorRegistrar<Marker>) throws {
            try registration.identity.isBlue ? add(Blue.self, to: registrar) : add(Red.self, to: registrar)
        }

        private func product<Color: Sendable>(_ color: Color.Type, from parts: [any NumberedProduct]) -> Product<Color>
        {
            Product(
                number: hooks.made(Made(container: container, index: index, registration: registration, parts: parts)))
        }

        private func add<Color: Sendable>(_ color: Color.Type, to registrar: some DependencyRegistrar) throws {
            let needs = registration.edges.map(\.nonisolatedNeed)
            // An existential can be opened by a function with a name for its type, which a pack is not.
            func one<A: NonisolatedNeed>(_ a: A) throws { try declare(color, to: registrar, a) }
            func two<A: NonisolatedNeed, B: NonisolatedNeed>(_ a: A, _ b: B) throws {
                try declare(color, to: registrar, a, b)
            }
            func three<A: NonisolatedNeed, B: NonisolatedNeed, C: NonisolatedNeed>(_ a: A, _ b: B, _ c: C) throws {
                try declare(color, to: registrar, a, b, c)
            }
            switch isOpaque ? -1 : needs.count {
            case 0: try declare(color, to: registrar)
            case 1: try one(needs[0])
            case 2: try two(needs[0], needs[1])
            case 3: try three(needs[0], needs[1], needs[2])
            default: try addOpaquely(color, to: registrar)
            }
        }

        private func declare<Color: Sendable, each Need: NonisolatedNeed>(
            _ color: Color.Type, to registrar: some DependencyRegistrar, _ need: repeat each Need
        ) throws {
            let (type, file, line) = (Product<Color>.self, "Plan.swift", index)
            let teardown = hooks.tornDown.map { tornDown in
                { @Sendable (product: Product<Color>) async throws -> Void in tornDown(product.number) }
            }
            let factory = { @Sendable (value: repeat (each Need).Value) throws -> Product<Color> in
                var parts: [any NumberedProduct] = []
                for part in repeat each value { parts += (part as? any NumberedProduct).map { [$0] } ?? [] }
                return product(color, from: parts)
            }
            switch registration.scope {
            case .singleton:
                try registrar.registerSingleton(
                    type, key: key, using: repeat (each need).dependency, teardown: teardown, fileID: file, line: line,
                    factory: factory)
            case .scoped:
                try registrar.registerScoped(
                    type, key: key, using: repeat (each need).dependency, teardown: teardown, fileID: file, line: line,
                    factory: factory)
            case .instance:
                try registrar.registerInstance(
                    type, key: key, using: repeat (each need).dependency, fileID: file, line: line, factory: factory)
            }
        }

        private func addOpaquely<Color: Sendable, Registrar: DependencyRegistrar>(
            _ color: Color.Type, to registrar: Registrar
        ) throws {
            let (type, file, line) = (Product<Color>.self, "Plan.swift", index)
            let teardown = hooks.tornDown.map { tornDown in
                { @Sendable (product: Product<Color>) async throws -> Void in tornDown(product.number) }
            }
            let factory = { @Sendable (container: DependencyContainer<Registrar.Marker>) throws -> Product<Color> in
                product(color, from: try registration.edges.map { try $0.resolve(in: container) })
            }
            switch registration.scope {
            case .singleton:
                try registrar.registerSingleton(
                    type, key: key, teardown: teardown, fileID: file, line: line, factory: factory)
            case .scoped:
                try registrar.registerScoped(
                    type, key: key, teardown: teardown, fileID: file, line: line, factory: factory)
            case .instance:
                try registrar.registerInstance(type, key: key, fileID: file, line: line, factory: factory)
            }
        }

        private func add<Color: Sendable, Marker>(_ color: Color.Type, to registrar: MainActorRegistrar<Marker>) throws
        {
            let needs = registration.edges.map(\.mainActorNeed)
            // An existential can be opened by a function with a name for its type, which a pack is not.
            func one<A: DeclaredDependency>(_ a: A) throws { try declare(color, to: registrar, a) }
            func two<A: DeclaredDependency, B: DeclaredDependency>(_ a: A, _ b: B) throws {
                try declare(color, to: registrar, a, b)
            }
            func three<A: DeclaredDependency, B: DeclaredDependency, C: DeclaredDependency>(
                _ a: A, _ b: B, _ c: C
            ) throws { try declare(color, to: registrar, a, b, c) }
            switch isOpaque ? -1 : needs.count {
            case 0: try declare(color, to: registrar)
            case 1: try one(needs[0])
            case 2: try two(needs[0], needs[1])
            case 3: try three(needs[0], needs[1], needs[2])
            default: try addOpaquely(color, to: registrar)
            }
        }

        private func declare<Color: Sendable, Marker, each Need: DeclaredDependency>(
            _ color: Color.Type, to registrar: MainActorRegistrar<Marker>, _ need: repeat each Need
        ) throws {
            let (type, file, line) = (Product<Color>.self, "Plan.swift", index)
            let teardown = hooks.tornDown.map { tornDown in
                { @MainActor @Sendable (product: Product<Color>) async throws -> Void in
                    MainActor.assertIsolated()
                    tornDown(product.number)
                }
            }
            let factory = { @MainActor @Sendable (value: repeat (each Need).Value) throws -> Product<Color> in
                var parts: [any NumberedProduct] = []
                for part in repeat each value { parts += (part as? any NumberedProduct).map { [$0] } ?? [] }
                return product(color, from: parts)
            }
            switch registration.scope {
            case .singleton:
                try registrar.registerSingleton(
                    type, key: key, using: repeat each need, teardown: teardown, fileID: file, line: line,
                    factory: factory)
            case .scoped:
                try registrar.registerScoped(
                    type, key: key, using: repeat each need, teardown: teardown, fileID: file, line: line,
                    factory: factory)
            case .instance:
                try registrar.registerInstance(
                    type, key: key, using: repeat each need, fileID: file, line: line, factory: factory)
            }
        }

        private func addOpaquely<Color: Sendable, Marker>(
            _ color: Color.Type, to registrar: MainActorRegistrar<Marker>
        ) throws {
            let (type, file, line) = (Product<Color>.self, "Plan.swift", index)
            let teardown = hooks.tornDown.map { tornDown in
                { @MainActor @Sendable (product: Product<Color>) async throws -> Void in
                    MainActor.assertIsolated()
                    tornDown(product.number)
                }
            }
            let factory = { @MainActor @Sendable (container: DependencyContainer<Marker>) throws -> Product<Color> in
                product(color, from: try registration.edges.map { try $0.resolveOnMainActor(in: container) })
            }
            switch registration.scope {
            case .singleton:
                try registrar.registerSingleton(
                    type, key: key, teardown: teardown, fileID: file, line: line, factory: factory)
            case .scoped:
                try registrar.registerScoped(
                    type, key: key, teardown: teardown, fileID: file, line: line, factory: factory)
            case .instance:
                try registrar.registerInstance(type, key: key, fileID: file, line: line, factory: factory)
            }
        }
    }
}
