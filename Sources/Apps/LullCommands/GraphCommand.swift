// SPDX-License-Identifier: Apache-2.0

public import ArgumentParser
public import Composition
import ControlAPI

struct GraphCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "graph",
        abstract: "Shows the dependency graph of Lull itself.",
        discussion: """
            The graph shows everything that the daemon builds for one device. It needs no daemon, no radio and no device. \
            A solid arrow (->) is a declared dependency, a dotted one (~>) was observed in use.

            With --check every diagnostic is one line, errors first. A diagnostic is a defect of this build: it exits 70.
            """)

    @Option(help: "tree (the default), mermaid, dot or json.") var format: CompositionGraph.Format?
    @Flag(help: "Check for missing, wrong or unused dependencies instead of showing the graph.") var check = false
    @Flag(help: "Print one JSON document instead of text.") var json = false

    func validate() throws {
        guard let format else { return }
        guard !check else {
            throw ValidationError("--check shows no graph. Leave out --format \(format.rawValue).")
        }
        guard !json || format == .json else {
            throw ValidationError("--json is the format json. Leave out --format \(format.rawValue), or --json.")
        }
    }

    func run() async throws {
        guard !check else { return try Self.report(CompositionCheck.run(), asJSON: json) }
        let text = try await CompositionGraph.open().text(as: json ? .json : format ?? .tree)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        try Output.write(whole: lines.map(Output.escaped).joined(separator: "\n"))
    }

    /// Writes what a check found; throws `internal_error` if it found anything.
    static func report(_ check: CompositionCheck, asJSON: Bool) throws(ControlError) {
        if asJSON {
            try Output.write(json: check)
        } else {
            try Output.write(lines: lines(check))
        }
        let count = check.errors.count + check.warnings.count
        guard count > 0 else { return }
        throw ControlError(
            .internalError,
            "The check of this build's composition found \(count == 1 ? "a defect" : "\(count) defects").",
            advice: "Please report this with what was printed.")
    }

    /// A line for each diagnostic, or one that says what was checked.
    static func lines(_ check: CompositionCheck) -> [String] {
        let diagnostics =
            check.errors.map { "error: \($0.code): \($0.message)" }
            + check.warnings.map { "warning: \($0.code): \($0.message)" }
        guard diagnostics.isEmpty else { return diagnostics }
        return ["Checked \(check.modules) modules with \(check.registrations) registrations; nothing is wrong."]
    }
}

extension CompositionGraph.Format: ExpressibleByArgument {}
