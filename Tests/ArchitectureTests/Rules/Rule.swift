// SPDX-License-Identifier: Apache-2.0

import Testing

/// A pure check of the whole package; its type name is its name.
protocol Rule: Sendable {
    func violations(in tree: SourceTree, manifest: Manifest) -> [Violation]
}

extension Rule {
    var name: String { String(describing: Self.self) }
}

/// Every rule, with this package's exceptions.
enum HouseRules {
    static let all: [any Rule] = [
        DeclaredImports(),
        UsedDependencies(),
        FloorOrder(),
        NightDoor(),
        RoomFolders(),
        LibraryOwners(),
        ContainerImports(),
        FeatureImports(),
        TestFreeSources(),
        ModuleNames(),
        ExecutableShape(),
        CompilerSettings(),
        FileLengths(),
        FileHeaders(),
        FileNames(),
        ForbiddenConstructs(allowances: Allowance.all),
        TestNames(),
        SleeplessTests(allowances: Allowance.all),
        TimeLimitedTests(),
    ]
}

/// A rule as a test argument.
struct NamedRule: Sendable, CustomTestStringConvertible {
    let rule: any Rule

    var testDescription: String { rule.name }

    static let all = HouseRules.all.map(NamedRule.init)
}
