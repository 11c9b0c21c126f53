// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ControlAPI

struct DamagedCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "damaged", abstract: "What is stored but cannot be read.",
        discussion: "Lull ignores it and leaves it unchanged. Everything else works.",
        subcommands: [List.self, Remove.self])

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Lists it, why it cannot be read, and what to do.")
        @OptionGroup var options: DaemonOptions

        func run() async throws {
            let damaged = try await options.ask(Endpoints.damaged)
            try options.show(
                damaged,
                asStyledLines: { damaged in
                    guard !damaged.isEmpty else { return [StyledLine("Everything can be read.", .good)] }
                    return damaged.flatMap { row in
                        [
                            StyledLine("\(row.id)  \(row.message)", .warning), StyledLine("  \(row.reason)"),
                            StyledLine("  \(row.advice)"),
                        ]
                    }
                })
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Removes something that cannot be read, for good.")
        @Argument(help: "Its id, as `lull damaged list` shows it, for example schedules:3.") var id: String
        @OptionGroup var options: DaemonOptions

        func run() async throws {
            let row = try await options.ask(Endpoints.removeDamaged, DamagedSelection(id: id))
            try options.show(row) { "Removed \($0.id)." }
        }
    }
}
