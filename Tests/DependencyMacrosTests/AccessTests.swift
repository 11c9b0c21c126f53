// SPDX-License-Identifier: Apache-2.0

import SwiftSyntaxMacrosGenericTestSupport
import Testing

/// The access levels of what is generated, and the conformance.
@Suite struct AccessTests {
    @Test(
        arguments: [
            ("public ", "public "), ("package ", "package "), ("internal ", ""), ("", ""), ("fileprivate ", ""),
            ("private ", ""),
        ])
    func members_haveTheAccessOfTheStruct_exceptAccessors(modifier: String, access: String) {
        expectExpansion(
            of: """
                @DependencyRequirements([Requirement(C.self)], inputs: [InputRequirement(I.self)], children: [B.self])
                \(modifier)struct A: DependencyRequirements {}
                """,
            is: """
                \(modifier)struct A: DependencyRequirements {

                \(Self.members(access))
                }
                """)
    }

    @Test(
        arguments: [
            ("public ", "public", "public "), ("public ", "package", "package "), ("public ", "internal", ""),
            ("package ", "public", "package "), ("package ", "package", "package "), ("", "public", ""),
        ])
    func inputs_haveTheAccessThatTheModuleAsksFor_butNoMoreThanItsOwn(access: String, asked: String, inputs: String) {
        expectExpansion(
            of: """
                @DependencyRequirements(
                    [Requirement(C.self)], inputs: [InputRequirement(I.self)], children: [B.self], inputsAccess: .\(asked))
                \(access)struct A: DependencyRequirements {}
                """,
            is: """
                \(access)struct A: DependencyRequirements {

                \(Self.members(access, inputs: inputs, line: 2))
                }
                """)
    }

    @Test func members_arePublic_inPublicExtension() {
        expectExpansion(
            of: """
                public extension Outer {
                    @DependencyRequirements([Requirement(C.self)], inputs: [InputRequirement(I.self)], children: [B.self])
                    struct A: DependencyRequirements {
                    }
                }
                """,
            is: """
                public extension Outer {
                    struct A: DependencyRequirements {

                \(Self.members("public ", line: 2).split(separator: "\n", omittingEmptySubsequences: false)
                    .map { $0.isEmpty ? "" : "    \($0)" }.joined(separator: "\n"))
                    }
                }
                """)
    }

    @Test(arguments: [
        "DependencyRequirements", "ModularDependencyContainer.DependencyRequirements", "P, DependencyRequirements",
    ])
    func conformance_isNotAdded_whereItIsStated(conformance: String) {
        let expansion = Expansion(of: "@DependencyRequirements\nstruct A: \(conformance) {}")
        #expect(!expansion.text.contains("extension"))
    }

    @Test(arguments: ["", ": Hashable", ": DependencyRequirementsLike"])
    func conformance_isAdded_whereItIsNotStated(inheritance: String) {
        expectExpansion(
            of: """
                @DependencyRequirements
                public struct A\(inheritance) {}
                """,
            is: """
                public struct A\(inheritance) {

                    /// The container the module was built with.
                    public let container: DependencyContainer<A>

                    /// Gives typed access to a container of this module.
                    public init(_ container: DependencyContainer<A>) {
                        self.container = container
                    }
                }

                extension A: DependencyRequirements {
                }
                """)
    }

    /// What is generated of one requirement, one input and one child.
    private static func members(_ access: String, inputs: String = "", line: Int = 1) -> String {
        """
            /// The container the module was built with.
            \(access)let container: DependencyContainer<A>

            /// Gives typed access to a container of this module.
            \(access)init(_ container: DependencyContainer<A>) {
                self.container = container
            }

            /// The dependencies that the module needs and may use anywhere.
            \(access)static let requirements: [Requirement] = [
                Requirement(C.self, fileID: "TestModule/test.swift", line: \(line)),
            ]

            /// The run-time values the module needs; it sees no others.
            \(access)static let inputRequirements: [InputRequirement] = [
                InputRequirement(I.self, fileID: "TestModule/test.swift", line: \(line)),
            ]

            /// The modules this one builds.
            \(access)static var children: [any DependencyRequirements.Type] {
                [B.self]
            }

            var c: C {
                container.dependency(0, C.self)
            }

            var i: I {
                container.input(0, I.self)
            }

            /// The run-time values that `A` is built with.
            \(access)struct Inputs: DependencyInputs {
                /// The input i.
                \(inputs)let i: I

                /// All inputs of the module.
                \(inputs)init(i: I) {
                    self.i = i
                }

                /// Hands every input to the builder of the module or of one that contains it.
                \(access)func provide<Marker>(to builder: DependencyBuilder<Marker>) {
                    builder.provideInput(I.self, self.i)
                }
            }
        """
    }

    private func expectExpansion(
        of source: String, is expected: String, location: SourceLocation = #_sourceLocation
    ) {
        assertMacroExpansion(
            source, expandedSource: expected, macroSpecs: Expansion.macros,
            failureHandler: { Issue.record("\($0.message)", sourceLocation: location) })
    }
}
