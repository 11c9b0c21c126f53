// SPDX-License-Identifier: Apache-2.0

import ContainerTestSupport
import ModularDependencyContainer
import Testing

@Suite(.timeLimit(.minutes(1))) struct TestContainerConcurrencyTests {
    typealias Fixtures = MockFixtures

    /// Has a journal from a mock, and one of its own.
    struct JournalDependencies: MockedDependencies {
        let container: DependencyContainer<Self>

        init(_ container: DependencyContainer<Self>) {
            self.container = container
        }

        static let requirements = [Requirement(Fixtures.Journal.self), Requirement(Fixtures.Service.self)]
        static let mainActorRequirements = [Requirement(Fixtures.Panel.self)]

        static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
            try builder.registerSingleton(Fixtures.Journal.self, key: Fixtures.Key.night) { _ in Fixtures.Journal() }
        }

        static func registerMocks(in mocks: MockBuilder<Self>) throws {
            try mocks.registerSingleton(Fixtures.Journal.self) { _ in Fixtures.Journal() }
            try mocks.registerUnimplemented(Fixtures.Service.self)
            try mocks.mainActor.registerSingleton(Fixtures.Panel.self) { _ in Fixtures.Panel("mock") }
        }

        /// What somebody who shares an instance with another would see of the other.
        func trace(_ name: String) async throws -> [String] {
            let journals = try [
                container.resolve(Fixtures.Journal.self),
                container.resolve(Fixtures.Journal.self, key: Fixtures.Key.night),
            ]
            for journal in journals {
                journal.append(name)
                await Task.yield()
            }
            return try journals.flatMap(\.entries) + [container.resolve(Fixtures.Service.self).name]
        }
    }

    private let count = 200

    @Test func parallelTests_neverShareAnInstance_ofMocksOrModulesOrOverrides() async throws {
        let traces = try await withThrowingTaskGroup(of: (String, [String]).self) { group in
            for index in 0..<count {
                group.addTask {
                    let name = "\(index)"
                    return try await withTestContainer(
                        JournalDependencies.self,
                        overrides: { try $0.registerSingleton(Fixtures.Service.self) { _ in .init(name) } },
                        body: { (name, try await $0.trace(name)) })
                }
            }
            return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        #expect(
            traces
                == Dictionary(uniqueKeysWithValues: (0..<count).map { ("\($0)", Array(repeating: "\($0)", count: 3)) }))
    }

    @Test func parallelTests_neverShareAnInstance_onTheMainActor() async throws {
        let panels = try await withThrowingTaskGroup(of: Fixtures.Panel.self) { group in
            for _ in 0..<count {
                group.addTask {
                    let module = try TestContainer.make(JournalDependencies.self)
                    return try await module.container.resolveMainActor(Fixtures.Panel.self)
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(panels.map(ObjectIdentifier.init)).count == count)
    }
}
