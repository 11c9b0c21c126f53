// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ControlAPI
import FoundationEssentials
import Glibc
import SleepModel

struct ExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Writes the whole setup as one YAML document.",
        discussion: """
            The document holds devices, groups, limits, schedules, changed dates, holidays and pauses, but no history.
            Keep it as a backup, or change it and import it with `lull import FILE`.
            """)

    @Option(help: "A new file to write. Default: standard output.") var to: String?
    @OptionGroup var options: DaemonOptions

    /// What was written, for programs.
    private struct Written: Encodable {
        let file: String
        let bytes: Int
    }

    func run() async throws {
        let file = try to.map { try NewFile($0) }
        let setup = try await options.ask(Endpoints.exportSetup)
        guard let to, let file else {
            if options.json {
                try Output.write(json: setup)
            } else {
                // A line is ended by whoever writes it.
                try Output.write(
                    whole: setup.document.hasSuffix("\n") ? String(setup.document.dropLast()) : setup.document)
            }
            return try setup.damaged.requireNone()
        }
        let bytes = Data(setup.document.utf8)
        try file.write(bytes)
        try options.show(Written(file: to, bytes: bytes.count)) { "Wrote the setup to \($0.file)." }
        try setup.damaged.requireNone()
    }
}
