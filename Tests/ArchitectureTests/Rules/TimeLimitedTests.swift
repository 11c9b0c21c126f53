// SPDX-License-Identifier: Apache-2.0

/// Every asynchronous test has a time limit, on the test itself or on a suite around it.
struct TimeLimitedTests: Rule {
    func violations(in tree: SourceTree, manifest: Manifest) -> [Violation] {
        let limited = tree.tests.reduce(into: Set<String>()) { $0.formUnion($1.facts.timeLimitedSuites) }
        return tree.tests.flatMap { file in
            file.facts.tests
                .filter { $0.isAsynchronous && !$0.isTimeLimited && limited.isDisjoint(with: $0.suites) }
                .map { Violation(file.path, line: $0.line, "async test \($0.name) has no time limit") }
        }
    }
}
