// SPDX-License-Identifier: Apache-2.0

import ModularDependencyContainer

/// Modules with one flaw each, and some without, for the checks of whole trees; sources are given, so that lines stay.
enum ValidationModules {
    typealias Fixtures = ContainerFixtures

    enum Root {}

    /// Lists one service and an address.
    struct Needing: DependencyRequirements {
        let container: DependencyContainer<Self>

        init(_ container: DependencyContainer<Self>) {
            self.container = container
        }

        static let requirements = [Requirement(Fixtures.Service.self, fileID: "App/Needing.swift", line: 3)]
        static let inputRequirements = [
            InputRequirement(Fixtures.Address.self, fileID: "App/Needing.swift", line: 5)
        ]
    }

    /// Builds `Needing` without giving it anything.
    struct Forgetful: DependencyRequirements {
        let container: DependencyContainer<Self>

        init(_ container: DependencyContainer<Self>) {
            self.container = container
        }

        static var children: [any DependencyRequirements.Type] { [Needing.self] }
    }

    /// Builds `Needing`, registers the service for it and gives it the address.
    struct Giving: DependencyRequirements {
        let container: DependencyContainer<Self>

        init(_ container: DependencyContainer<Self>) {
            self.container = container
        }

        static var children: [any DependencyRequirements.Type] { [Needing.self] }
        static let childInputs = [InputRequirement(Fixtures.Address.self)]

        static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
            try builder.registerSingleton(Fixtures.Service.self, fileID: "App/Giving.swift", line: 7) { _ in
                Fixtures.Service("given")
            }
        }
    }

    /// A singleton whose factory declares an address that the module does not.
    struct Peeking: DependencyRequirements {
        let container: DependencyContainer<Self>

        init(_ container: DependencyContainer<Self>) {
            self.container = container
        }

        static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
            try builder.registerSingleton(
                String.self, using: Dependency(input: Fixtures.Address.self), fileID: "App/Peeking.swift", line: 2
            ) { $0.text }
        }
    }

    /// Registers the same twice, and something else right.
    struct Repeating: DependencyRequirements {
        let container: DependencyContainer<Self>

        init(_ container: DependencyContainer<Self>) {
            self.container = container
        }

        static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
            try builder.registerSingleton(Int.self, fileID: "App/Repeating.swift", line: 1) { _ in 1 }
            try builder.registerSingleton(Int.self, fileID: "App/Repeating.swift", line: 2) { _ in 2 }
            try builder.registerSingleton(
                Double.self, using: Dependency(Float.self), fileID: "App/Repeating.swift", line: 3
            ) { Double($0) }
        }
    }

    /// A singleton that keeps what its parent makes of something scoped.
    struct Keeping: DependencyRequirements {
        let container: DependencyContainer<Self>

        init(_ container: DependencyContainer<Self>) {
            self.container = container
        }

        static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
            try builder.registerSingleton(
                String.self, using: Dependency(Double.self), fileID: "App/Keeping.swift", line: 1
            ) { "\($0)" }
        }
    }

    /// Lists a main-actor type as if it could be used anywhere, and the other way round.
    struct Confused: DependencyRequirements {
        let container: DependencyContainer<Self>

        init(_ container: DependencyContainer<Self>) {
            self.container = container
        }

        static let requirements = [Requirement(Fixtures.Coordinator.self, fileID: "App/Confused.swift", line: 1)]
        static let mainActorRequirements = [
            Requirement(Fixtures.Service.self, key: 1, fileID: "App/Confused.swift", line: 2)
        ]
    }

    /// Registers a service without listing it.
    struct Shadowing: DependencyRequirements {
        let container: DependencyContainer<Self>

        init(_ container: DependencyContainer<Self>) {
            self.container = container
        }

        static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
            try builder.registerSingleton(Fixtures.Service.self, fileID: "App/Shadowing.swift", line: 5) { _ in
                Fixtures.Service()
            }
        }
    }

    /// Its own child, directly and through another module.
    struct Recursive: DependencyRequirements {
        let container: DependencyContainer<Self>

        init(_ container: DependencyContainer<Self>) {
            self.container = container
        }

        static let requirements = [Requirement(Fixtures.Service.self)]
        static var children: [any DependencyRequirements.Type] { [Recursive.self, Between.self] }
    }

    struct Between: DependencyRequirements {
        let container: DependencyContainer<Self>

        init(_ container: DependencyContainer<Self>) {
            self.container = container
        }

        static var children: [any DependencyRequirements.Type] { [Recursive.self] }
    }

    /// Overrides the service with one made of a client; the client of its parent is made of the parent's service.
    struct Overriding: DependencyRequirements {
        let container: DependencyContainer<Self>

        init(_ container: DependencyContainer<Self>) {
            self.container = container
        }

        static let requirements = [Requirement(Fixtures.Service.self), Requirement(Fixtures.Client.self)]

        static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
            try builder.registerSingleton(Fixtures.Service.self, using: Dependency(Fixtures.Client.self)) { client in
                Fixtures.Service("override of \(client.service.name)")
            }
        }

        var service: Fixtures.Service { container.dependency(0, Fixtures.Service.self) }
    }

    /// Cannot register.
    struct Failing: DependencyRequirements {
        let container: DependencyContainer<Self>

        init(_ container: DependencyContainer<Self>) {
            self.container = container
        }

        static let requirements = [Requirement(Fixtures.Client.self)]

        static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
            throw Fixtures.Failure(reason: "no configuration")
        }
    }
}
