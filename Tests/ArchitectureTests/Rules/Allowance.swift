// SPDX-License-Identifier: Apache-2.0

/// A forbidden construct that one file may use, and why.
struct Allowance: Hashable, Sendable {
    let path: String
    let construct: Construct
    let reason: String

    static let all = [
        Allowance(
            path: "Sources/Foundations/ModularDependencyContainer/Resolution/DependencyContainer+Accessors.swift",
            construct: .fatalError,
            reason: "accessors cannot throw, and validation has refused everything that can be missing"),
        Allowance(
            path: "Sources/Foundations/ModularDependencyContainer/Shutdown/OwnedTask.swift",
            construct: .looseTask,
            reason: "a teardown that ignores cancellation can only be left behind by a task outside any group"),
        Allowance(
            path: "Sources/Night/Household/PunctualCalls.swift", construct: .looseTask,
            reason: "a disk that does not answer can only be left behind by a task outside any group"),
        Allowance(
            path: "Sources/Foundations/ModularDependencyContainer/Shutdown/DependencyContainer+Shutdown.swift",
            construct: .globalClock,
            reason: "the default for callers without a clock of their own"),
    ]

    /// Uses of `constructs` in `files` without an allowance, and allowances whose file exists and has no such use.
    static func violations(
        of constructs: [Construct], in files: [SourceFile], allowances: [Allowance]
    ) -> [Violation] {
        let relevant = allowances.filter { constructs.contains($0.construct) }
        var unused = relevant
        var found: [Violation] = []
        for file in files {
            for use in file.facts.constructs where constructs.contains(use.construct) {
                unused.removeAll { $0.path == file.path && $0.construct == use.construct }
                if !relevant.contains(where: { $0.path == file.path && $0.construct == use.construct }) {
                    found.append(Violation(file.path, line: use.line, use.construct.rawValue))
                }
            }
        }
        let stale = unused.filter { allowance in files.contains { $0.path == allowance.path } }
        return found
            + stale.map { Violation($0.path, "the allowance for \($0.construct.rawValue) matches nothing") }
    }
}
