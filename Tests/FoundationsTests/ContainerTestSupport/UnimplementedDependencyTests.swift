// SPDX-License-Identifier: Apache-2.0

import ContainerTestSupport
import ModularDependencyContainer
import Testing

@MainActor
@Suite struct UnimplementedDependencyTests {
    typealias Fixtures = MockFixtures

    protocol Sounding: Sendable {}

    /// Leaves everything unimplemented.
    struct SilentDependencies: MockedDependencies {
        let container: DependencyContainer<Self>

        init(_ container: DependencyContainer<Self>) {
            self.container = container
        }

        static let requirements = [Requirement((any Sounding).self, key: Fixtures.Key.night)]
        static let mainActorRequirements = [Requirement(Fixtures.Panel.self)]

        static func registerMocks(in mocks: MockBuilder<Self>) throws {
            try mocks.registerUnimplemented(
                (any Sounding).self, key: Fixtures.Key.night, fileID: "B/Mocks.swift", line: 1)
            try mocks.mainActor.registerUnimplemented(Fixtures.Panel.self, fileID: "B/Mocks.swift", line: 2)
        }
    }

    @Test func unimplemented_satisfiesARequirement_untilItIsResolved() throws {
        #expect(throws: Never.self) { try TestContainer.make(SilentDependencies.self) }
        #expect(try TestContainer.mockReport(of: SilentDependencies.self).diagnostics == [])
    }

    @Test func unimplemented_throwsItsNameAndPlace_whenItIsResolved() throws {
        let container = try TestContainer.make(SilentDependencies.self).container
        let error = try #require(throws: DependencyError.self) {
            try container.resolve((any Sounding).self, key: Fixtures.Key.night)
        }
        #expect(error.code == .factoryFailed)
        let cause = try #require(error.underlying as? UnimplementedDependencyError)
        let name = Requirement((any Sounding).self, key: Fixtures.Key.night).description
        #expect(cause.description == "\(name) is used, but registered as unimplemented at B/Mocks.swift:1")
    }

    @Test func unimplemented_throwsItsNameAndPlace_whenItIsResolvedOnTheMainActor() throws {
        let container = try TestContainer.make(SilentDependencies.self).container
        let error = try #require(throws: DependencyError.self) {
            try container.resolveMainActor(Fixtures.Panel.self)
        }
        let cause = try #require(error.underlying as? UnimplementedDependencyError)
        #expect(cause.description == "MockFixtures.Panel is used, but registered as unimplemented at B/Mocks.swift:2")
    }

    @Test func unimplemented_replacesAMock_asAnOverride() throws {
        let container = try TestContainer.make(Fixtures.ClientDependencies.self) {
            try $0.registerUnimplemented(Fixtures.Service.self)
        }.container
        let error = try #require(throws: DependencyError.self) { try container.resolve(Fixtures.Client.self) }
        #expect((error.underlying as? UnimplementedDependencyError)?.dependency == "MockFixtures.Service")
    }
}
