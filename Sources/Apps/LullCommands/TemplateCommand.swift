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
            guard !json else { return try Output.write(json: Template.library.map(\.document)) }
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
            guard !json else { return try Output.write(json: template.document) }
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
            let template = try Template.named(name).adding(to: device, as: newName, at: at, days: days)
            if let request = template.routine {
                try await options.show(Endpoints.Each.addRoutine, request) {
                    "Added the routine “\($0.name)” on \($0.device)\($0.rhythm(LocalTimes()))"
                }
            } else if let request = template.alarm {
                try options.show(
                    try await options.ask(Endpoints.Each.addAlarm, request),
                    asStyledLines: {
                        [
                            StyledLine(
                                "Added the alarm “\($0.name)” on \($0.device); \($0.ringing(LocalTimes()))."
                            )
                        ]
                            + Describe.warning($0.warning)
                    })
            } else if let request = template.bedtime {
                try await requireNew(request)
                try options.show(
                    try await options.ask(Endpoints.Each.setBedtime, request),
                    asStyledLines: {
                        [
                            StyledLine(
                                "Added the bedtime “\($0.name)” on \($0.device)\(Self.beginning($0.next, $0.zone))")
                        ]
                            + Describe.warning($0.warning)
                    })
            }
        }

        /// Throws if the bedtime is there already, as setting it would change it.
        private func requireNew(_ request: BedtimeRequest) async throws {
            let bedtimes = try await options.ask(Endpoints.bedtimes, DeviceChoice(device: request.device))
            guard let there = bedtimes.first(where: { $0.name.lowercased() == request.name?.lowercased() }) else {
                return
            }
            throw ControlError(
                .alreadyExists, "There is a bedtime “\(there.name)” on \(there.device) already.",
                advice: "Give another name with --as.")
        }

        private static func beginning(_ next: Instant?, _ zone: String?) -> String {
            LocalTimes().text(next, zone: zone).map { "; it begins \($0)." } ?? "; it does not begin yet."
        }
    }
}

/// A template as programs read it.
struct TemplateDocument: Encodable {
    /// One value of what it adds, as `show` calls it.
    struct Part: Encodable {
        let name: String
        let value: String
    }

    let name: String
    let kind: ScheduleKind
    let about: String
    let parts: [Part]
}

extension Template {
    /// It as programs read it.
    var document: TemplateDocument {
        TemplateDocument(
            name: name, kind: kind, about: about,
            parts: values.compactMap { name, value in value.map { TemplateDocument.Part(name: name, value: $0) } })
    }

    /// The template with a name, or the only one whose name begins so; a hyphen is as good as a blank.
    static func named(_ name: String) throws(ControlError) -> Template {
        func plain(_ name: String) -> String { String(name.lowercased().map { $0 == "-" ? " " : $0 }) }
        let wanted = plain(name)
        let exact = library.filter { plain($0.name) == wanted }
        let fitting = exact.isEmpty ? library.filter { plain($0.name).hasPrefix(wanted) } : exact
        guard let found = fitting.first, fitting.count == 1, !wanted.isEmpty else {
            let names = (fitting.isEmpty ? library : fitting).map { "“\($0.name)”" }
            throw ControlError(
                .unknownSchedule,
                fitting.count > 1
                    ? "Several templates fit: \(Describe.list(names))." : "No template is called “\(name.printable)”.",
                advice: fitting.count > 1 ? "Name one." : "There are \(Describe.list(names)).")
        }
        return found
    }

    /// What it adds.
    var kind: ScheduleKind { alarm != nil ? .alarm : bedtime != nil ? .bedtime : .routine }

    /// All of it, a line each, with the names that `show` has of what it adds.
    var details: [String] {
        Describe.details([("name", name), ("adds", kind.article), ("about", about)] + values)
    }

    private var values: [(name: String, value: String?)] {
        if let routine {
            return [("at", routine.rule.at ?? "by hand"), ("days", routine.rule.days)]
                + routine.steps.enumerated().map { ("step \($0.offset + 1)", $0.element) }
        }
        if let alarm {
            return [
                ("at", alarm.rule.at), ("days", alarm.rule.days), ("sunrise", alarm.sunrise), ("color", alarm.color),
                ("sound", alarm.sound), ("volume", alarm.volume.map { "\($0)%" }), ("snooze", alarm.snooze),
            ]
        }
        guard let bedtime else { return [] }
        return [
            ("at", bedtime.rule.at), ("days", bedtime.rule.days), ("wind-down", bedtime.windDown),
            ("light", bedtime.color), ("sound", bedtime.sound), ("volume", bedtime.volume.map { "\($0)%" }),
            ("night volume", bedtime.nightVolume.map { "\($0)%" }), ("night light", bedtime.nightLight),
            ("stay in bed", bedtime.stayInBed.map { "\($0) before the wake light" }),
            ("stay-in-bed light", bedtime.stayInBedLight), ("wake", bedtime.wake), ("wake light", bedtime.wakeLight),
            ("wake for", bedtime.wakeFor),
        ]
    }
}

extension ScheduleKind {
    /// It with its article.
    fileprivate var article: String { self == .alarm ? "an alarm" : "a \(rawValue)" }
}
