// SPDX-License-Identifier: Apache-2.0

import Testing

/// The rules held against this package.
@Suite(.serialized, .timeLimit(.minutes(5))) struct HouseTests {
    @Test(arguments: NamedRule.all)
    func package_keepsTheRule(_ named: NamedRule) async throws {
        let house = try await House.read()
        for violation in named.rule.violations(in: house.tree, manifest: house.manifest) {
            Issue.record("\(violation.description)")
        }
    }

    @Test func tree_holdsAtLeastAFileForEveryRoom() async throws {
        let house = try await House.read()
        #expect(!house.manifest.rooms.isEmpty)
        #expect(house.tree.swiftSources.count >= house.manifest.rooms.count)
        #expect(house.tree.swiftSources.contains { !$0.imports.isEmpty && !$0.declarations.isEmpty })
    }

    @Test func tree_holdsThisFile() async throws {
        let file = try #require(
            try await House.read().tree.files.first { $0.path == "Tests/ArchitectureTests/HouseTests.swift" })
        #expect(file.facts.tests.map(\.name).contains("tree_holdsThisFile"))
    }

    @Test func manifest_isReadWithItsDetails() async throws {
        let manifest = try await House.read().manifest
        let tests = try #require(manifest.target(named: "ArchitectureTests"))
        #expect(tests.kind == .test)
        #expect(tests.dependencies.map(\.name) == ["Processes", "SwiftParser", "SwiftSyntax"])
        #expect(manifest.targets.contains { $0.dependencies.contains { $0.package != nil } })
        #expect(manifest.targets.contains { $0.dependencies.contains { $0.package == nil } })
    }
}
