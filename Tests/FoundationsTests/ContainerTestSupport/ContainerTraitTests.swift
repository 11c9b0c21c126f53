// SPDX-License-Identifier: Apache-2.0

import ContainerTestSupport
import ModularDependencyContainer
import Testing

/// Modules that a trait builds for a test.
@Suite(.timeLimit(.minutes(1))) struct ContainerTraitTests {
    typealias Service = ContainerFixtures.Service
    typealias Journal = ContainerFixtures.Journal

    struct TraitDependencies: DependencyRequirements, MockedDependencies {
        let container: DependencyContainer<Self>
        init(_ container: DependencyContainer<Self>) { self.container = container }
        static let requirements = [Requirement(Journal.self)]
        static let inputRequirements = [InputRequirement(Int.self)]

        struct Inputs: DependencyInputs {
            let number: Int
            func provide<Marker>(to builder: DependencyBuilder<Marker>) { builder.provideInput(Int.self, number) }
        }

        static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
            try builder.registerAsyncSingleton(
                Service.self, using: Dependency(Journal.self), Dependency(input: Int.self),
                teardown: { TornDown.journal.append($0.name) }
            ) { journal, number in
                journal.append("built")
                return Service("\(number)")
            }
        }

        static func registerMocks(in mocks: MockBuilder<Self>) throws {
            try mocks.registerSingleton(Journal.self) { Journal() }
        }

        var journal: Journal { container.dependency(0, Journal.self) }
    }

    /// Has a mock too many.
    struct RedundantDependencies: DependencyRequirements, MockedDependencies {
        let container: DependencyContainer<Self>
        init(_ container: DependencyContainer<Self>) { self.container = container }
        static func registerMocks(in mocks: MockBuilder<Self>) throws {
            try mocks.registerSingleton(Journal.self) { Journal() }
        }
    }

    enum TornDown { static let journal = Journal() }

    @Test(.container(TraitDependencies.self, inputs: .init(number: 7)), arguments: 1...2)
    func trait_buildsTheModule_anewForEachCase(number: Int) throws {
        let module = try TestContainer.current(TraitDependencies.self)
        #expect(try module.container.resolve(Service.self).name == "7")
        #expect(module.journal.entries == ["built"])
        #expect(try TestContainer.current(TraitDependencies.self).journal === module.journal)
    }

    @Test(
        .container(TraitDependencies.self, inputs: .init(number: 7)) { overrides in
            try overrides.registerSingleton(Service.self) { Service("overridden") }
        })
    func trait_takesOverrides() throws {
        let module = try TestContainer.current(TraitDependencies.self)
        #expect(try module.container.resolve(Service.self).name == "overridden")
        #expect(module.journal.entries == [])
    }

    @Test func trait_shutsTheModuleDown_afterTheTest() async throws {
        let trait: ContainerTrait<TraitDependencies> = .container(TraitDependencies.self, inputs: .init(number: 12_345))
        let test = try #require(Test.current)
        try await trait.provideScope(for: test, testCase: nil) {
            #expect(!TornDown.journal.entries.contains("12345"))
        }
        #expect(TornDown.journal.entries.contains("12345"))
    }

    @Test func trait_recordsAnIssue_ofMocksThatDoNotFit() async throws {
        let trait: ContainerTrait<RedundantDependencies> = .container(RedundantDependencies.self)
        let test = try #require(Test.current)
        try await withKnownIssue {
            try await trait.provideScope(for: test, testCase: nil) {}
        } matching: {
            "\($0)".contains("The mocks of RedundantDependencies do not fit it")
        }
    }

    @Test func current_throws_withoutTheTrait() throws {
        let error = #expect(throws: MissingTraitError.self) { try TestContainer.current(TraitDependencies.self) }
        #expect(
            error?.description == "No trait of this test has built TraitDependencies; "
                + "write @Test(.container(TraitDependencies.self))")
    }
}
