// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ControlAPI
import FoundationEssentials
import Glibc
import SleepModel

struct ExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Writes everything that was set up as one YAML document.",
        discussion: """
            Devices with their schedules, dates that differ, and pauses; what happened stays in the log. Keep it, or \
            change it and put it in place with `lull import FILE`.
            """)

    @Option(help: "The file to write, which must not exist; else it is printed.") var to: String?
    @OptionGroup var options: DaemonOptions

    /// What was written, for programs.
    private struct Written: Encodable {
        let file: String
        let bytes: Int
    }

    func run() async throws {
        if let to, access(to, F_OK) == 0 {
            throw ControlError(
                .alreadyExists, "“\(to.printable)” exists already.", advice: "Give another name, or remove it first.")
        }
        let setup = try await options.ask(Endpoints.exportSetup)
        guard let to else {
            guard !options.json else { return try Output.write(json: setup) }
            // A line is ended by whoever writes it.
            return try Output.write(
                whole: setup.document.hasSuffix("\n") ? String(setup.document.dropLast()) : setup.document)
        }
        let bytes = Data(setup.document.utf8)
        do {
            try bytes.write(to: URL(filePath: to), options: .atomic)
        } catch {
            throw ControlError(
                .inputOutput, "“\(to.printable)” cannot be written.",
                advice: "See that its directory exists and the disk has room.")
        }
        try options.show(Written(file: to, bytes: bytes.count)) { "Wrote the setup to \($0.file)." }
    }
}
