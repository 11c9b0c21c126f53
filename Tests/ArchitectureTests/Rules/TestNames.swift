// SPDX-License-Identifier: Apache-2.0

/// Test functions are named `subject_expectation_condition`, without the prefix `test`.
struct TestNames: Rule {
    func violations(in tree: SourceTree, manifest: Manifest) -> [Violation] {
        tree.tests.flatMap { file in
            file.facts.tests.filter { !isWellFormed($0.name) }
                .map { Violation(file.path, line: $0.line, "test \($0.name) is not subject_expectation_condition") }
        }
    }

    private func isWellFormed(_ name: String) -> Bool {
        let parts = name.split(separator: "_", omittingEmptySubsequences: false)
        let isPrefixed = name.hasPrefix("test") && name.dropFirst("test".count).first?.isLowercase != true
        return parts.count > 1 && parts.allSatisfy { !$0.isEmpty } && !isPrefixed
    }
}
