// SPDX-License-Identifier: Apache-2.0

import ContainerTestSupport
import ModularDependencyContainer
import Testing

@MainActor
@Suite struct TestContainerOverrideTests {
    typealias Fixtures = MockFixtures

    /// The places a dependency can come from.
    enum Place: CaseIterable, Sendable {
        case mock, own, ownLocal, mainActorMock, mainActorOwn, mainActorOwnLocal
    }

    /// Has a name from each place.
    struct NameDependencies: MockedDependencies {
        let container: DependencyContainer<Self>

        init(_ container: DependencyContainer<Self>) {
            self.container = container
        }

        static let requirements = [Requirement(Fixtures.Service.self, key: Place.mock)]
        static let mainActorRequirements = [Requirement(Fixtures.Panel.self, key: Place.mainActorMock)]

        static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
            try builder.registerSingleton(Fixtures.Service.self, key: Place.own) { _ in .init("own") }
            try builder.local.registerSingleton(Fixtures.Service.self, key: Place.ownLocal) { _ in .init("local") }
            try builder.mainActor.registerSingleton(Fixtures.Panel.self, key: Place.mainActorOwn) { _ in .init("own") }
            try builder.local.mainActor.registerSingleton(Fixtures.Panel.self, key: Place.mainActorOwnLocal) { _ in
                Fixtures.Panel("local")
            }
        }

        static func registerMocks(in mocks: MockBuilder<Self>) throws {
            try mocks.registerSingleton(Fixtures.Service.self, key: Place.mock) { _ in .init("mock") }
            try mocks.mainActor.registerSingleton(Fixtures.Panel.self, key: Place.mainActorMock) { _ in .init("mock") }
        }

        @MainActor
        func name(from place: Place) throws -> String {
            switch place {
            case .mock, .own, .ownLocal: try container.resolve(Fixtures.Service.self, key: place).name
            case .mainActorMock, .mainActorOwn, .mainActorOwnLocal:
                try container.resolveMainActor(Fixtures.Panel.self, key: place).name
            }
        }

        @MainActor var names: [String] { get throws { try Place.allCases.map(name) } }
    }

    /// Requires nothing.
    struct EmptyDependencies: DependencyRequirements {
        let container: DependencyContainer<Self>

        init(_ container: DependencyContainer<Self>) {
            self.container = container
        }
    }

    private func root() throws -> DependencyContainer<Fixtures.AppRoot> {
        let builder = DependencyBuilder<Fixtures.AppRoot>()
        try builder.registerSingleton(Fixtures.Service.self) { _ in Fixtures.Service("real") }
        try builder.mainActor.registerSingleton(Fixtures.Panel.self) { _ in Fixtures.Panel("real") }
        builder.provideInput(Fixtures.Address.self, Fixtures.Address(text: "real"))
        return try builder.freeze()
    }

    @Test(arguments: Place.allCases)
    func override_replacesOneThing_whereverItComesFrom(place: Place) throws {
        let module = try TestContainer.make(NameDependencies.self) { overrides in
            switch place {
            case .mock, .own:
                try overrides.registerSingleton(Fixtures.Service.self, key: place) { _ in .init("override") }
            case .ownLocal:
                try overrides.local.registerSingleton(Fixtures.Service.self, key: place) { _ in .init("override") }
            case .mainActorMock, .mainActorOwn:
                try overrides.mainActor.registerSingleton(Fixtures.Panel.self, key: place) { _ in .init("override") }
            case .mainActorOwnLocal:
                try overrides.local.mainActor.registerSingleton(Fixtures.Panel.self, key: place) { _ in
                    Fixtures.Panel("override")
                }
            }
        }
        let untouched = ["mock", "own", "local", "mock", "own", "local"]
        #expect(
            try module.names == zip(Place.allCases, untouched).map { $0 == place ? "override" : $1 })
    }

    @Test func override_satisfiesARequirement_thatNobodyMocks() throws {
        struct Unmocked: MockedDependencies {
            let container: DependencyContainer<Self>
            init(_ container: DependencyContainer<Self>) { self.container = container }
            static let requirements = [Requirement(Fixtures.Service.self)]
            static func registerMocks(in mocks: MockBuilder<Self>) throws {}
        }
        let module = try TestContainer.make(Unmocked.self) {
            try $0.registerSingleton(Fixtures.Service.self) { _ in Fixtures.Service("override") }
        }
        #expect(try module.container.resolve(Fixtures.Service.self).name == "override")
    }

    @Test func override_isUsedByTheModule_butNotByOtherMocks() throws {
        struct Layered: MockedDependencies {
            let container: DependencyContainer<Self>
            init(_ container: DependencyContainer<Self>) { self.container = container }
            static let requirements = [Requirement(Fixtures.Service.self), Requirement(Fixtures.Client.self)]
            static func registerMocks(in mocks: MockBuilder<Self>) throws {
                try mocks.registerSingleton(Fixtures.Service.self) { _ in Fixtures.Service("mock") }
                try mocks.registerSingleton(Fixtures.Client.self, using: Dependency(Fixtures.Service.self)) {
                    .init($0)
                }
            }
        }
        let module = try TestContainer.make(Layered.self) {
            try $0.registerSingleton(Fixtures.Service.self) { _ in Fixtures.Service("override") }
        }
        #expect(try module.container.resolve(Fixtures.Service.self).name == "override")
        #expect(try module.container.resolve(Fixtures.Client.self).service.name == "mock")
    }

    @Test func override_seesTheModulesOwnNames_inItsFactory() throws {
        let module = try TestContainer.make(Fixtures.ClientDependencies.self) {
            try $0.registerSingleton(Fixtures.Client.self) { container in
                Fixtures.Client(Fixtures.Service("wrapped \(Fixtures.ClientDependencies(container).service.name)"))
            }
        }
        #expect(try module.container.resolve(Fixtures.Client.self).service.name == "wrapped client mock")
    }

    @Test func override_hidesWhatIsInherited_evenUnlisted() throws {
        let module = try root().makeChild(
            EmptyDependencies.self,
            replacing: {
                try $0.registerSingleton(Fixtures.Service.self) { _ in Fixtures.Service("override") }
            })
        #expect(try module.container.resolve(Fixtures.Service.self).name == "override")
    }

    @Test func override_isSeenBelow_butNeitherAboveNorBeside() throws {
        let root = try root()
        let sibling = try root.buildChild(Fixtures.LeafDependencies.self)
        let module = try root.makeChild(
            Fixtures.LeafDependencies.self,
            replacing: {
                try $0.registerSingleton(Fixtures.Service.self) { _ in Fixtures.Service("override") }
                try $0.mainActor.registerSingleton(Fixtures.Panel.self) { _ in Fixtures.Panel("override") }
            })
        let child = try module.buildChild(Fixtures.LeafDependencies.self)
        #expect(
            try [root.resolve(Fixtures.Service.self).name, sibling.service.name, child.service.name]
                == ["real", "real", "override"])
        #expect(
            try [root.resolveMainActor(Fixtures.Panel.self).name, sibling.panel.name, child.panel.name]
                == ["real", "real", "override"])
        #expect(child.service === module.service)
    }

    @Test func override_staysWithTheModule_ifItIsLocal() throws {
        let module = try root().makeChild(
            Fixtures.LeafDependencies.self,
            replacing: {
                try $0.local.registerSingleton(Fixtures.Service.self) { _ in Fixtures.Service("override") }
            })
        let child = try module.buildChild(Fixtures.LeafDependencies.self)
        #expect([module.service.name, child.service.name] == ["override", "real"])
    }
}
