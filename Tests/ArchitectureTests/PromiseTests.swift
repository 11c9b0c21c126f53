// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The promises of the README and the tests that `CONTRIBUTING.md` names for them.
@Suite(.timeLimit(.minutes(2))) struct PromiseTests {
    /// The lines of a section of a page.
    private func lines(of section: String, in page: String) throws -> [Substring] {
        let text = try String(contentsOf: House.root.appending(path: page), encoding: .utf8)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let start = try #require(lines.firstIndex { $0 == "## \(section)" })
        return Array(lines[(start + 1)...].prefix { !$0.hasPrefix("## ") })
    }

    /// The rows of the table: how a promise begins, and what is named for it.
    private func rows() throws -> [(promise: String, names: [String])] {
        try lines(of: "What the README promises", in: "CONTRIBUTING.md").filter { $0.hasPrefix("| ") }.dropFirst().map {
            let cells = $0.dropFirst(2).dropLast(2).components(separatedBy: " | ")
            let names = cells[1].components(separatedBy: ", ").map { $0.trimmingCharacters(in: ["`"]) }
            return (cells[0], names)
        }
    }

    @Test func readme_promisesNothing_thatTheTableLacks() throws {
        let promises = try lines(of: "What you can rely on", in: "README.md").filter { $0.hasPrefix("- ") }
        let rows = try rows()
        #expect(promises.count > 10)
        #expect(promises.count == rows.count)
        for (promise, row) in zip(promises, rows) {
            #expect(promise.dropFirst(2).hasPrefix(row.promise))
        }
    }

    @Test func table_namesTests_thatExist() async throws {
        let tree = try await House.read().tree
        let tests = Set(tree.files.flatMap { $0.facts.tests.map(\.name) })
        let scenarios = "Tests/BluetoothMachineTests/Guest/Scenarios/"
        for name in try rows().flatMap(\.names) {
            let script = House.root.appending(path: "\(scenarios)\(name).sh")
            let exists = tests.contains(name) || FileManager.default.fileExists(atPath: script.path)
            #expect(exists, "there is no test \(name)")
        }
    }
}
