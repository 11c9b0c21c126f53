// SPDX-License-Identifier: Apache-2.0

import ContainerTestSupport
import ModularDependencyContainer
import Testing

@MainActor
@Suite struct TestContainerTests {
    typealias Fixtures = MockFixtures

    /// Requires one of each kind, and has no mocks.
    struct BareDependencies: MockedDependencies {
        let container: DependencyContainer<Self>

        init(_ container: DependencyContainer<Self>) {
            self.container = container
        }

        static let requirements = [
            Requirement(Fixtures.Service.self), Requirement(Fixtures.Service.self, key: Fixtures.Key.night),
        ]
        static let mainActorRequirements = [Requirement(Fixtures.Panel.self)]
        static let inputRequirements = [InputRequirement(Fixtures.Address.self)]

        static func registerMocks(in mocks: MockBuilder<Self>) throws {}
    }

    /// Registers mocks of every scope.
    struct ScopedDependencies: MockedDependencies {
        let container: DependencyContainer<Self>

        init(_ container: DependencyContainer<Self>) {
            self.container = container
        }

        static let requirements = DependencyScope.allCases.map { Requirement(Fixtures.Service.self, key: $0) }

        static func registerMocks(in mocks: MockBuilder<Self>) throws {
            try mocks.registerSingleton(Fixtures.Service.self, key: DependencyScope.singleton) { _ in .init("mock") }
            try mocks.registerScoped(Fixtures.Service.self, key: DependencyScope.scoped) { _ in .init("mock") }
            try mocks.registerInstance(Fixtures.Service.self, key: DependencyScope.instance) { _ in .init("mock") }
        }
    }

    @Test func make_buildsTheModulesOwnRegistrations_fromTheMocks() throws {
        let module = try TestContainer.make(Fixtures.ClientDependencies.self)
        let client = try module.container.resolve(Fixtures.Client.self)
        #expect(client.service === module.service)
        #expect(client.service.name == "client mock")
    }

    @Test func make_putsAMockOnTheMainActor_forAMainActorRequirement() throws {
        #expect(try TestContainer.make(Fixtures.LeafDependencies.self).panel.name == "leaf mock")
    }

    @Test func make_takesInputs_typedOrThroughTheBuilderOrFromTheMocks() throws {
        let given = Fixtures.Address(text: "given")
        let modules = [
            try TestContainer.make(Fixtures.LeafDependencies.self, inputs: .init(address: given)),
            try TestContainer.make(
                Fixtures.LeafDependencies.self, configure: { $0.provideInput(Fixtures.Address.self, given) },
                overrides: { _ in }),
            try TestContainer.make(Fixtures.LeafDependencies.self) { $0.provideInput(Fixtures.Address.self, given) },
            try TestContainer.make(Fixtures.LeafDependencies.self),
        ]
        #expect(modules.map(\.address.text) == ["given", "given", "given", "leaf mock"])
    }

    @Test func make_namesEverythingThatNobodyMocks_withWhereToAddIt() throws {
        let error = try #require(throws: TestContainerError.self) { try TestContainer.make(BareDependencies.self) }
        let above = "Mocks<\(String(reflecting: BareDependencies.self))> -> TestContainerTests.BareDependencies"
        let place = "(in TestContainerTests.BareDependencies at FoundationsTests/TestContainerTests.swift:"
        let help = "in BareDependencies.registerMocks(in:), or override it in the test.)"
        #expect(
            error.description.split(separator: "\n").map(String.init) == [
                "BareDependencies cannot be built with its mocks.",
                "- Nobody provides MockFixtures.Service to \(above). Path: MockFixtures.Service \(place)20) "
                    + "(Register it with mocks \(help)",
                "- Nobody provides MockFixtures.Service[night] to \(above). Path: MockFixtures.Service[night] \(place)20) "
                    + "(Register it with mocks \(help)",
                "- Nobody provides MockFixtures.Panel to \(above). Path: MockFixtures.Panel \(place)22) "
                    + "(Register it with mocks.mainActor \(help)",
                "- Nobody provides the input MockFixtures.Address to \(above). Path: MockFixtures.Address \(place)23) "
                    + "(Give it to the test container, or call mocks.provideInput in "
                    + "BareDependencies.registerMocks(in:).)",
            ])
    }

    @Test func make_refusesAMock_ofTheOtherIsolation() throws {
        struct Confused: MockedDependencies {
            let container: DependencyContainer<Self>
            init(_ container: DependencyContainer<Self>) { self.container = container }
            static let requirements = [Requirement(Fixtures.Service.self)]
            static let mainActorRequirements = [Requirement(Int.self)]
            static func registerMocks(in mocks: MockBuilder<Self>) throws {
                try mocks.mainActor.registerSingleton(Fixtures.Service.self) { _ in .init("mock") }
                try mocks.registerSingleton(Int.self) { _ in 1 }
            }
        }
        let error = try #require(throws: TestContainerError.self) { try TestContainer.make(Confused.self) }
        #expect(error.diagnostics.map(\.code) == [.isolationMismatch, .isolationMismatch])
    }

    @Test func make_namesWhatMocksLackOfEachOther_besideWhatTheModuleLacks() throws {
        struct Torn: MockedDependencies {
            let container: DependencyContainer<Self>
            init(_ container: DependencyContainer<Self>) { self.container = container }
            static let requirements = [Requirement(Fixtures.Client.self), Requirement(Int.self)]
            static func registerMocks(in mocks: MockBuilder<Self>) throws {
                try mocks.registerSingleton(Fixtures.Client.self, using: Dependency(Fixtures.Service.self)) {
                    .init($0)
                }
            }
        }
        let error = try #require(throws: TestContainerError.self) { try TestContainer.make(Torn.self) }
        #expect(
            error.diagnostics.map(\.path.description) == ["MockFixtures.Client -> MockFixtures.Service", "Int"])
    }

    @Test func make_runsNoFactory_ofMocksOrOfTheModule() throws {
        struct Eager: MockedDependencies {
            let container: DependencyContainer<Self>
            init(_ container: DependencyContainer<Self>) { self.container = container }
            static let requirements = [Requirement(Fixtures.Service.self)]
            static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
                try builder.registerSingleton(Int.self) { _ in throw Fixtures.Failure(reason: "built") }
            }
            static func registerMocks(in mocks: MockBuilder<Self>) throws {
                try mocks.registerSingleton(Fixtures.Service.self) { _ in throw Fixtures.Failure(reason: "built") }
            }
        }
        #expect(throws: Never.self) { try TestContainer.make(Eager.self) }
    }

    @Test func make_throwsDuplicate_whenSomethingIsMockedTwice() throws {
        struct Twice: MockedDependencies {
            let container: DependencyContainer<Self>
            init(_ container: DependencyContainer<Self>) { self.container = container }
            static let inputRequirements = [InputRequirement(Int.self)]
            static func registerMocks(in mocks: MockBuilder<Self>) throws {
                mocks.provideInput(Int.self, 1)
                mocks.provideInput(Int.self, 2)
            }
        }
        let error = try #require(throws: TestContainerError.self) { try TestContainer.make(Twice.self) }
        #expect(error.diagnostics.map(\.code) == [.duplicate])
    }

    @Test func make_keepsTheErrorAsCause_whenRegisteringMocksThrows() throws {
        struct Failing: MockedDependencies {
            let container: DependencyContainer<Self>
            init(_ container: DependencyContainer<Self>) { self.container = container }
            static func registerMocks(in mocks: MockBuilder<Self>) throws {
                throw Fixtures.Failure(reason: "no file")
            }
        }
        let error = try #require(throws: TestContainerError.self) { try TestContainer.make(Failing.self) }
        #expect(error.diagnostics.map(\.code) == [.registrationFailed])
        #expect(error.diagnostics.first?.underlying as? Fixtures.Failure == Fixtures.Failure(reason: "no file"))
    }

    @Test(arguments: [
        (DependencyScope.singleton, true, true), (.scoped, true, false), (.instance, false, false),
    ])
    func make_keepsTheScope_ofAMock(scope: DependencyScope, sharesWithItself: Bool, sharesWithChild: Bool) throws {
        let module = try TestContainer.make(ScopedDependencies.self)
        let child = try module.buildChild(ScopedDependencies.self)
        let instance = try module.container.resolve(Fixtures.Service.self, key: scope)
        #expect(try (instance === module.container.resolve(Fixtures.Service.self, key: scope)) == sharesWithItself)
        #expect(try (instance === child.container.resolve(Fixtures.Service.self, key: scope)) == sharesWithChild)
    }

    @Test func make_givesAMock_theMocksAndInputsItDeclares() throws {
        struct Wired: MockedDependencies {
            let container: DependencyContainer<Self>
            init(_ container: DependencyContainer<Self>) { self.container = container }
            static let requirements = [Requirement(Fixtures.Service.self)]
            static let mainActorRequirements = [Requirement(Fixtures.Panel.self)]
            static func registerMocks(in mocks: MockBuilder<Self>) throws {
                mocks.provideInput(String.self, key: Fixtures.Key.night, "night")
                try mocks.registerSingleton(
                    Fixtures.Service.self, using: Dependency(input: String.self, key: Fixtures.Key.night)
                ) { Fixtures.Service($0) }
                try mocks.mainActor.registerSingleton(
                    Fixtures.Panel.self, using: Dependency(Fixtures.Service.self)
                ) { Fixtures.Panel("panel of \($0.name)") }
            }
            @MainActor var panel: Fixtures.Panel { container.mainActorDependency(0, Fixtures.Panel.self) }
        }
        #expect(try TestContainer.make(Wired.self).panel.name == "panel of night")
    }
}
