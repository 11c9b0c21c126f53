// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CivilTime
import ControlAPI
import SleepModel

struct TemplateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "template", abstract: "Routines, bedtimes and an alarm to start from.",
        subcommands: [List.self, Show.self, Add.self])

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "list", abstract: "Lists the templates.")
        @Flag(help: "Print one JSON document instead of text.") var json = false

        func run() async throws {
            guard !json else { return try Output.write(json: Template.library.map(TemplateDocument.init)) }
            var table = TextTable(["name", "adds", "what it is for"])
            for template in Template.library { table.add([template.name, template.kind.article, template.about]) }
            try Output.write(lines: table.lines)
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "show", abstract: "Shows what a template adds.")
        @Argument(help: "Its name, or the beginning of it.") var name: String
        @Flag(help: "Print one JSON document instead of text.") var json = false

        func run() async throws {
            let template = try Template.named(name)
            guard !json else { return try Output.write(json: TemplateDocument(template)) }
            try Output.write(lines: template.details)
        }
    }

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Adds what a template shows. It is yours to edit then.",
            discussion:
                "A routine without --at is run by hand; a bedtime and an alarm have the times that `show` lists.")
        @Argument(help: "Its name, or the beginning of it.") var name: String
        @Option(help: "The device or group.", completion: .device) var device: String
        @Option(name: .customLong("as"), help: "Another name. Default: the template's.") var newName: String?
        @Option(help: "Another time, as HH:MM.") var at: String?
        @Option(help: "Other days, as mon,tue or daily.") var days: String?
        @OptionGroup var options: DaemonOptions

        func run() async throws {
            let added = try await options.ask(
                Endpoints.addTemplate,
                TemplateRequest(name: name, device: device, newName: newName, at: at, days: days))
            if let routine = added.routine {
                try options.show(routine) { "Added the routine “\($0.name)” on \($0.device)\($0.rhythm(LocalTimes()))" }
            }
            if let alarm = added.alarm {
                try options.show(
                    alarm,
                    asStyledLines: {
                        [StyledLine("Added the alarm “\($0.name)” on \($0.device); \($0.ringing(LocalTimes())).")]
                            + Describe.warning($0.warning)
                    })
            }
            if let bedtime = added.bedtime {
                try options.show(
                    bedtime,
                    asStyledLines: {
                        [
                            StyledLine(
                                "Added the bedtime “\($0.name)” on \($0.device)\(Self.beginning($0.next, $0.zone))")
                        ]
                            + Describe.warning($0.warning)
                    })
            }
        }

        private static func beginning(_ next: Instant?, _ zone: String?) -> String {
            LocalTimes().text(next, zone: zone).map { "; it begins \($0)." } ?? "; it does not begin yet."
        }
    }
}

extension Template {
    /// All of it, a line each, with the names that `show` has of what it adds.
    var details: [String] {
        Describe.details([("name", name), ("adds", kind.article), ("about", about)] + values)
    }
}

extension ScheduleKind {
    /// It with its article.
    fileprivate var article: String { self == .alarm ? "an alarm" : "a \(rawValue)" }
}
