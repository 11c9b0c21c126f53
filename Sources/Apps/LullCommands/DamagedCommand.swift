// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ControlAPI
import SleepModel

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

extension DaemonOptions {
    /// Asks for a list, and for what cannot be read.
    func askWithDamage<Request: Sendable, Reply>(
        _ endpoint: Endpoint<Request, Reply>, _ request: Request
    ) async throws -> (Reply, [DamagedRowDocument]) {
        try await ask { try await ($0.perform(endpoint, request), $0.perform(Endpoints.damaged)) }
    }

    /// Prints a list, then what it may lack, and ends with the exit code for damaged state if it may lack something.
    func showList<Element: Encodable>(
        _ list: [Element], _ damaged: [DamagedRowDocument], asLines lines: ([Element]) -> [String]
    ) throws(ControlError) {
        try show(
            list,
            asStyledLines: { list in
                let shown = list.isEmpty && !damaged.isEmpty ? [] : lines(list).map { StyledLine($0) }
                return shown + damaged.map { StyledLine($0.message, .warning) }
            })
        try damaged.requireNone()
    }
}

extension [DamagedRowDocument] {
    /// What may make a list of schedules of a kind incomplete.
    func affecting(_ kind: ScheduleKind) -> Self {
        filter { $0.affects(kind) }
    }

    /// What may make a list of these tables incomplete.
    func affecting(tables: DamagedRowDocument.Table...) -> Self {
        filter { tables.contains($0.table) }
    }

    /// Ends a command that has shown its list with the exit code for damaged state, unless there is nothing.
    func requireNone() throws(ControlError) {
        guard let first else { return }
        let others = count > 1 ? " \(count - 1) more cannot be read." : ""
        throw ControlError(
            .damagedState, first.message + others,
            advice: count > 1 ? "See `lull damaged list`." : first.advice, damaged: self)
    }
}
