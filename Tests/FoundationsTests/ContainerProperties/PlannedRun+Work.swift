// SPDX-License-Identifier: Apache-2.0

import ModularDependencyContainer

extension PlannedRun {
    /// One registration on its way into a builder.
    struct Work: Sendable {
        /// By which function it is registered.
        private enum Form {
            case singleton, asynchronousSingleton, scoped, instance, decorator, contribution
            case singletonFromInitializer, scopedFromInitializer, instanceFromInitializer
        }

        let registration: TreePlan.Registration
        let module: Int
        let index: Int
        let container: Int
        let isOpaque: Bool
        let hooks: Hooks

        private var key: (any Hashable & Sendable)? { registration.identity.anyKey }

        private var form: Form {
            switch (registration.role, registration.scope) {
            case (.decorator, _): .decorator
            case (.contribution, _): .contribution
            case (.provider, .singleton):
                registration.isFromInitializer
                    ? .singletonFromInitializer : registration.isAsynchronous ? .asynchronousSingleton : .singleton
            case (.provider, .scoped): registration.isFromInitializer ? .scopedFromInitializer : .scoped
            case (.provider, .instance): registration.isFromInitializer ? .instanceFromInitializer : .instance
            }
        }

        /// The keys of the parameters.
        private var keys: [Int: any Hashable & Sendable] {
            registration.edges.enumerated().reduce(into: [:]) { keys, edge in
                keys[edge.offset] = edge.element.child == nil ? edge.element.identity.anyKey : nil
            }
        }

        func add(to registrar: some DependencyRegistrar) throws {
            try registration.identity.isBlue ? add(Blue.self, to: registrar) : add(Red.self, to: registrar)
        }

        func add<Marker>(to registrar: MainActorRegistrar<Marker>) throws {
            try registration.identity.isBlue ? add(Blue.self, to: registrar) : add(Red.self, to: registrar)
        }

        private func product<Color: Sendable>(_ color: Color.Type, from parts: [any NumberedProduct]) -> Product<Color>
        {
            Product(number: hooks.made(Made(container: container, module: module, index: index, parts: parts)))
        }

        /// The products in what an edge gave.
        private func products(in value: Any) -> [any NumberedProduct] {
            (value as? any NumberedProduct).map { [$0] } ?? value as? [any NumberedProduct] ?? []
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
                for part in repeat each value { parts += products(in: part) }
                return product(color, from: parts)
            }
            switch form {
            case .singleton:
                try registrar.registerSingleton(
                    type, key: key, using: repeat (each need).dependency, teardown: teardown, fileID: file, line: line,
                    factory: factory)
            case .asynchronousSingleton:
                try registrar.registerAsyncSingleton(
                    type, key: key, using: repeat (each need).dependency, teardown: teardown, fileID: file, line: line
                ) { (value: repeat (each Need).Value) in
                    await Task.yield()
                    return try factory(repeat each value)
                }
            case .scoped:
                try registrar.registerScoped(
                    type, key: key, using: repeat (each need).dependency, teardown: teardown, fileID: file, line: line,
                    factory: factory)
            case .instance:
                try registrar.registerInstance(
                    type, key: key, using: repeat (each need).dependency, fileID: file, line: line, factory: factory)
            case .decorator:
                try registrar.decorate(
                    type, key: key, using: repeat (each need).dependency, teardown: teardown, fileID: file, line: line
                ) { (inner: Product<Color>, value: repeat (each Need).Value) in
                    var parts: [any NumberedProduct] = [inner]
                    for part in repeat each value { parts += products(in: part) }
                    return product(color, from: parts)
                }
            case .contribution:
                try registrar.contribute(
                    type, key: key, using: repeat (each need).dependency, teardown: teardown, fileID: file, line: line,
                    factory: factory)
            case .singletonFromInitializer:
                try registrar.registerSingleton(
                    type, key: key, keys: keys, teardown: teardown, fileID: file, line: line, from: factory)
            case .scopedFromInitializer:
                try registrar.registerScoped(
                    type, key: key, keys: keys, teardown: teardown, fileID: file, line: line, from: factory)
            case .instanceFromInitializer:
                try registrar.registerInstance(type, key: key, keys: keys, fileID: file, line: line, from: factory)
            }
        }

        private func addOpaquely<Color: Sendable, Registrar: DependencyRegistrar>(
            _ color: Color.Type, to registrar: Registrar
        ) throws {
            let (type, file, line) = (Product<Color>.self, "Plan.swift", index)
            let teardown = hooks.tornDown.map { tornDown in
                { @Sendable (product: Product<Color>) async throws -> Void in tornDown(product.number) }
            }
            let parts = {
                @Sendable (container: DependencyContainer<Registrar.Marker>) throws -> [any NumberedProduct] in
                try registration.edges.flatMap { try $0.resolve(in: container) }
            }
            let factory = { @Sendable (container: DependencyContainer<Registrar.Marker>) throws -> Product<Color> in
                product(color, from: try parts(container))
            }
            switch form {
            case .singleton, .singletonFromInitializer:
                try registrar.registerSingleton(
                    type, key: key, teardown: teardown, fileID: file, line: line, factory: factory)
            case .asynchronousSingleton:
                try registrar.registerAsyncSingleton(
                    type, key: key, teardown: teardown, fileID: file, line: line
                ) { (container: DependencyContainer<Registrar.Marker>) in
                    await Task.yield()
                    return try factory(container)
                }
            case .scoped, .scopedFromInitializer:
                try registrar.registerScoped(
                    type, key: key, teardown: teardown, fileID: file, line: line, factory: factory)
            case .instance, .instanceFromInitializer:
                try registrar.registerInstance(type, key: key, fileID: file, line: line, factory: factory)
            case .decorator:
                try registrar.decorate(
                    type, key: key, teardown: teardown, fileID: file, line: line
                ) { (inner: Product<Color>, container: DependencyContainer<Registrar.Marker>) in
                    product(color, from: [inner] + (try parts(container)))
                }
            case .contribution:
                try registrar.contribute(
                    type, key: key, teardown: teardown, fileID: file, line: line, factory: factory)
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
                for part in repeat each value { parts += products(in: part) }
                return product(color, from: parts)
            }
            switch form {
            case .singleton, .asynchronousSingleton:
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
            case .decorator:
                try registrar.decorate(
                    type, key: key, using: repeat each need, teardown: teardown, fileID: file, line: line
                ) { (inner: Product<Color>, value: repeat (each Need).Value) in
                    var parts: [any NumberedProduct] = [inner]
                    for part in repeat each value { parts += products(in: part) }
                    return product(color, from: parts)
                }
            case .contribution:
                try registrar.contribute(
                    type, key: key, using: repeat each need, teardown: teardown, fileID: file, line: line,
                    factory: factory)
            case .singletonFromInitializer:
                try registrar.registerSingleton(
                    type, key: key, keys: keys, teardown: teardown, fileID: file, line: line, from: factory)
            case .scopedFromInitializer:
                try registrar.registerScoped(
                    type, key: key, keys: keys, teardown: teardown, fileID: file, line: line, from: factory)
            case .instanceFromInitializer:
                try registrar.registerInstance(type, key: key, keys: keys, fileID: file, line: line, from: factory)
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
            let parts = {
                @MainActor @Sendable (container: DependencyContainer<Marker>) throws -> [any NumberedProduct] in
                try registration.edges.flatMap { try $0.resolveOnMainActor(in: container) }
            }
            let factory = { @MainActor @Sendable (container: DependencyContainer<Marker>) throws -> Product<Color> in
                product(color, from: try parts(container))
            }
            switch form {
            case .singleton, .asynchronousSingleton, .singletonFromInitializer:
                try registrar.registerSingleton(
                    type, key: key, teardown: teardown, fileID: file, line: line, factory: factory)
            case .scoped, .scopedFromInitializer:
                try registrar.registerScoped(
                    type, key: key, teardown: teardown, fileID: file, line: line, factory: factory)
            case .instance, .instanceFromInitializer:
                try registrar.registerInstance(type, key: key, fileID: file, line: line, factory: factory)
            case .decorator:
                try registrar.decorate(
                    type, key: key, teardown: teardown, fileID: file, line: line
                ) { (inner: Product<Color>, container: DependencyContainer<Marker>) in
                    product(color, from: [inner] + (try parts(container)))
                }
            case .contribution:
                try registrar.contribute(
                    type, key: key, teardown: teardown, fileID: file, line: line, factory: factory)
            }
        }
    }
}
