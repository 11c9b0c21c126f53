// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser

package struct GraphCommand: LocalCommand {
    package static let configuration = CommandConfiguration(
        commandName: "graph",
        abstract: "Shows the dependency graph of Lull itself.",
        discussion: """
            The graph shows everything that the daemon builds for one device. It needs no daemon, no radio and no device. \
            A solid arrow (->) is a declared dependency, a dotted one (~>) was observed in use.

            With --check every diagnostic is one line, errors first. A diagnostic is a defect of this build: it exits 70.
            """)

    @Option(help: "tree (the default), mermaid, dot or json.") package var format: Format?
    @Flag(help: "Check for missing, wrong or unused dependencies instead of showing the graph.")
    package var check = false
    @Flag(help: "Print one JSON document instead of text.") package var json = false

    package init() {}

    package func validate() throws {
        guard let format else { return }
        guard !check else {
            throw ValidationError("--check shows no graph. Leave out --format \(format.rawValue).")
        }
        guard !json || format == .json else {
            throw ValidationError("--json is the format json. Leave out --format \(format.rawValue), or --json.")
        }
    }

    /// How a graph is written.
    package enum Format: String, ExpressibleByArgument, CaseIterable {
        case tree, mermaid, dot, json
    }
}
