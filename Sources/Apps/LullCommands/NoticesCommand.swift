// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ControlAPI

struct NoticesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "notices", abstract: "What you should know, until you acknowledge it.",
        discussion: """
            For example:

              lull notices
              lull notices ack 3
              lull notices ack all
              lull notices run /usr/local/bin/tell-me
            """,
        subcommands: [List.self, Acknowledge.self, NoticeRunCommand.self], defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "Lists the notices, the newest last.")
        @Flag(help: "Also those that are acknowledged.") var all = false
        @OptionGroup var options: DaemonOptions

        func run() async throws {
            let (notices, damaged) = try await options.askWithDamage(Endpoints.notices, NoticesQuery(all: all))
            let missing = damaged.affecting(tables: .notices)
            try options.show(
                notices,
                asStyledLines: { notices in
                    Describe.notices(notices, LocalTimes()) + missing.map { StyledLine($0.message, .warning) }
                })
            try missing.requireNone(shown: !options.json)
        }
    }

    struct Acknowledge: AsyncParsableCommand {
        /// One notice or all.
        enum Choice: ExpressibleByArgument {
            case one(Int)
            case all

            init?(argument: String) {
                if argument.lowercased() == "all" {
                    self = .all
                } else if let number = Int(argument) {
                    self = .one(number)
                } else {
                    return nil
                }
            }
        }

        static let configuration = CommandConfiguration(
            commandName: "ack", abstract: "Acknowledges a notice, or all of them.")
        @Argument(help: ArgumentHelp("Its number, as `lull notices` shows it, or all.", valueName: "id|all"))
        var choice: Choice
        @OptionGroup var options: DaemonOptions

        func run() async throws {
            let number = if case .one(let number) = choice { number } else { nil as Int? }
            let notices = try await options.ask(Endpoints.acknowledgeNotices, NoticesSelection(id: number))
            try options.show(notices) { Describe.acknowledged($0, number) }
        }
    }
}
