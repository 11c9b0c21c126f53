// SPDX-License-Identifier: Apache-2.0

import Testing

/// A change to the clean house, and all violations that one rule must report.
struct PlantedViolation: Sendable, CustomTestStringConvertible {
    let rule: any Rule
    let title: String
    let tree: SourceTree
    let manifest: Manifest
    let expected: [Violation]

    init(
        _ rule: any Rule, _ title: String, adding files: [String: String] = [:], removing paths: Set<String> = [],
        manifest change: (inout Manifest) -> Void = { _ in }, reports expected: [Violation]
    ) {
        self.rule = rule
        self.title = title
        tree = CleanHouse.tree(adding: files.mapValues { CleanHouse.header + $0 }, removing: paths)
        var manifest = CleanHouse.manifest
        change(&manifest)
        self.manifest = manifest
        self.expected = expected
    }

    /// Like the other, with a file that lacks the licence line.
    init(
        _ rule: any Rule, _ title: String, addingWithoutHeader files: [String: String], reports expected: [Violation]
    ) {
        self.rule = rule
        self.title = title
        tree = CleanHouse.tree(adding: files)
        manifest = CleanHouse.manifest
        self.expected = expected
    }

    var testDescription: String { "\(rule.name): \(title)" }

    static let all = walls + files + tests
}

extension Manifest {
    /// Changes one target of a fixture; a name that does not exist changes nothing.
    mutating func change(_ name: String, _ body: (inout Target) -> Void) {
        for index in targets.indices where targets[index].name == name { body(&targets[index]) }
    }

    mutating func add(_ dependency: String, to name: String, package: String? = nil) {
        change(name) { $0.dependencies.append(.init(name: dependency, package: package)) }
    }
}
