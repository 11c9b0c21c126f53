// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ControlAPI
import Programs

struct ImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Replaces the setup with a YAML document of `lull export`.",
        discussion: """
            The import removes devices and schedules that are not in the document. It does not disturb what is the same. \
            It checks everything before it changes anything. Use --dry-run to see the changes first.
            """)

    @Argument(help: "The file to read, or - for standard input.") var file: String
    @Flag(help: "Show the changes without making them.") var dryRun = false
    @OptionGroup var options: DaemonOptions

    func run() async throws {
        let request = ImportRequest(
            document: try TextFile(file).text(advice: "Give a file as `lull export --to FILE` writes it"),
            dryRun: dryRun)
        let answer = try await options.ask(Endpoints.importSetup, request)
        try options.show(answer, asLines: \.lines)
    }
}

extension ImportDocument {
    /// What changed, for people.
    var lines: [String] {
        guard !changes.isEmpty else { return ["The setup is already as the document says."] }
        var table = TextTable(["change", "what", "name", "device", "detail"])
        for change in changes {
            table.add([change.change.rawValue, change.kind.rawValue, change.name, change.device, change.detail])
        }
        let end = dryRun ? ["", "Nothing was changed. Import without --dry-run to make these changes."] : []
        return table.lines + end + maybeOn.map { "\($0) could not be reached and may still be on." }
            + programsLeft.map { "Programs of Lull may be left on \($0); delete them in the Hatch app." }
    }
}
