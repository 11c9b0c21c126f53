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

    /// The rows of a table: the first cell, and what the last one names between backticks.
    private func rows(
        of section: String = "What the README promises", in page: String = "CONTRIBUTING.md"
    ) throws -> [(promise: String, names: [String])] {
        try lines(of: section, in: page).filter { $0.hasPrefix("| ") }.dropFirst().map {
            let cells = $0.dropFirst(2).dropLast(2).components(separatedBy: " | ")
            let names = try #require(cells.last).split(separator: "`", omittingEmptySubsequences: false)
            return (cells[0], names.enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) })
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

    @Test func scenarios_areThirtyFiveCases_andThirtyOneMeetings() throws {
        let cases = try rows(of: "Clocks, downtime and snoozes", in: "Tests/SCENARIOS.md")
        #expect(cases.map(\.promise) == (1...35).map { "K\($0)" })
        #expect(cases.allSatisfy { !$0.names.isEmpty })
        #expect(try rows(of: "Meetings", in: "Tests/SCENARIOS.md").count == 31)
    }

    @Test func scenarios_haveARow_forEveryPairOfLayers() throws {
        let source = House.root.appending(path: "Sources/Foundations/SleepModel/ControlLayer.swift")
        let layers = try String(contentsOf: source, encoding: .utf8).split(separator: "\n")
            .filter { $0.hasPrefix("    case ") }
            .map { $0.split(separator: "\"").dropFirst().first ?? $0.dropFirst("    case ".count) }
        #expect(layers.count == 8)
        let rows = try rows(of: "Layers", in: "Tests/SCENARIOS.md")
        let pairs = rows.map { Set($0.promise.components(separatedBy: ", ")) }
        for (number, layer) in layers.enumerated() {
            for other in layers[(number + 1)...] {
                #expect(pairs.contains([String(layer), String(other)]), "\(layer) and \(other)")
            }
        }
        #expect(pairs.count == layers.count * (layers.count - 1) / 2)
        #expect(rows.allSatisfy { !$0.names.isEmpty })
    }

    @Test(
        arguments: [
            ("What the README promises", "CONTRIBUTING.md"), ("What the container is asked to do", "CONTRIBUTING.md"),
            ("Clocks, downtime and snoozes", "Tests/SCENARIOS.md"),
            ("Meetings", "Tests/SCENARIOS.md"), ("Layers", "Tests/SCENARIOS.md"),
        ])
    func table_namesTests_thatExist(section: String, page: String) async throws {
        let tree = try await House.read().tree
        let tests = Set(tree.files.flatMap { $0.facts.tests.map(\.name) })
        let scenarios = "Tests/BluetoothMachineTests/Guest/Scenarios/"
        for name in try rows(of: section, in: page).flatMap(\.names) {
            let script = House.root.appending(path: "\(scenarios)\(name).sh")
            let exists = tests.contains(name) || FileManager.default.fileExists(atPath: script.path)
            #expect(exists, "there is no test \(name)")
        }
    }
}
