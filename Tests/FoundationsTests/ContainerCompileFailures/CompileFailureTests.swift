// SPDX-License-Identifier: Apache-2.0

import ModularDependencyContainer
import OtherTarget
import Testing

/// What the container refuses before a program runs.
@Suite(.serialized, .timeLimit(.minutes(5))) struct CompileFailureTests {
    static let plain = [
        "EdgeOfAnotherType", "ForgottenInput", "InitializerOfAnotherType", "InitializerOfSomethingUnsendable",
        "InitializerOfTheMainActorElsewhere", "IsolatedEdgeOfANonisolatedFactory", "MainActorAccessor",
        "MainActorResolutionElsewhere", "MainActorTypeBuiltElsewhere", "MarkedTypeResolvedElsewhere",
        "RegistrationAfterFreeze", "UnsendableCapture", "UnsendableInput", "UnsendableResolution",
        "UnsendableSingleton",
    ].map(CompileFixture.init)

    static let generated = [
        "Macro/GeneratedInputForgotten", "Macro/GeneratedMainActorAccessor",
        "Macro/InputsOfAnotherTarget", "Macro/PublicInputsOfAnInternalType",
        "Macro/UnlistedAccessor",
    ].map(CompileFixture.init)

    @Test func fixtures_areAllListed() throws {
        #expect(try CompileFixture.names() == Set((Self.plain + Self.generated).map(\.name)))
    }

    @Test(arguments: plain + generated)
    func fixture_isRefusedForItsMistakesAlone_andCompilesWithoutThem(fixture: CompileFixture) async throws {
        let expected = try fixture.expected()
        #expect(!expected.isEmpty)
        #expect(try await fixture.diagnostics(withMistake: true) == expected)
        #expect(try await fixture.diagnostics(withMistake: false) == [])
    }

    @Test func module_ofAnotherTarget_getsItsInputsFromTheModulesAboveAlone() {
        let error = ContainerFixtures.error { try ContainerFixtures.root().buildChild(ShelfDependencies.self) }
        #expect(error?.code == .missingInput)
    }

    /// The language cannot end a builder that closures share, so its refusal is an error when it happens.
    @Test func builder_throwsFrozen_whereTheCompilerLetsARegistrationPass() throws {
        let builder = DependencyBuilder<ContainerFixtures.AppRoot>()
        _ = try builder.freeze()
        let error = ContainerFixtures.error { try builder.registerSingleton(Int.self) { _ in 1 } }
        #expect(error?.code == .frozen)
        #expect(error?.message == "The builder of ContainerFixtures.AppRoot is frozen and cannot register Int.")
    }
}
