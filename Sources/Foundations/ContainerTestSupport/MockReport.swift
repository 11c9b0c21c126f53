// SPDX-License-Identifier: Apache-2.0

public import ModularDependencyContainer

/// What is wrong with the mocks of a module.
public struct MockReport: Hashable, Sendable, CustomStringConvertible {
    /// One mistake to correct.
    public struct Diagnostic: Hashable, Sendable, CustomStringConvertible {
        /// What is wrong.
        public enum Kind: String, Hashable, Sendable, CaseIterable {
            /// A requirement has no mock, and the module does not register it.
            case missing
            /// A mock lives on the main actor and its requirement does not, or the other way round.
            case wrongIsolation = "wrong_isolation"
            /// No requirement of the module or of those it imports leads to the mock.
            case redundant
            /// Neither the module nor one it imports declares the input.
            case redundantInput = "redundant_input"
        }

        /// What is wrong.
        public let kind: Kind
        /// The type, followed by the key in brackets.
        public let dependency: String
        /// The requirement if it has no mock, otherwise the mock.
        public let source: DependencySourceLocation

        /// One sentence with the place.
        public var description: String {
            switch kind {
            case .missing: "\(dependency) is required at \(source) and has no mock."
            case .wrongIsolation:
                "The mock of \(dependency) at \(source) and its requirement must both be on the main actor or neither."
            case .redundant: "Nothing is declared to use the mock of \(dependency) at \(source)."
            case .redundantInput: "Nobody declares the input \(dependency), which is mocked at \(source)."
            }
        }
    }

    /// Requirements in the order they are listed, then mocks in the order they are registered.
    public let diagnostics: [Diagnostic]

    /// Whether there are no diagnostics.
    public var isEmpty: Bool { diagnostics.isEmpty }

    /// Each diagnostic on a line of its own.
    public var description: String {
        diagnostics.map(\.description).joined(separator: "\n")
    }
}

extension MockReport {
    init<Module: MockedDependencies>(of module: Module.Type, _ collection: MockCollection) {
        let used = collection.used
        let mocks = collection.mocks
        func diagnostics(_ requirements: [Requirement], _ isolation: DependencyIsolation) -> [Diagnostic] {
            requirements.filter { !collection.registered.contains($0.name) }.compactMap { requirement in
                guard let mock = mocks[requirement.name] else {
                    return Diagnostic(
                        kind: .missing, dependency: requirement.description, source: requirement.location)
                }
                guard mock.isolation != isolation else { return nil }
                return Diagnostic(kind: .wrongIsolation, dependency: requirement.description, source: mock.source)
            }
        }
        let redundant = collection.own.entries.filter { !used.contains($0.name) }.map {
            Diagnostic(kind: .redundant, dependency: $0.name.description, source: $0.source)
        }
        let redundantInputs = collection.ownInputs.filter { !used.contains($0.name) }.map {
            Diagnostic(kind: .redundantInput, dependency: $0.description, source: $0.location)
        }
        self.diagnostics =
            diagnostics(module.requirements, .nonisolated) + diagnostics(module.mainActorRequirements, .mainActor)
            + redundant + redundantInputs
    }
}
