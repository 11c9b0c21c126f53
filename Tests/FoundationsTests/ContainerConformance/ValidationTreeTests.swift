// SPDX-License-Identifier: Apache-2.0

import ModularDependencyContainer
import Testing

/// How the check of a whole tree behaves, whatever it finds.
@Suite(.timeLimit(.minutes(1))) struct ValidationTreeTests {
    typealias Fixtures = ContainerFixtures
    typealias Modules = ValidationModules
    typealias Text = ConformanceText

    private let builder = DependencyBuilder<Modules.Root>()

    /// Registers every form, and records a factory that runs.
    struct RecordingDependencies: DependencyRequirements {
        static let runs = Fixtures.Journal()

        let container: DependencyContainer<Self>

        init(_ container: DependencyContainer<Self>) {
            self.container = container
        }

        static let requirements = [Requirement(Fixtures.Service.self)]

        static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
            for (number, form) in RegistrationForm.all.enumerated() where !form.isKeyed {
                try builder.registerSingleton(Int.self, key: number, using: Dependency(Fixtures.Service.self)) { _ in
                    runs.append("declared")
                    return number
                }
                try builder.mainActor.registerScoped(Double.self, key: number) { _ in
                    runs.append("looked up")
                    return 0
                }
            }
        }
    }

    @Test func validate_findsEverything_inSeveralModulesAtOnce() throws {
        try builder.registerScoped(Int.self) { _ in 1 }
        try builder.registerInstance(Double.self, using: Dependency(Int.self)) { Double($0) }
        try builder.registerSingleton(Float.self, key: 1, using: Dependency(Float.self, key: 2)) { $0 }
        try builder.registerSingleton(Float.self, key: 2, using: Dependency(Float.self, key: 1)) { $0 }
        let report = builder.validate(
            Modules.Forgetful.self, Modules.Keeping.self, Modules.Peeking.self, Modules.Giving.self,
            Modules.Failing.self)
        #expect(
            Text.diagnostics(report.errors) == [
                "cycle: Float[1] -> Float[2] -> Float[1]",
                "missing: ContainerFixtures.Service", "missing_input: ContainerFixtures.Address",
                "captive: String -> Double -> Int",
                "missing_input: String -> ContainerFixtures.Address",
                "registration_failed: ", "missing: ContainerFixtures.Client",
            ])
    }

    @Test func freezeValidating_throwsAllOfIt_andFreezesNothing() throws {
        let error = Fixtures.error { try builder.freeze(validating: Modules.Forgetful.self, Modules.Repeating.self) }
        #expect(error?.message == "ValidationModules.Root cannot be built for 4 reasons.")
        #expect(
            Text.diagnostics(error) == [
                "missing: ContainerFixtures.Service", "missing_input: ContainerFixtures.Address",
                "duplicate: ", "missing: Double -> Float",
            ])
        #expect(error?.description.split(separator: "\n").count == 5)
        try builder.registerSingleton(Fixtures.Service.self) { _ in Fixtures.Service("after") }
        let root = try builder.freeze(
            validating: Modules.Forgetful.self, inputs: [InputRequirement(Fixtures.Address.self)])
        #expect(try root.resolve(Fixtures.Service.self).name == "after")
    }

    @Test func validate_tellsTwoPlacesOfAModuleApart() throws {
        let report = builder.validate(Modules.Forgetful.self, Modules.Giving.self, Modules.Needing.self)
        #expect(
            report.errors.map(\.message) == [
                "Nobody provides ContainerFixtures.Service to ValidationModules.Root -> ValidationModules.Forgetful -> "
                    + "ValidationModules.Needing.",
                "Nobody provides the input ContainerFixtures.Address to ValidationModules.Root -> "
                    + "ValidationModules.Forgetful -> ValidationModules.Needing.",
                "Nobody provides ContainerFixtures.Service to ValidationModules.Root -> ValidationModules.Needing.",
                "Nobody provides the input ContainerFixtures.Address to ValidationModules.Root -> "
                    + "ValidationModules.Needing.",
            ])
    }

    @Test func validate_ends_whenAModuleIsItsOwnDescendant() throws {
        let missing = builder.validate(Modules.Recursive.self)
        #expect(Set(Text.diagnostics(missing.errors)) == ["missing: ContainerFixtures.Service"])
        try builder.registerSingleton(Fixtures.Service.self) { _ in Fixtures.Service() }
        let root = try builder.freeze(validating: Modules.Recursive.self)
        #expect(throws: Never.self) {
            try root.buildChild(Modules.Recursive.self).buildChild(Modules.Between.self)
                .buildChild(Modules.Recursive.self)
        }
    }

    @Test func validate_runsNoFactory_ofAnyModule() throws {
        try builder.registerSingleton(Fixtures.Service.self) { _ in
            RecordingDependencies.runs.append("root")
            return Fixtures.Service()
        }
        try builder.mainActor.registerSingleton(Fixtures.Screen.self, using: Dependency(Fixtures.Service.self)) { _ in
            RecordingDependencies.runs.append("screen")
            return Fixtures.Screen(title: "")
        }
        #expect(builder.validate(RecordingDependencies.self).errors.isEmpty)
        let root = try builder.freeze(validating: RecordingDependencies.self)
        let child = try root.buildChild(RecordingDependencies.self).container
        #expect(RecordingDependencies.runs.entries == [])
        #expect(try child.resolve(Int.self, key: 0) == 0)
        #expect(RecordingDependencies.runs.entries == ["root", "declared"])
    }

    @Test func validate_leavesTheBuilderAsItWas_howeverOftenItIsCalled() throws {
        try builder.registerSingleton(Int.self) { _ in 1 }
        let first = builder.validate(Modules.Repeating.self, Modules.Forgetful.self)
        let second = builder.validate(Modules.Repeating.self, Modules.Forgetful.self)
        #expect(first.description == second.description)
        try builder.registerSingleton(Double.self, using: Dependency(Int.self)) { Double($0) }
        builder.provideInput(String.self, "given")
        let root = try builder.freeze()
        #expect(try root.resolve(Double.self) == 1)
        #expect(try root.resolveInput(String.self) == "given")
    }

    @Test func buildChild_buildsEveryModule_ofATreeThatValidates() throws {
        let root = try builder.freeze(validating: Modules.Giving.self)
        let giving = try root.buildChild(Modules.Giving.self)
        let needing = try giving.buildChild(Modules.Needing.self) { childBuilder in
            childBuilder.provideInput(Fixtures.Address.self, Fixtures.Address(text: "AA"))
        }
        #expect(try needing.container.resolve(Fixtures.Service.self).name == "given")
        #expect(try needing.container.resolveInput(Fixtures.Address.self).text == "AA")
    }

    @Test func buildChild_findsTheSame_inATreeThatDoesNotValidate() throws {
        try builder.registerScoped(Int.self) { _ in 1 }
        try builder.registerInstance(Double.self, using: Dependency(Int.self)) { Double($0) }
        let errors = builder.validate(Modules.Keeping.self, Modules.Needing.self, Modules.Peeking.self).errors
        let root = try builder.freeze()
        let found = [
            Fixtures.error { try root.buildChild(Modules.Keeping.self) },
            Fixtures.error { try root.buildChild(Modules.Needing.self) },
            Fixtures.error { try root.buildChild(Modules.Peeking.self) },
        ]
        #expect(found.flatMap(Text.diagnostics) == Text.diagnostics(errors))
    }
}
