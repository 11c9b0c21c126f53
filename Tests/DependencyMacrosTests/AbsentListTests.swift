// SPDX-License-Identifier: Apache-2.0

import SwiftSyntaxMacrosGenericTestSupport
import Testing

/// What is generated of each list, and nothing of lists that are absent or empty.
@Suite struct AbsentListTests {
    /// One list, as it is written and what becomes of it.
    struct List {
        let argument: String
        let empty: String
        let declaration: String
        let accessor: String?
    }

    static let lists = [
        List(
            argument: "[Requirement(C.self)]", empty: "[]",
            declaration: """
                    /// The dependencies that the module needs and may use anywhere.
                    static let requirements: [Requirement] = [
                        Requirement(C.self, fileID: "TestModule/test.swift", line: 1),
                    ]
                """,
            accessor: """
                    var c: C {
                        container.dependency(0, C.self)
                    }
                """),
        List(
            argument: "mainActor: [Requirement(M.self)]", empty: "mainActor: []",
            declaration: """
                    /// The dependencies that the module needs and may use only on the main actor.
                    static let mainActorRequirements: [Requirement] = [
                        Requirement(M.self, fileID: "TestModule/test.swift", line: 1),
                    ]
                """,
            accessor: """
                    @MainActor var m: M {
                        container.mainActorDependency(0, M.self)
                    }
                """),
        List(
            argument: "provides: [Requirement(P.self)]", empty: "provides: []",
            declaration: """
                    /// The dependencies that the module registers for those who build it, to use anywhere.
                    static let provisions: [Requirement] = [
                        Requirement(P.self, fileID: "TestModule/test.swift", line: 1),
                    ]
                """,
            accessor: """
                    /// The P that the module provides.
                    var p: P {
                        container.dependency(0, P.self)
                    }
                """),
        List(
            argument: "mainActorProvides: [Requirement(Q.self)]", empty: "mainActorProvides: []",
            declaration: """
                    /// The dependencies that the module registers for those who build it, to use only on the main actor.
                    static let mainActorProvisions: [Requirement] = [
                        Requirement(Q.self, fileID: "TestModule/test.swift", line: 1),
                    ]
                """,
            accessor: """
                    /// The Q that the module provides.
                    @MainActor var q: Q {
                        container.mainActorDependency(0, Q.self)
                    }
                """),
        List(
            argument: "inputs: [InputRequirement(I.self)]", empty: "inputs: []",
            declaration: """
                    /// The run-time values the module needs; it sees no others.
                    static let inputRequirements: [InputRequirement] = [
                        InputRequirement(I.self, fileID: "TestModule/test.swift", line: 1),
                    ]
                """,
            accessor: """
                    var i: I {
                        container.input(0, I.self)
                    }

                    /// The run-time values that `A` is built with.
                    struct Inputs: DependencyInputs {
                        /// The input i.
                        let i: I

                        /// All inputs of the module.
                        init(i: I) {
                            self.i = i
                        }

                        /// Hands every input to the builder of the module or of one that contains it.
                        func provide<Marker>(to builder: DependencyBuilder<Marker>) {
                            builder.provideInput(I.self, self.i)
                        }
                    }
                """),
        List(
            argument: "childInputs: [InputRequirement(G.self)]", empty: "childInputs: []",
            declaration: """
                    /// The run-time values the module gives to the children it builds.
                    static let childInputs: [InputRequirement] = [
                        InputRequirement(G.self, fileID: "TestModule/test.swift", line: 1),
                    ]
                """,
            accessor: nil),
        List(
            argument: "children: [B.self]", empty: "children: []",
            declaration: """
                    /// The modules this one builds.
                    static var children: [any DependencyRequirements.Type] {
                        [B.self]
                    }
                """,
            accessor: nil),
    ]

    @Test(arguments: 0..<128)
    func expansion_leavesOutAbsentLists_inEveryCombination(present: Int) {
        // Half of the combinations write absent lists as empty ones.
        let writesEmptyLists = present.nonzeroBitCount.isMultiple(of: 2)
        let lists = Self.lists.enumerated().map { (isPresent: present & (1 << $0.offset) != 0, list: $0.element) }
        let arguments = lists.compactMap { $0.isPresent ? $0.list.argument : writesEmptyLists ? $0.list.empty : nil }
        let attribute = arguments.isEmpty ? "" : "(\(arguments.joined(separator: ", ")))"
        let generated = lists.filter(\.isPresent).map(\.list)
        // What is provided continues the indices of what is required.
        let continued = [(0, "dependency(0, P"), (1, "mainActorDependency(0, Q")].filter { lists[$0.0].isPresent }
        let accessors = generated.compactMap(\.accessor).map { accessor in
            continued.reduce(accessor) { $0.replacing($1.1, with: $1.1.replacing("(0", with: "(1")) }
        }
        let members = generated.map(\.declaration) + accessors
        assertMacroExpansion(
            "@DependencyRequirements\(attribute)\nstruct A: DependencyRequirements {}",
            expandedSource: """
                struct A: DependencyRequirements {

                    /// The container the module was built with.
                    let container: DependencyContainer<A>

                    /// Gives typed access to a container of this module.
                    init(_ container: DependencyContainer<A>) {
                        self.container = container
                    }\(members.map { "\n\n\($0)" }.joined())
                }
                """,
            macroSpecs: Expansion.macros,
            failureHandler: { Issue.record("\($0.message)") })
    }
}
