// SPDX-License-Identifier: Apache-2.0

import ModularDependencyContainer
import Testing

/// What the check of a whole tree of modules finds, and that it builds nothing.
@Suite struct ValidationTests {
    typealias Fixtures = ContainerFixtures
    typealias Modules = ValidationModules
    typealias Text = ConformanceText

    private let builder = DependencyBuilder<Modules.Root>()

    // MARK: Missing

    @Test func validate_findsAMissingRequirement_withItsPlaceAndNearMisses() throws {
        try builder.registerSingleton(
            Fixtures.Service.self, key: Fixtures.TrackerKey.day, fileID: "App/Root.swift", line: 1
        ) { _ in Fixtures.Service() }
        try builder.local.registerSingleton(Fixtures.Service.self, fileID: "App/Root.swift", line: 2) { _ in
            Fixtures.Service()
        }
        let report = builder.validate(Modules.Needing.self, inputs: [InputRequirement(Fixtures.Address.self)])
        #expect(
            report.errors.map(\.description) == [
                "Nobody provides ContainerFixtures.Service to ValidationModules.Root -> ValidationModules.Needing. "
                    + "Near misses: ContainerFixtures.Service in ValidationModules.Root at App/Root.swift:2 is local "
                    + "to that module; ContainerFixtures.Service[day] in ValidationModules.Root at App/Root.swift:1 "
                    + "has another key. "
                    + "Path: ContainerFixtures.Service (in ValidationModules.Needing at App/Needing.swift:3)"
            ])
        #expect(
            Text.steps(report.errors.first) == [
                "ValidationModules.Needing: ContainerFixtures.Service - nonisolated App/Needing.swift:3"
            ])
    }

    @Test func validate_findsAMissingEdge_belowTheFactoryThatDeclaresIt() throws {
        try builder.registerScoped(
            Fixtures.Client.self, key: 1, using: Dependency(Fixtures.Service.self, key: Fixtures.TrackerKey.night),
            fileID: "App/Root.swift", line: 8
        ) { Fixtures.Client(service: $0) }
        builder.provideInput(Fixtures.Service.self, key: Fixtures.TrackerKey.night, Fixtures.Service())
        let report = builder.validate()
        #expect(report.errors.map(\.code) == [.missing])
        #expect(
            Text.steps(report.errors.first) == [
                "ValidationModules.Root: ContainerFixtures.Client[1] scoped nonisolated App/Root.swift:8",
                "ValidationModules.Root: ContainerFixtures.Service[night] - nonisolated -",
            ])
        #expect(
            report.errors.first?.nearMisses == [
                "ContainerFixtures.Service[night] is an input from ValidationModules.Root"
            ])
    }

    @Test func validate_findsAMissingInput_thatNobodyAboveDeclaresToGive() throws {
        try builder.registerSingleton(Fixtures.Service.self) { _ in Fixtures.Service() }
        builder.provideInput(Fixtures.Address.self, key: "other", Fixtures.Address(text: "AA"))
        let report = builder.validate(Modules.Forgetful.self)
        #expect(
            report.errors.map(\.description) == [
                "Nobody provides the input ContainerFixtures.Address to "
                    + "ValidationModules.Root -> ValidationModules.Forgetful -> ValidationModules.Needing. Near misses: "
                    + "input ContainerFixtures.Address[other] from ValidationModules.Root has another key. "
                    + "Path: ContainerFixtures.Address (in ValidationModules.Needing at App/Needing.swift:5)"
            ])
        #expect(
            Text.steps(report.errors.first) == [
                "ValidationModules.Needing: ContainerFixtures.Address - nonisolated App/Needing.swift:5"
            ])
    }

    @Test func validate_takesAnInput_fromTheRootOrFromWhatAParentDeclaresToGive() throws {
        #expect(builder.validate(Modules.Giving.self).errors.isEmpty)
        try builder.registerSingleton(Fixtures.Service.self) { _ in Fixtures.Service() }
        let address = [InputRequirement(Fixtures.Address.self)]
        #expect(builder.validate(Modules.Forgetful.self, inputs: address).errors.isEmpty)
        builder.provideInput(Fixtures.Address.self, Fixtures.Address(text: "AA"))
        #expect(builder.validate(Modules.Forgetful.self).errors.isEmpty)
    }

    @Test func validate_findsAnInputThatAFactoryDeclaresAndItsModuleDoesNot() throws {
        builder.provideInput(Fixtures.Address.self, Fixtures.Address(text: "AA"))
        let report = builder.validate(Modules.Peeking.self)
        #expect(
            report.errors.map(\.message) == [
                "ValidationModules.Peeking does not declare the input ContainerFixtures.Address and so does not see it."
            ])
        #expect(report.errors.map(\.code) == [.missingInput])
        #expect(
            Text.steps(report.errors.first) == [
                "ValidationModules.Peeking: String singleton nonisolated App/Peeking.swift:2",
                "ValidationModules.Peeking: ContainerFixtures.Address - nonisolated -",
            ])
        #expect(report.errors.first?.nearMisses == ["ValidationModules.Root provides it"])
    }

    // MARK: Duplicates and failures

    @Test func validate_collectsADuplicateOfAChild_withWhateverElseIsWrongThere() throws {
        let report = builder.validate(Modules.Repeating.self)
        #expect(
            report.errors.map(\.message) == [
                "Int is registered twice in ValidationModules.Repeating, at App/Repeating.swift:1 and at "
                    + "App/Repeating.swift:2.",
                "Nobody provides Float to ValidationModules.Root -> ValidationModules.Repeating.",
            ])
        #expect(report.errors.map(\.code) == [.duplicate, .missing])
    }

    @Test func validate_collectsWhatARegistrationThrows_withWhateverElseIsWrongThere() throws {
        let report = builder.validate(Modules.Failing.self)
        #expect(report.errors.map(\.code) == [.registrationFailed, .missing])
        #expect(report.errors.first?.underlying as? Fixtures.Failure == Fixtures.Failure(reason: "no configuration"))
    }

    // MARK: Cycles

    @Test func validate_findsAFactoryThatNeedsItself() throws {
        try builder.registerInstance(Int.self, using: Dependency(Int.self), fileID: "App/Root.swift", line: 1) { $0 }
        let report = builder.validate()
        #expect(
            report.errors.map(\.description) == [
                "Int needs itself. Path: Int (instance in ValidationModules.Root at App/Root.swift:1) -> "
                    + "Int (instance in ValidationModules.Root at App/Root.swift:1)"
            ])
        #expect(
            Text.steps(report.errors.first) == [
                "ValidationModules.Root: Int instance nonisolated App/Root.swift:1",
                "ValidationModules.Root: Int instance nonisolated App/Root.swift:1",
            ])
    }

    @Test func validate_findsACycleThroughThree_onceAndNotForThoseThatOnlyLeadThere() throws {
        try builder.registerSingleton(String.self, using: Dependency(Int.self, key: 0)) { "\($0)" }
        for number in 0..<3 {
            try builder.registerSingleton(
                Int.self, key: number, using: Dependency(Int.self, key: (number + 1) % 3), fileID: "App/Root.swift",
                line: number
            ) { $0 }
        }
        let report = builder.validate()
        #expect(Text.diagnostics(report.errors) == ["cycle: Int[0] -> Int[1] -> Int[2] -> Int[0]"])
        #expect(
            Text.steps(report.errors.first) == [
                "ValidationModules.Root: Int[0] singleton nonisolated App/Root.swift:0",
                "ValidationModules.Root: Int[1] singleton nonisolated App/Root.swift:1",
                "ValidationModules.Root: Int[2] singleton nonisolated App/Root.swift:2",
                "ValidationModules.Root: Int[0] singleton nonisolated App/Root.swift:0",
            ])
    }

    @Test func validate_printsTheShortestCycle_ofSeveralInOneKnot() throws {
        // 0 -> 1 -> 2 -> 3 -> 0, and a short cut from 2 to 1.
        try builder.registerSingleton(Int.self, key: 0, using: Dependency(Int.self, key: 1)) { $0 }
        try builder.registerSingleton(Int.self, key: 1, using: Dependency(Int.self, key: 2)) { $0 }
        try builder.registerSingleton(
            Int.self, key: 2, using: Dependency(Int.self, key: 3), Dependency(Int.self, key: 1)
        ) { $0 + $1 }
        try builder.registerSingleton(Int.self, key: 3, using: Dependency(Int.self, key: 0)) { $0 }
        let report = builder.validate()
        #expect(Text.diagnostics(report.errors) == ["cycle: Int[1] -> Int[2] -> Int[1]"])
    }

    @Test func validate_findsEveryKnot_ofSeveral() throws {
        for (first, second) in [(0, 1), (1, 0), (2, 3), (3, 2)] {
            try builder.registerSingleton(Int.self, key: first, using: Dependency(Int.self, key: second)) { $0 }
        }
        #expect(
            Text.diagnostics(builder.validate().errors) == [
                "cycle: Int[0] -> Int[1] -> Int[0]", "cycle: Int[2] -> Int[3] -> Int[2]",
            ])
    }

    @Test func validate_findsACycleAcrossIsolations() throws {
        try builder.mainActor.registerSingleton(Int.self, using: IsolatedDependency(Double.self)) { Int($0) }
        try builder.mainActor.registerScoped(Double.self, using: IsolatedDependency(Float.self)) { Double($0) }
        try builder.mainActor.registerInstance(Float.self, using: IsolatedDependency(Int.self)) { Float($0) }
        let errors = builder.validate().errors.filter { $0.code == .cycle }
        #expect(Text.diagnostics(errors) == ["cycle: Int -> Double -> Float -> Int"])
    }

    @Test func validate_findsNoCycle_throughAnOverrideMadeOfWhatTheParentMade() throws {
        try builder.registerSingleton(Fixtures.Service.self) { _ in Fixtures.Service("root") }
        try builder.registerSingleton(Fixtures.Client.self, using: Dependency(Fixtures.Service.self)) {
            Fixtures.Client(service: $0)
        }
        let root = try builder.freeze(validating: Modules.Overriding.self)
        #expect(try root.buildChild(Modules.Overriding.self).service.name == "override of root")
    }

    // MARK: Captives

    @Test func validate_findsASingletonThatKeepsSomethingScoped_atOnceOrThroughNewInstances() throws {
        try builder.registerScoped(Int.self, fileID: "App/Root.swift", line: 1) { _ in 1 }
        try builder.registerInstance(Double.self, using: Dependency(Int.self), fileID: "App/Root.swift", line: 2) {
            Double($0)
        }
        try builder.registerSingleton(
            String.self, key: "direct", using: Dependency(Int.self), fileID: "App/Root.swift", line: 3
        ) { "\($0)" }
        try builder.registerSingleton(
            String.self, key: "through", using: Dependency(Double.self), fileID: "App/Root.swift", line: 4
        ) { "\($0)" }
        try builder.registerScoped(String.self, key: "fine", using: Dependency(Int.self)) { "\($0)" }
        let report = builder.validate()
        #expect(
            report.errors.map(\.message) == [
                "String[direct] is a singleton and must not keep Int, which is scoped at App/Root.swift:1.",
                "String[through] is a singleton and must not keep Int, which is scoped at App/Root.swift:1.",
            ])
        #expect(
            Text.diagnostics(report.errors) == [
                "captive: String[direct] -> Int", "captive: String[through] -> Double -> Int",
            ])
        #expect(
            Text.steps(report.errors.last) == [
                "ValidationModules.Root: String[through] singleton nonisolated App/Root.swift:4",
                "ValidationModules.Root: Double instance nonisolated App/Root.swift:2",
                "ValidationModules.Root: Int scoped nonisolated App/Root.swift:1",
            ])
    }

    @Test func validate_findsACaptive_throughAnInstanceThatAnAncestorMakes() throws {
        try builder.registerScoped(Int.self, fileID: "App/Root.swift", line: 1) { _ in 1 }
        try builder.registerInstance(Double.self, using: Dependency(Int.self), fileID: "App/Root.swift", line: 2) {
            Double($0)
        }
        let report = builder.validate(Modules.Keeping.self)
        #expect(report.errors.map(\.code) == [.captive])
        #expect(
            Text.steps(report.errors.first) == [
                "ValidationModules.Keeping: String singleton nonisolated App/Keeping.swift:1",
                "ValidationModules.Root: Double instance nonisolated App/Root.swift:2",
                "ValidationModules.Root: Int scoped nonisolated App/Root.swift:1",
            ])
    }

    @Test func validate_findsNoCaptive_behindASingletonOfItsOwn() throws {
        try builder.registerScoped(Int.self) { _ in 1 }
        try builder.registerSingleton(Double.self, using: Dependency(Float.self)) { Double($0) }
        try builder.registerSingleton(Float.self) { _ in 1 }
        try builder.registerScoped(String.self, using: Dependency(Double.self), Dependency(Int.self)) { "\($0) \($1)" }
        #expect(Text.diagnostics(builder.validate().errors) == [])
    }

    @Test func validate_findsAMainActorCaptive() throws {
        try builder.mainActor.registerScoped(Int.self) { _ in 1 }
        try builder.mainActor.registerSingleton(String.self, using: IsolatedDependency(Int.self)) { "\($0)" }
        #expect(Text.diagnostics(builder.validate().errors) == ["captive: String -> Int"])
    }

    // MARK: Isolation

    @Test func validate_findsARequirementOfTheWrongIsolation_eitherWay() throws {
        try builder.mainActor.registerSingleton(Fixtures.Coordinator.self, fileID: "App/Root.swift", line: 1) { _ in
            Fixtures.Coordinator(service: Fixtures.Service())
        }
        try builder.registerSingleton(Fixtures.Service.self, key: 1, fileID: "App/Root.swift", line: 2) { _ in
            Fixtures.Service()
        }
        let report = builder.validate(Modules.Confused.self)
        #expect(
            report.errors.map(\.description) == [
                "ContainerFixtures.Coordinator is registered for the main actor and asked for from anywhere; "
                    + "ValidationModules.Confused and ValidationModules.Root must agree. Near misses: "
                    + "ContainerFixtures.Coordinator in ValidationModules.Root at App/Root.swift:1 as main_actor. "
                    + "Path: ContainerFixtures.Coordinator (singleton in ValidationModules.Confused at App/Confused.swift:1)",
                "ContainerFixtures.Service[1] is registered for anywhere and asked for as a main-actor dependency; "
                    + "ValidationModules.Confused and ValidationModules.Root must agree. Near misses: "
                    + "ContainerFixtures.Service[1] in ValidationModules.Root at App/Root.swift:2 as nonisolated. "
                    + "Path: ContainerFixtures.Service[1] (singleton in ValidationModules.Confused at App/Confused.swift:2)",
            ])
        #expect(report.errors.map(\.code) == [.isolationMismatch, .isolationMismatch])
        #expect(
            report.errors.map { Text.steps($0) } == [
                [
                    "ValidationModules.Confused: ContainerFixtures.Coordinator singleton nonisolated App/Confused.swift:1"
                ],
                ["ValidationModules.Confused: ContainerFixtures.Service[1] singleton main_actor App/Confused.swift:2"],
            ])
    }

    @Test func validate_findsAnEdgeOfTheWrongIsolation_eitherWay() throws {
        try builder.mainActor.registerSingleton(Int.self) { _ in 1 }
        try builder.registerSingleton(Double.self) { _ in 1 }
        try builder.registerSingleton(String.self, key: 1, using: Dependency(Int.self)) { "\($0)" }
        try builder.mainActor.registerSingleton(String.self, key: 2, using: IsolatedDependency(Double.self)) { "\($0)" }
        try builder.mainActor.registerSingleton(
            String.self, key: 3, using: IsolatedDependency(Int.self), Dependency(Double.self)
        ) { "\($0) \($1)" }
        #expect(
            Text.diagnostics(builder.validate().errors) == [
                "isolation_mismatch: String[1] -> Int", "isolation_mismatch: String[2] -> Double",
            ])
    }

    // MARK: Shadowing and unused

    @Test func validate_findsARegistrationThatHidesTheParentsUnlisted() throws {
        try builder.registerSingleton(Fixtures.Service.self, fileID: "App/Root.swift", line: 1) { _ in
            Fixtures.Service()
        }
        let report = builder.validate(Modules.Shadowing.self)
        #expect(
            report.errors.map(\.message) == [
                "ContainerFixtures.Service in ValidationModules.Shadowing at App/Shadowing.swift:5 hides "
                    + "ContainerFixtures.Service in ValidationModules.Root at App/Root.swift:1; "
                    + "list it as a requirement to override it."
            ])
        #expect(report.errors.map(\.code) == [.shadowing])
        #expect(
            Text.steps(report.errors.first) == [
                "ValidationModules.Shadowing: ContainerFixtures.Service singleton nonisolated App/Shadowing.swift:5"
            ])
    }

    @Test func validate_onlyWarns_ofARegistrationThatNothingIsDeclaredToUse() throws {
        try builder.registerSingleton(Int.self, fileID: "App/Root.swift", line: 1) { _ in 1 }
        try builder.registerSingleton(Double.self, using: Dependency(Int.self), fileID: "App/Root.swift", line: 2) {
            Double($0)
        }
        let report = builder.validate(Modules.Giving.self)
        #expect(
            report.description
                == "warning: Nothing is declared to use Double in ValidationModules.Root at App/Root.swift:2. "
                + "Path: Double (singleton in ValidationModules.Root at App/Root.swift:2)"
        )
        #expect(report.warnings.map(\.code) == [.unused])
        let root = try builder.freeze(validating: Modules.Giving.self)
        #expect(try root.resolve(Double.self) == 1)
    }
}
