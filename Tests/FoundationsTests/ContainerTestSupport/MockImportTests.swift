// SPDX-License-Identifier: Apache-2.0

import ContainerTestSupport
import ModularDependencyContainer
import Testing

@MainActor
@Suite struct MockImportTests {
    typealias Fixtures = MockFixtures

    /// Mocks nothing itself.
    struct ImportingDependencies: MockedDependencies {
        let container: DependencyContainer<Self>

        init(_ container: DependencyContainer<Self>) {
            self.container = container
        }

        static let requirements = [Requirement(Fixtures.Service.self)]

        static func registerMocks(in mocks: MockBuilder<Self>) throws {
            mocks.importMocks(of: Fixtures.LeafDependencies.self)
            mocks.importMocks(of: Fixtures.ClientDependencies.self)
        }
    }

    /// Imports what imports itself, and mocks a service after that.
    struct DiamondDependencies: MockedDependencies {
        let container: DependencyContainer<Self>

        init(_ container: DependencyContainer<Self>) {
            self.container = container
        }

        static let requirements = [Requirement(Fixtures.Service.self)]

        static func registerMocks(in mocks: MockBuilder<Self>) throws {
            mocks.importMocks(of: Fixtures.LeafDependencies.self)
            mocks.importMocks(of: OwnDependencies.self)
        }
    }

    /// Imports a service and mocks it, too.
    struct OwnDependencies: MockedDependencies {
        let container: DependencyContainer<Self>

        init(_ container: DependencyContainer<Self>) {
            self.container = container
        }

        static let requirements = [Requirement(Fixtures.Service.self)]

        static func registerMocks(in mocks: MockBuilder<Self>) throws {
            mocks.importMocks(of: Fixtures.LeafDependencies.self)
            try mocks.registerSingleton(Fixtures.Service.self) { _ in Fixtures.Service("own") }
        }
    }

    /// Two modules that import each other.
    struct HenDependencies: MockedDependencies {
        let container: DependencyContainer<Self>

        init(_ container: DependencyContainer<Self>) {
            self.container = container
        }

        static func registerMocks(in mocks: MockBuilder<Self>) throws {
            mocks.importMocks(of: EggDependencies.self)
            try mocks.registerSingleton(String.self) { _ in "hen" }
        }
    }

    struct EggDependencies: MockedDependencies {
        let container: DependencyContainer<Self>

        init(_ container: DependencyContainer<Self>) {
            self.container = container
        }

        static func registerMocks(in mocks: MockBuilder<Self>) throws {
            mocks.importMocks(of: HenDependencies.self)
            mocks.importMocks(of: EggDependencies.self)
            try mocks.registerSingleton(Int.self) { _ in 1 }
        }
    }

    /// Shows what a client shows, and mocks that from mocks.
    struct ScreenDependencies: MockedDependencies {
        let container: DependencyContainer<Self>

        init(_ container: DependencyContainer<Self>) {
            self.container = container
        }

        static let requirements = [Requirement(Fixtures.Client.self), Requirement(String.self)]

        static func registerMocks(in mocks: MockBuilder<Self>) throws {
            try mocks.registerSingleton(Fixtures.Client.self) { _ in Fixtures.Client(Fixtures.Service("screen mock")) }
            try mocks.registerSingleton(String.self) { "title of \(try $0.resolve(Fixtures.Client.self).service.name)" }
        }

        var client: Fixtures.Client { container.dependency(0, Fixtures.Client.self) }
        var title: String { container.dependency(1, String.self) }
    }

    /// Makes the client itself that its screen needs.
    struct WindowDependencies: MockedDependencies {
        let container: DependencyContainer<Self>

        init(_ container: DependencyContainer<Self>) {
            self.container = container
        }

        static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
            try builder.registerSingleton(Fixtures.Client.self) { _ in Fixtures.Client(Fixtures.Service("window")) }
        }

        static func registerMocks(in mocks: MockBuilder<Self>) throws {
            mocks.importMocks(of: ScreenDependencies.self)
        }
    }

    /// Makes windows, and nothing itself.
    struct DesktopDependencies: MockedDependencies {
        let container: DependencyContainer<Self>

        init(_ container: DependencyContainer<Self>) {
            self.container = container
        }

        static func registerMocks(in mocks: MockBuilder<Self>) throws {
            mocks.importMocks(of: WindowDependencies.self)
        }
    }

    @Test func importMocks_addsEverything_thatIsNotMocked() throws {
        let module = try TestContainer.make(ImportingDependencies.self)
        let leaf = try module.buildChild(Fixtures.LeafDependencies.self)
        #expect([leaf.service.name, leaf.panel.name, leaf.address.text] == ["leaf mock", "leaf mock", "leaf mock"])
    }

    @Test func importMocks_prefersTheFirst_ofTwoImports() throws {
        let module = try TestContainer.make(ImportingDependencies.self)
        #expect(try module.container.resolve(Fixtures.Service.self).name == "leaf mock")
    }

    @Test func importMocks_yieldsToTheModulesOwn_evenIfTheyComeLater() throws {
        let module = try TestContainer.make(OwnDependencies.self)
        #expect(try module.container.resolve(Fixtures.Service.self).name == "own")
    }

    @Test func importMocks_prefersAnImporter_toWhatItImports() throws {
        let module = try TestContainer.make(DiamondDependencies.self)
        #expect(try module.container.resolve(Fixtures.Service.self).name == "own")
    }

    @Test func importMocks_reachesImportsOfImports_alsoInACircle() throws {
        let hen = try TestContainer.make(HenDependencies.self)
        let egg = try TestContainer.make(EggDependencies.self)
        #expect(try [hen.container.resolve(Int.self), egg.container.resolve(Int.self)] == [1, 1])
        #expect(try [hen.container.resolve(String.self), egg.container.resolve(String.self)] == ["hen", "hen"])
    }

    @Test func importMocks_leavesTheRealThing_whereTheModuleRegistersIt() throws {
        let screen = try TestContainer.make(WindowDependencies.self).buildChild(ScreenDependencies.self)
        #expect(screen.client.service.name == "window")
    }

    @Test func importMocks_leavesTheRealThing_whereAModuleBelowRegistersIt() throws {
        let screen = try TestContainer.make(DesktopDependencies.self)
            .buildChild(WindowDependencies.self)
            .buildChild(ScreenDependencies.self)
        #expect(screen.client.service.name == "window")
    }

    @Test func importMocks_keepsMocksForEachOther_thatTheModuleRegisters() throws {
        let screen = try TestContainer.make(WindowDependencies.self).buildChild(ScreenDependencies.self)
        #expect(screen.title == "title of screen mock")
    }

    @Test func importMocks_reachesTheModulesBelow_whereTheModuleKeepsItsOwn() throws {
        let module = try TestContainer.make(Fixtures.LocalDependencies.self)
        let leaf = try module.buildChild(Fixtures.LeafDependencies.self)
        #expect(try [module.container.resolve(Fixtures.Service.self).name, leaf.service.name] == ["local", "mock"])
    }

    @Test func mock_isNoShadowing_ofWhatTheModuleRegisters() throws {
        struct Mocking: MockedDependencies {
            let container: DependencyContainer<Self>
            init(_ container: DependencyContainer<Self>) { self.container = container }
            static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
                try builder.registerSingleton(Int.self) { _ in 1 }
            }
            static func registerMocks(in mocks: MockBuilder<Self>) throws {
                try mocks.registerSingleton(Int.self) { _ in 2 }
            }
        }
        #expect(try TestContainer.make(Mocking.self).container.resolve(Int.self) == 1)
    }
}
