// SPDX-License-Identifier: Apache-2.0

import ModularDependencyContainer
import Testing

extension CookbookCallSites {
    /// The six rows of the table of scopes, each by what three containers get: the root, its child and that one's child.
    @MainActor
    @Suite struct CookbookScopeTableTests {
        typealias Service = ContainerFixtures.Service

        /// The outermost module of the three, which registers, and the two below.
        private struct Family {
            let containers: [DependencyContainer<ContainerFixtures.EmptyDependencies>]

            @MainActor
            init(_ register: (DependencyBuilder<ContainerFixtures.EmptyDependencies>) throws -> Void) throws {
                let outermost = try ContainerFixtures.root()
                    .buildChild(ContainerFixtures.EmptyDependencies.self, configure: register)
                let middle = try outermost.buildChild(ContainerFixtures.EmptyDependencies.self)
                let innermost = try middle.buildChild(ContainerFixtures.EmptyDependencies.self)
                containers = [outermost, middle, innermost].map(\.container)
            }

            /// How many different services each container gets in two tries; an error's code where it gets none.
            func outcomes(
                _ resolve: (DependencyContainer<ContainerFixtures.EmptyDependencies>) throws -> Service
            ) -> [String] {
                containers.map { container in
                    do {
                        let services = try (1...2).map { _ in try resolve(container) }
                        return services[0] === services[1] ? "one" : "new"
                    } catch {
                        return (error as? DependencyError)?.code.rawValue ?? "\(error)"
                    }
                }
            }

            /// How many different services all containers together get, of those that get one.
            func count(
                _ resolve: (DependencyContainer<ContainerFixtures.EmptyDependencies>) throws -> Service
            ) -> Int {
                let services = (1...2).flatMap { _ in containers.compactMap { try? resolve($0) } }
                return withExtendedLifetime(services) { Set(services.map { ObjectIdentifier($0) }).count }
            }
        }

        @Test func row1RegisterInstance_givesANewOneEachTime() throws {
            let family = try Family { builder in
                try builder.registerInstance(Service.self) { _ in Service() }
            }
            #expect(family.outcomes { try $0.resolve(Service.self) } == ["new", "new", "new"])
            #expect(family.count { try $0.resolve(Service.self) } == 6)
        }

        @Test func row2RegisterSingleton_givesEverybodyTheSame() throws {
            let family = try Family { builder in
                try builder.registerSingleton(Service.self) { _ in Service() }
            }
            #expect(family.outcomes { try $0.resolve(Service.self) } == ["one", "one", "one"])
            #expect(family.count { try $0.resolve(Service.self) } == 1)
        }

        @Test func row3RegisterScoped_givesEachContainerOne() throws {
            let family = try Family { builder in
                try builder.registerScoped(Service.self) { _ in Service() }
            }
            #expect(family.outcomes { try $0.resolve(Service.self) } == ["one", "one", "one"])
            #expect(family.count { try $0.resolve(Service.self) } == 3)
        }

        @Test func row4Local_isNotInherited_inAnyScope() throws {
            let family = try Family { builder in
                try builder.local.registerInstance(Service.self, key: DependencyScope.instance) { _ in Service() }
                try builder.local.registerSingleton(Service.self, key: DependencyScope.singleton) { _ in Service() }
                try builder.local.registerScoped(Service.self, key: DependencyScope.scoped) { _ in Service() }
            }
            let outcomes = DependencyScope.allCases.map { scope in
                family.outcomes { try $0.resolve(Service.self, key: scope) }
            }
            #expect(
                outcomes == [
                    ["one", "missing", "missing"], ["one", "missing", "missing"], ["new", "missing", "missing"],
                ])
        }

        @Test func row5MainActor_isForTheMainActorAlone_inAnyScope() throws {
            let family = try Family { builder in
                try builder.mainActor.registerInstance(Service.self, key: DependencyScope.instance) { _ in Service() }
                try builder.mainActor.registerSingleton(Service.self, key: DependencyScope.singleton) { _ in Service() }
                try builder.mainActor.registerScoped(Service.self, key: DependencyScope.scoped) { _ in Service() }
            }
            for scope in DependencyScope.allCases {
                #expect(
                    family.outcomes { try $0.resolve(Service.self, key: scope) }
                        == Array(repeating: "isolation_mismatch", count: 3))
            }
            let counts = DependencyScope.allCases.map { scope in
                family.count { try $0.resolveMainActor(Service.self, key: scope) }
            }
            #expect(counts == [1, 3, 6])
        }

        @Test func row6LocalMainActor_isBoth() throws {
            let family = try Family { builder in
                try builder.local.mainActor.registerSingleton(Service.self) { _ in Service() }
            }
            #expect(
                family.outcomes { try $0.resolve(Service.self) } == ["isolation_mismatch", "missing", "missing"])
            #expect(family.outcomes { try $0.resolveMainActor(Service.self) } == ["one", "missing", "missing"])
        }
    }
}
