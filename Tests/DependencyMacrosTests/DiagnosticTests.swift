// SPDX-License-Identifier: Apache-2.0

import SwiftSyntaxMacrosGenericTestSupport
import Testing

/// What the macro says about mistakes, and what it still generates.
@Suite struct DiagnosticTests {
    private static let ofStructs = Mistake.ofElements + Mistake.ofNames + Mistake.ofStructs

    @Test(arguments: Mistake.ofKinds + ofStructs)
    func diagnostic_saysWhatIsWrong_whereItIs(mistake: Mistake) {
        #expect(Expansion(of: mistake.source).diagnostics == mistake.diagnostics)
    }

    @Test(arguments: ofStructs.filter { $0.corrected != nil })
    func fixIt_corrects_theMistake(mistake: Mistake) {
        let corrected = Expansion(of: mistake.source).correctedSource
        #expect(corrected == mistake.corrected)
        #expect(Expansion(of: corrected).diagnostics == [])
    }

    @Test(arguments: Mistake.ofKinds)
    func expansion_isEmpty_exceptOnStructs(mistake: Mistake) {
        let declaration = mistake.source.split(separator: "\n").last.map(String.init)
        #expect(Expansion(of: mistake.source).text.split(separator: "\n").map(String.init) == [declaration])
    }

    @Test(arguments: ofStructs)
    func expansion_hasContainerAndInitializer_onEveryMistake(mistake: Mistake) {
        let lines = Expansion(of: mistake.source).text.split(separator: "\n").map { $0.drop { $0 == " " } }
        #expect(lines.filter { $0 == "let container: DependencyContainer<A>" }.count == 1)
        #expect(lines.filter { $0 == "init(_ container: DependencyContainer<A>) {" }.count == 1)
    }

    @Test func expansion_keepsWhatIsPlain_besideMistakes() {
        assertMacroExpansion(
            """
            @DependencyRequirements(
                [C.self, make(), Requirement(D), Requirement(E.self), Requirement(E.self), Requirement([Int].self)],
                mainActor: [InputRequirement(F.self), Requirement(G.self, accessorName: "e"), Requirement(H.self)],
                inputs: [InputRequirement(I.self, accessorName: name)], children: [B, make()])
            struct A: DependencyRequirements {}
            """,
            expandedSource: """
                struct A: DependencyRequirements {

                    /// The container the module was built with.
                    let container: DependencyContainer<A>

                    /// Gives typed access to a container of this module.
                    init(_ container: DependencyContainer<A>) {
                        self.container = container
                    }

                    /// The dependencies that the module needs and may use anywhere.
                    static let requirements: [Requirement] = [
                        Requirement(C.self, fileID: "TestModule/test.swift", line: 2),
                        Requirement(D.self, fileID: "TestModule/test.swift", line: 2),
                        Requirement(E.self, fileID: "TestModule/test.swift", line: 2),
                        Requirement([Int].self, fileID: "TestModule/test.swift", line: 2),
                    ]

                    /// The dependencies that the module needs and may use only on the main actor.
                    static let mainActorRequirements: [Requirement] = [
                        Requirement(F.self, fileID: "TestModule/test.swift", line: 3),
                        Requirement(G.self, accessorName: "e", fileID: "TestModule/test.swift", line: 3),
                        Requirement(H.self, fileID: "TestModule/test.swift", line: 3),
                    ]

                    /// The run-time values the module needs; it sees no others.
                    static let inputRequirements: [InputRequirement] = [
                        InputRequirement(I.self, accessorName: name, fileID: "TestModule/test.swift", line: 4),
                    ]

                    /// The modules this one builds.
                    static var children: [any DependencyRequirements.Type] {
                        [B.self]
                    }

                    var c: C {
                        container.dependency(0, C.self)
                    }

                    var d: D {
                        container.dependency(1, D.self)
                    }

                    var e: E {
                        container.dependency(2, E.self)
                    }

                    @MainActor var f: F {
                        container.mainActorDependency(0, F.self)
                    }

                    @MainActor var h: H {
                        container.mainActorDependency(2, H.self)
                    }
                }
                """,
            diagnostics: [
                DiagnosticSpec(
                    message: "The macro cannot read this element; write it as Requirement(C.self)", line: 2, column: 6,
                    fixIts: [FixItSpec(message: "write 'Requirement(C.self)'")]),
                DiagnosticSpec(
                    message: "The macro cannot read this element; write it as Requirement(ExampleClient.self)",
                    line: 2, column: 14),
                DiagnosticSpec(
                    message: "'D' is not a type that the macro can read; write the type followed by .self",
                    line: 2, column: 34, fixIts: [FixItSpec(message: "write 'D.self'")]),
                DiagnosticSpec(
                    message: "A main-actor requirement is listed with Requirement; write Requirement(...) instead",
                    line: 3, column: 17, fixIts: [FixItSpec(message: "write 'Requirement'")]),
                DiagnosticSpec(
                    message: "The macro cannot evaluate this accessorName; write it as a plain string literal",
                    line: 4, column: 53),
                DiagnosticSpec(
                    message: "'B' is not a module that the macro can read; write the type followed by .self",
                    line: 4, column: 72, fixIts: [FixItSpec(message: "write 'B.self'")]),
                DiagnosticSpec(
                    message: "'make()' is not a module that the macro can read; write the type followed by .self",
                    line: 4, column: 75),
                DiagnosticSpec(
                    message: "'E' is listed already; remove this element or give it a key", line: 2, column: 59),
                DiagnosticSpec(
                    message: "No accessor name can be derived from the type '[Int]'; add an accessorName",
                    line: 2, column: 80, fixIts: [FixItSpec(message: #"add 'accessorName: "intArray"'"#)]),
                DiagnosticSpec(
                    message: "Another accessor is named 'e' already; give this one an accessorName of its own",
                    line: 3, column: 77, fixIts: [FixItSpec(message: #"write '"e2"'"#)]),
            ],
            macroSpecs: Expansion.macros,
            failureHandler: { Issue.record("\($0.message)") })
    }
}
