// SPDX-License-Identifier: Apache-2.0

/// Sources do not crash on purpose, silence the compiler, start loose tasks, read global clocks, sleep or print.
struct ForbiddenConstructs: Rule {
    let allowances: [Allowance]

    func violations(in tree: SourceTree, manifest: Manifest) -> [Violation] {
        Allowance.violations(of: Construct.allCases, in: tree.swiftSources, allowances: allowances)
    }
}
