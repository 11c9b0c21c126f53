// SPDX-License-Identifier: Apache-2.0

import ContainerTestSupport
import ModularDependencyContainer
import Testing

@MainActor
@Suite(.timeLimit(.minutes(1))) struct WithTestContainerTests {
    typealias Fixtures = MockFixtures

    /// Writes down the end of its mock and of its client; an input says what they throw.
    struct TornDownDependencies: MockedDependencies {
        struct Inputs: DependencyInputs {
            let journal: Fixtures.Journal
            var failure: Fixtures.Failure?

            func provide<Marker>(to builder: DependencyBuilder<Marker>) {
                builder.provideInput(Inputs.self, self)
            }
        }

        let container: DependencyContainer<Self>

        init(_ container: DependencyContainer<Self>) {
            self.container = container
        }

        static let requirements = [Requirement(Fixtures.Journal.self)]
        static let inputRequirements = [InputRequirement(Inputs.self)]

        static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
            let teardown: @Sendable (Inputs) async throws -> Void = { inputs in
                inputs.journal.append("module")
                if let failure = inputs.failure { throw failure }
            }
            try builder.registerSingleton(
                Inputs.self, using: Dependency(input: Inputs.self), teardown: teardown
            ) { $0 }
        }

        static func registerMocks(in mocks: MockBuilder<Self>) throws {
            try mocks.registerSingleton(
                Fixtures.Journal.self,
                teardown: { journal in for line in journal.entries { throw Fixtures.Failure(reason: line) } },
                factory: { _ in Fixtures.Journal() })
        }

        /// Builds what will be torn down.
        func build() throws -> Fixtures.Journal {
            _ = try container.resolve(Inputs.self)
            return container.dependency(0, Fixtures.Journal.self)
        }
    }

    private let journal = Fixtures.Journal()

    private func root() throws -> DependencyContainer<Fixtures.AppRoot> {
        let builder = DependencyBuilder<Fixtures.AppRoot>()
        try builder.registerSingleton(
            Fixtures.Journal.self, teardown: { _ in throw Fixtures.Failure(reason: "root") }, factory: { _ in .init() })
        return try builder.freeze()
    }

    @Test func withTestContainer_returnsWhatTheBodyReturns_andEndsTheContainer() async throws {
        let module = try await withTestContainer(TornDownDependencies.self, inputs: .init(journal: journal)) { module in
            _ = try module.build()
            #expect(journal.entries == [])
            return module
        }
        #expect(journal.entries == ["module"])
        let error = #expect(throws: DependencyError.self) { try module.container.resolve(Fixtures.Journal.self) }
        #expect(error?.code == .containerClosed)
    }

    @Test func withTestContainer_throwsTheErrorOfTheBody_afterEndingTheContainer() async throws {
        await #expect(throws: Fixtures.Failure(reason: "body")) {
            try await withTestContainer(TornDownDependencies.self, inputs: .init(journal: journal)) { module in
                _ = try module.build()
                throw Fixtures.Failure(reason: "body")
            }
        }
        #expect(journal.entries == ["module"])
    }

    @Test func withTestContainer_throwsEveryFailedTeardown_ofModuleAndMocks() async throws {
        let inputs = TornDownDependencies.Inputs(journal: journal, failure: .init(reason: "of the module"))
        let error = await #expect(throws: TeardownError.self) {
            try await withTestContainer(TornDownDependencies.self, inputs: inputs) { module in
                try module.build().append("of the mock")
            }
        }
        #expect(
            error?.failures.map { $0.failure as? Fixtures.Failure }
                == [.init(reason: "of the module"), .init(reason: "of the mock")])
        #expect(error?.bodyError == nil)
    }

    @Test func withTestContainer_putsTheErrorOfTheBodyFirst_ifTeardownsFailToo() async throws {
        let inputs = TornDownDependencies.Inputs(journal: journal, failure: .init(reason: "teardown"))
        let error = try await #require(throws: TeardownError.self) {
            try await withTestContainer(TornDownDependencies.self, inputs: inputs) { module in
                _ = try module.build()
                throw Fixtures.Failure(reason: "body")
            }
        }
        let failure = try #require(error.failures.first)
        #expect(failure.failure as? Fixtures.Failure == Fixtures.Failure(reason: "teardown"))
        #expect(error.description == "Failure(reason: \"body\")\nTeardown of \(failure)")
    }

    @Test func withTestContainer_takesOverridesAndNoInputs_likeMake() async throws {
        let name = try await withTestContainer(
            Fixtures.ClientDependencies.self,
            overrides: { try $0.registerSingleton(Fixtures.Service.self) { _ in Fixtures.Service("override") } },
            body: { $0.service.name })
        #expect(name == "override")
    }

    @Test func withTestContainer_runsTheBodyOnTheActorOfTheCaller_evenIfItSuspends() async throws {
        // A panel is not Sendable outside the main actor, so that this also is what compiles.
        let panel = try await withTestContainer(Fixtures.LeafDependencies.self) { leaf in
            await Task.yield()
            MainActor.assertIsolated()
            return leaf.panel
        }
        #expect(panel.name == "leaf mock")
    }

    @Test func withTestContainer_endsTheContainer_inACancelledTask() async throws {
        let journal = journal
        let task = Task {
            try await withTestContainer(TornDownDependencies.self, inputs: .init(journal: journal)) { module in
                _ = try module.build()
                withUnsafeCurrentTask { $0?.cancel() }
                try Task.checkCancellation()
            }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(journal.entries == ["module"])
    }
}
