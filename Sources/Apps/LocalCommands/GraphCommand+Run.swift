// SPDX-License-Identifier: Apache-2.0

import Composition
import ControlAPI
import LullCommands

extension GraphCommand: RunnableLocally {
    func runLocally() async throws {
        guard !check else { return try Self.report(CompositionCheck.run(), asJSON: json) }
        let text = try await CompositionGraph.open().text(as: json ? .json : format?.ofGraph ?? .tree)
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

extension GraphCommand.Format {
    /// The same of a graph.
    fileprivate var ofGraph: CompositionGraph.Format {
        switch self {
        case .tree: .tree
        case .mermaid: .mermaid
        case .dot: .dot
        case .json: .json
        }
    }
}
