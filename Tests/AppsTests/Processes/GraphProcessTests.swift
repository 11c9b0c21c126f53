// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The graph needs nothing of the host, and changes nothing there.
@Suite(.timeLimit(.minutes(2)))
struct GraphProcessTests {
    @Test
    func graph_isPrinted_andNothingStays() async throws {
        let scratch = try Scratch()
        let home = scratch.path("home")
        try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: false)
        let environment = Dictionary(
            uniqueKeysWithValues: ["HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME"].map { ($0, home) })
        let result = try await Program.run("lull", ["graph", "--json"], in: scratch, environment: environment)
        #expect(result.exitCode == 0)
        #expect(result.errors == "")
        let document = try #require(try result.json() as? [String: Any])
        #expect((document["root"] as? [String: Any])?["name"] as? String == "AppRoot")
        #expect(try FileManager.default.contentsOfDirectory(atPath: home) == [])
    }

    @Test(arguments: [
        ("", "AppRoot\n"), ("--format tree", "AppRoot\n"), ("--format mermaid", "flowchart LR\n"),
        ("--format dot", "digraph dependencies {\n"), ("--format json --json", "{\n"),
    ])
    func graph_isWrittenAsAsked(_ options: String, _ head: String) async throws {
        let arguments = ["graph"] + options.split(separator: " ").map(String.init)
        let result = try await Program.run("lull", arguments, in: Scratch())
        #expect(result.exitCode == 0)
        #expect(result.output.hasPrefix(head))
    }

    @Test
    func check_passes_forTheRealComposition() async throws {
        let result = try await Program.run("lull", ["graph", "--check"], in: Scratch())
        #expect(result.exitCode == 0)
        #expect(result.output.hasPrefix("Checked 9 modules with "))
        #expect(result.output.split(separator: "\n").count == 1)
    }
}
