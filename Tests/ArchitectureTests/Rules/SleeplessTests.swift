// SPDX-License-Identifier: Apache-2.0

/// Tests wait for events, not for time, and no longer than their time limit.
struct SleeplessTests: Rule {
    let allowances: [Allowance]

    func violations(in tree: SourceTree, manifest: Manifest) -> [Violation] {
        Allowance.violations(
            of: Construct.waits, in: tree.tests.filter(\.isSwift), allowances: allowances)
    }
}
