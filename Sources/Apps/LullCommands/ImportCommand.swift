// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ControlAPI
import Programs

struct ImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Replaces the setup with a YAML document of `lull export`.",
        discussion: """
            The import removes devices and schedules that are not in the document. It does not disturb what is the same. \
            It checks everything before it changes anything. Use --dry-run to see the changes first. If something would be \
            removed, Lull shows it and asks. Where nobody can be asked, such an import needs --yes.
            """)

    @Argument(help: "The file to read, or - for standard input.") var file: String
    @Flag(help: "Show the changes without making them.") var dryRun = false
    @Flag(help: "Do not ask.") var yes = false
    @OptionGroup var options: DaemonOptions

    func run() async throws {
        let text = try TextFile(file).text(advice: "Give a file as `lull export --to FILE` writes it")
        if !dryRun, !yes {
            let preview = try await options.ask(Endpoints.importSetup, ImportRequest(document: text, dryRun: true))
            try preview.confirmRemovals(.atTerminal)
        }
        let request = ImportRequest(document: text, dryRun: dryRun)
        let answer = try await options.ask(Endpoints.importSetup, request)
        try options.show(answer, asLines: \.lines)
    }
}

extension ImportDocument {
    /// Asks the person whether to go on, if something is to be removed; throws `invalid_argument` if not.
    func confirmRemovals(_ confirmation: Confirmation) throws(ControlError) {
        let removals = changes.filter { $0.change == .removed }
        guard !removals.isEmpty else { return }
        let names = removals.prefix(3).map { "the \($0.kind.rawValue)" + ($0.name.map { " “\($0)”" } ?? "") }
        let more = removals.count - names.count
        let list = (names + (more > 0 ? ["\(more) more"] : [])).listed
        try confirmation.require(
            "Import the file?",
            showing: ["The import removes what the file does not have:"] + Self.table(removals),
            otherwise: "The import removes what the file does not have: \(list).")
    }

    private static func table(_ changes: [Change]) -> [String] {
        var table = TextTable(["change", "what", "name", "device", "detail"])
        for change in changes {
            table.add([change.change.rawValue, change.kind.rawValue, change.name, change.device, change.detail])
        }
        return table.lines
    }

    /// What changed, for people.
    var lines: [String] {
        guard !changes.isEmpty else { return ["The setup is already as the document says."] }
        let end = [
            "",
            dryRun
                ? "Nothing was changed. Import without --dry-run to make these changes."
                : "The setup is as the document says now.",
        ]
        return Self.table(changes) + end + maybeOn.map { "\($0) could not be reached and may still be on." }
            + programsLeft.map { "Programs of Lull may be left on \($0); delete them in the Hatch app." }
    }
}
