// SPDX-License-Identifier: Apache-2.0

import ContainerTestSupport
import ModularDependencyContainer
import Testing

@Suite struct MockReportTests {
    typealias Fixtures = MockFixtures

    /// Has one of each diagnostic.
    struct UntidyDependencies: MockedDependencies {
        let container: DependencyContainer<Self>

        init(_ container: DependencyContainer<Self>) {
            self.container = container
        }

        static let requirements = [
            Requirement(Fixtures.Service.self, key: Fixtures.Key.night, fileID: "A/Untidy.swift", line: 1),
            Requirement(Int.self),
        ]
        static let mainActorRequirements = [Requirement(Fixtures.Panel.self, fileID: "A/Untidy.swift", line: 2)]

        static func registerMocks(in mocks: MockBuilder<Self>) throws {
            try mocks.registerSingleton(Fixtures.Service.self, fileID: "B/Mocks.swift", line: 3) { _ in .init("mock") }
            try mocks.mainActor.registerSingleton(Int.self, fileID: "B/Mocks.swift", line: 4) { _ in 1 }
            try mocks.mainActor.registerSingleton(String.self, fileID: "B/Mocks.swift", line: 5) { _ in "" }
            mocks.provideInput(
                Fixtures.Address.self, Fixtures.Address(text: ""), fileID: "B/Mocks.swift", line: 6)
        }
    }

    /// Mocks what only the module it imports requires, what only another mock needs, and what only a factory needs.
    struct TidyDependencies: MockedDependencies {
        let container: DependencyContainer<Self>

        init(_ container: DependencyContainer<Self>) {
            self.container = container
        }

        static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
            try builder.registerSingleton(Double.self, using: Dependency(Int.self)) { Double($0) }
        }

        static func registerMocks(in mocks: MockBuilder<Self>) throws {
            try mocks.registerSingleton(Fixtures.Service.self, using: Dependency(String.self)) { .init($0) }
            try mocks.registerSingleton(String.self, using: Dependency(input: Character.self)) { String($0) }
            mocks.provideInput(Character.self, "t")
            try mocks.registerSingleton(Int.self) { _ in 1 }
            mocks.provideInput(Fixtures.Address.self, Fixtures.Address(text: "tidy"))
            mocks.importMocks(of: Fixtures.LeafDependencies.self)
        }
    }

    /// Requires, registers and mocks the same, for itself and for a module it imports.
    struct SelfMadeDependencies: MockedDependencies {
        let container: DependencyContainer<Self>

        init(_ container: DependencyContainer<Self>) {
            self.container = container
        }

        static let requirements = [Requirement(Fixtures.Service.self)]

        static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
            try builder.registerSingleton(Fixtures.Service.self) { _ in Fixtures.Service("self-made") }
        }

        static func registerMocks(in mocks: MockBuilder<Self>) throws {
            try mocks.registerSingleton(Fixtures.Service.self, fileID: "B/Mocks.swift", line: 7) { _ in .init("mock") }
            mocks.importMocks(of: Fixtures.LeafDependencies.self)
        }
    }

    /// Requires and registers the same, and has no mocks.
    struct UnmockedDependencies: MockedDependencies {
        let container: DependencyContainer<Self>

        init(_ container: DependencyContainer<Self>) {
            self.container = container
        }

        static let requirements = [Requirement(Fixtures.Service.self)]

        static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
            try builder.registerSingleton(Fixtures.Service.self) { _ in Fixtures.Service("self-made") }
        }

        static func registerMocks(in mocks: MockBuilder<Self>) throws {}
    }

    @Test func mockReport_namesEachDiagnostic_withItsPlace() throws {
        #expect(
            try TestContainer.mockReport(of: UntidyDependencies.self).diagnostics.map(\.description) == [
                "MockFixtures.Service[night] is required at A/Untidy.swift:1 and has no mock.",
                "The mock of Int at B/Mocks.swift:4 and its requirement must both be on the main actor or neither.",
                "MockFixtures.Panel is required at A/Untidy.swift:2 and has no mock.",
                "Nothing is declared to use the mock of MockFixtures.Service at B/Mocks.swift:3.",
                "Nothing is declared to use the mock of String at B/Mocks.swift:5.",
                "Nobody declares the input MockFixtures.Address, which is mocked at B/Mocks.swift:6.",
            ])
    }

    @Test(
        arguments: [Fixtures.LeafDependencies.self, Fixtures.ClientDependencies.self] as [any MockedDependencies.Type])
    func mockReport_isEmpty_ifEveryMockIsRequired(module: any MockedDependencies.Type) throws {
        #expect(try TestContainer.mockReport(of: module).diagnostics == [])
    }

    @Test func mockReport_countsAsUse_whatImportsAndMocksAndFactoriesDeclare() throws {
        #expect(try TestContainer.mockReport(of: TidyDependencies.self).diagnostics == [])
    }

    @Test func mockReport_findsAMockRedundant_ofWhatTheModuleRegisters() throws {
        #expect(
            try TestContainer.mockReport(of: SelfMadeDependencies.self).diagnostics.map(\.description) == [
                "Nothing is declared to use the mock of MockFixtures.Service at B/Mocks.swift:7."
            ])
    }

    @Test func mockReport_missesNoMock_ofWhatTheModuleRegisters() throws {
        #expect(try TestContainer.mockReport(of: UnmockedDependencies.self).diagnostics == [])
    }

    @Test func mockReport_countsAsUse_whatTheModuleKeepsFromItsImports() throws {
        #expect(try TestContainer.mockReport(of: Fixtures.LocalDependencies.self).diagnostics == [])
    }

    @Test func mockReport_equalsAnother_ofTheSameModule() throws {
        #expect(
            try TestContainer.mockReport(of: UntidyDependencies.self)
                == TestContainer.mockReport(of: UntidyDependencies.self))
    }

    @Test func mockReport_throws_whatRegisteringThrows() throws {
        struct Failing: MockedDependencies {
            let container: DependencyContainer<Self>
            init(_ container: DependencyContainer<Self>) { self.container = container }
            static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
                throw Fixtures.Failure(reason: "no file")
            }
            static func registerMocks(in mocks: MockBuilder<Self>) throws {}
        }
        let error = try #require(throws: DependencyError.self) { try TestContainer.mockReport(of: Failing.self) }
        #expect(error.underlying as? Fixtures.Failure == Fixtures.Failure(reason: "no file"))
    }
}
