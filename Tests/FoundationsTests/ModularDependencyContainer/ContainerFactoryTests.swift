// SPDX-License-Identifier: Apache-2.0

import ModularDependencyContainer
import Testing

/// Values of which one part is given at the call.
@Suite(.timeLimit(.minutes(1))) struct ContainerFactoryTests {
    typealias Fixtures = ContainerFixtures
    typealias Service = Fixtures.Service

    struct Recording: Sendable {
        let address: Fixtures.Address
        let service: Service
        let journal: Fixtures.Journal
    }

    @DependencyRequirements([
        Requirement(Factory<Fixtures.Address, Recording>.self, accessorName: "makeRecording")
    ])
    struct RecordingDependencies: DependencyRequirements {}

    private func root() throws -> DependencyContainer<Fixtures.AppRoot> {
        try Fixtures.root { builder in
            try builder.registerSingleton(Service.self) { Service("shared") }
            try builder.registerInstance(Fixtures.Journal.self) { Fixtures.Journal() }
            try builder.registerFactory(
                Recording.self, given: Fixtures.Address.self, using: Dependency(Service.self),
                Dependency(Fixtures.Journal.self)
            ) { address, service, journal in Recording(address: address, service: service, journal: journal) }
        }
    }

    @Test func factory_joinsTheInputOfTheCall_withWhatItDeclares() throws {
        let root = try root()
        let make = try root.buildChild(RecordingDependencies.self).makeRecording
        let recordings = try ["one", "two"].map { try make(Fixtures.Address(text: $0)) }
        #expect(recordings.map(\.address.text) == ["one", "two"])
        #expect(try recordings.allSatisfy { try $0.service === root.resolve(Service.self) })
        #expect(recordings[0].journal !== recordings[1].journal)
    }

    @Test func factory_declaresItsEdges() throws {
        let builder = DependencyBuilder<Fixtures.AppRoot>()
        try builder.registerFactory(
            Recording.self, given: Fixtures.Address.self, using: Dependency(Service.self),
            Dependency(Fixtures.Journal.self)
        ) { Recording(address: $0, service: $1, journal: $2) }
        #expect(builder.validate().errors.map(\.code) == [.missing, .missing])
    }

    @Test func factory_throwsContainerClosed_afterShutdown() async throws {
        let root = try root()
        let make = try root.resolve(Factory<Fixtures.Address, Recording>.self)
        await root.shutdown()
        #expect(Fixtures.error { try make(Fixtures.Address(text: "late")) }?.code == .containerClosed)
    }

    @Test func factory_throwsWhatItsClosureThrows() throws {
        let root = try Fixtures.root { builder in
            try builder.registerFactory(Service.self, given: Int.self) { number in
                throw Fixtures.Failure(reason: "\(number)")
            }
        }
        let make = try root.resolve(Factory<Int, Service>.self)
        #expect(throws: Fixtures.Failure(reason: "3")) { try make(3) }
    }

    @Test func factory_mayNotKeepSomethingScoped() throws {
        let builder = DependencyBuilder<Fixtures.AppRoot>()
        try builder.registerScoped(Service.self) { Service() }
        try builder.registerFactory(Service.self, given: Int.self, using: Dependency(Service.self)) { $1 }
        #expect(Fixtures.error { try builder.freeze() }?.code == .captive)
    }
}
