// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CivilTime
import ControlAPI
import Programs
import SleepModel

struct RoutineCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "routine", abstract: "Routines: steps of light and sound, one after the other.",
        subcommands: [
            List.self, Show.self, Add.self, Edit.self, Enable.self, Disable.self, Remove.self, Skip.self,
            Unskip.self, Move.self, Run.self, Stop.self, Next.self, Previous.self, GoTo.self, Pause.self, Resume.self,
            Extend.self,
        ])

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "list", abstract: "Lists routines.")
        @OptionGroup var place: DeviceOrAll
        @OptionGroup var options: DaemonOptions

        func run() async throws {
            let query = DeviceChoice(device: place.value)
            let (answer, all) = try await options.askWithDamage(Endpoints.routines, query)
            let groups = try await options.groups(of: answer)
            try options.showList(answer, all.affecting(.routine)) { routines in
                guard !routines.isEmpty else {
                    return [
                        "There is no routine\(Describe.place(place.value)). Add one: "
                            + "`lull routine add NAME --device \(Describe.word(of: place.value)) --step TEXT`."
                    ]
                }
                return RoutineCommand.lines(routines, groups)
            }
        }
    }

    /// The text of a routine's file.
    private static func document(_ file: String) throws -> String {
        try TextFile(file).text(advice: "Give a file with a routine as `lull export` writes it")
    }

    /// A table of routines.
    private static func lines(_ routines: [RoutineDocument], _ groups: [GroupDocument]) -> [String] {
        let times = LocalTimes()
        var table = TextTable(["name", "device", "when", "state", "next", "steps"])
        let rows = Describe.rows(routines, groups) { routine in
            [
                routine.name, routine.device, routine.rule.map(Describe.when) ?? "by hand",
                routine.state,
                Describe.next(
                    times.text(routine.next, zone: routine.zone), skipped: routine.skipped, moved: routine.moved),
                routine.steps.joined(separator: " | "),
            ]
        }
        for row in rows { table.add(row) }
        return table.lines
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "show", abstract: "Shows a routine.")
        @Argument(help: "Its name, or the beginning of it.", completion: .routine) var name: String
        @Option(help: "Its device or group.", completion: .device) var device: String?
        @OptionGroup var options: DaemonOptions

        func run() async throws {
            try options.show(
                try await options.ask(Endpoints.Each.routine, ScheduleSelection(name: name, device: device)),
                asBlocks: { $0.details(LocalTimes()) })
        }
    }

    struct Edit: CompleteCommand {
        static let configuration = CommandConfiguration(
            commandName: "edit", abstract: "Changes a routine. What you do not give stays as it is.",
            discussion: "A routine that runs goes on with the steps it started with, unless you give --now.")
        @Argument(help: "Its name, or the beginning of it.", completion: .routine) var name: String
        @Option(help: "Its device or group. On one device of a group it becomes that device's own.")
        var device: String?
        @Option(name: [.customLong("name"), .customLong("new-name")], help: "Its new name.") var newName: String?
        @OptionGroup(title: "When it starts; --at off makes it run by hand only") var rule: RuleOptions
        @Option(help: "A step. Repeat it for more steps. They replace all steps.") var step: [String] = []
        @Option(help: "A fixed time zone, as Europe/Berlin, or host for this computer's zone.") var zone: String?
        @Option(help: "What it does while another routine runs: replace, queue or ignore.") var ifRunning: String?
        @Option(help: "A file with all of it: YAML with the keys of a routine in `lull export`; - for standard input.")
        var file: String?
        @Flag(help: "Also change the steps of a run. It goes on at the same elapsed time.") var now = false
        @OptionGroup var options: DaemonOptions

        func requireComplete() throws {
            let given: [Any?] = [
                file, ifRunning, newName, rule.request.isEmpty ? nil : rule, zone, step.isEmpty ? nil : step,
            ]
            guard given.contains(where: { $0 != nil }) else {
                throw ValidationError("Nothing is given to change. Give an option, such as --at 19:00.")
            }
        }

        func run() async throws {
            var request = RoutineEditRequest(name: name, device: device, now: now)
            (request.newName, request.rule, request.zone) = (newName, rule.request, zone)
            request.steps = step.isEmpty ? nil : step
            request.ifRunning = ifRunning
            request.document = try file.map(RoutineCommand.document)
            try options.show(
                try await options.ask(Endpoints.Each.editRoutine, request),
                asStyledLines: {
                    [StyledLine("Changed “\($0.name)” on \($0.device)\($0.rhythm(LocalTimes()))")]
                        + Describe.warning($0.warning)
                })
        }
    }

    struct Enable: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "enable", abstract: "Lets a routine run at its time again.")
        @Argument(help: "Its name, or the beginning of it.", completion: .routine) var name: String
        @Option(help: "Its device or group.", completion: .device) var device: String?
        @OptionGroup var options: DaemonOptions

        func run() async throws {
            let request = ScheduleSwitchRequest(name: name, device: device, enabled: true)
            try await options.show(Endpoints.Each.switchRoutine, request) {
                "“\($0.name)” on \($0.device) is enabled\($0.beginning)"
            }
        }
    }

    struct Disable: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "disable",
            abstract: "Keeps a routine from running at its time until it is enabled; one that runs goes on.")
        @Argument(help: "Its name, or the beginning of it.", completion: .routine) var name: String
        @Option(help: "Its device or group.", completion: .device) var device: String?
        @OptionGroup var options: DaemonOptions

        func run() async throws {
            let request = ScheduleSwitchRequest(name: name, device: device, enabled: false)
            try options.show(
                try await options.ask(Endpoints.Each.switchRoutine, request),
                asStyledLines: {
                    [StyledLine("“\($0.name)” on \($0.device) is disabled.")] + Describe.warning($0.warning)
                })
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Removes a routine, and ends it if it runs.")
        @Argument(help: "Its whole name.", completion: .routine) var name: String
        @Option(help: "The whole name of its device or group.", completion: .device) var device: String?
        @OptionGroup var options: DaemonOptions

        func run() async throws {
            let selection = ScheduleSelection(name: name, device: device)
            try await options.show(Endpoints.Each.removeRoutine, selection, warning: \.warning) {
                "Removed “\($0.name)” from \($0.device)."
            }
        }
    }

    struct Add: CompleteCommand {
        static let configuration = CommandConfiguration(
            commandName: "add",
            abstract: "Adds a routine. With --at it starts by itself, daily unless --days says otherwise.",
            discussion: """
                A step reads like `light amber 40% fade 10m; sound rain 30%; for 30m`. A file for --file looks like this:

                name: story time
                at: 18:45
                steps:
                - light: warm white 40%
                  sound: ocean 20%
                  for: 20m
                - light: off

                Each step but the last needs `for` or `until`. The device is not in the file.
                """)
        @Argument(help: "A name, unique per device. With --file: in place of the one in the file.") var name: String?
        @Option(help: "Its device or group.", completion: .device) var device: String
        @OptionGroup(title: "When it starts") var rule: RuleOptions
        @Option(help: "A step. Repeat it for more steps.") var step: [String] = []
        @Option(help: "A file with all of it: YAML with the keys of a routine in `lull export`; - for standard input.")
        var file: String?
        @Option(help: "A fixed time zone, as Europe/Berlin. Default: this computer's zone.") var zone: String?
        @Option(help: "What it does while another routine runs: replace, queue or ignore. Default: replace.")
        var ifRunning: String?
        @OptionGroup var options: DaemonOptions

        func requireComplete() throws {
            guard file == nil else { return }
            guard name != nil else { throw ValidationError("Missing expected argument '<name>'") }
            guard !step.isEmpty else { throw ValidationError("Give at least one --step, or a --file.") }
        }

        func run() async throws {
            var request = RoutineRequest(name: name, device: device, rule: rule.request, steps: step, zone: zone)
            request.ifRunning = ifRunning
            request.document = try file.map(RoutineCommand.document)
            try await options.show(Endpoints.Each.addRoutine, request) {
                "Added “\($0.name)” on \($0.device)\($0.rhythm(LocalTimes()))"
            }
        }
    }

    struct Skip: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "skip", abstract: "Skips a routine on one date.",
            discussion: "Without a date it is the next one.")
        @Argument(help: "Its name, or the beginning of it.", completion: .routine) var name: String
        @OptionGroup var when: DateOptions
        @Option(help: "Its device or group.", completion: .device) var device: String?
        @OptionGroup var options: DaemonOptions

        func run() async throws {
            try await options.show(
                Endpoints.Each.skipRoutine, SkipRequest(name: name, device: device, date: when.value),
                warning: \.warning
            ) {
                "“\($0.name)” is skipped on \($0.skipped.map(Describe.day).listed)\($0.beginning)"
            }
        }
    }

    struct Unskip: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "unskip", abstract: "Cancels the skip of one date, or all skips, so the routine runs again.")
        @Argument(help: "Its name, or the beginning of it.", completion: .routine) var name: String
        @OptionGroup var when: DateOptions
        @Option(help: "Its device or group.", completion: .device) var device: String?
        @OptionGroup var options: DaemonOptions

        func run() async throws {
            try await options.show(
                Endpoints.Each.unskipRoutine, SkipRequest(name: name, device: device, date: when.value)
            ) {
                "“\($0.name)” runs again\($0.beginning)"
            }
        }
    }

    struct Move: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "move",
            abstract: "Gives a routine another time on one date. Give its usual time to undo this.",
            discussion: "Without a date it is the next one.")
        @Argument(help: "Its name, or the beginning of it.", completion: .routine) var name: String
        @Argument(help: "The time on that date, as HH:MM.") var time: String
        @OptionGroup var when: DateOptions
        @Option(help: "Its device or group.", completion: .device) var device: String?
        @OptionGroup var options: DaemonOptions

        func run() async throws {
            let request = MoveRequest(name: name, device: device, at: time, date: when.value)
            try await options.show(Endpoints.Each.moveRoutine, request) {
                Describe.moved($0.name, $0.moved) + $0.beginning
            }
        }
    }

    struct Run: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "run",
            abstract: "Runs a routine now. It replaces one that runs on the same device, unless asked otherwise.")
        @Argument(help: "Its name, or the beginning of it.", completion: .routine) var name: String
        @Option(help: "Its device or group.", completion: .device) var device: String?
        @Option(help: "What it does while another one runs: replace, queue or ignore. Default: what the routine says.")
        var ifRunning: String?
        @OptionGroup var options: DaemonOptions

        func run() async throws {
            let request = RoutineRunRequest(name: name, device: device, ifRunning: ifRunning)
            try await options.show(Endpoints.Each.runRoutine, request, warning: \.warning) {
                Describe.started($0, LocalTimes())
            }
        }
    }

    struct Stop: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "stop", abstract: "Stops a running routine.")
        @Argument(help: "Its name. Default: the one that runs.", completion: .routine) var name: String?
        @Option(help: "Its device or group.", completion: .device) var device: String?
        @OptionGroup var options: DaemonOptions

        func run() async throws {
            let selection = ScheduleSelection(name: name, device: device)
            try await options.show(Endpoints.Each.stopRoutine, selection, warning: \.warning) {
                "Stopped “\($0.name)” on \($0.device)."
            }
        }
    }
}

extension RoutineDocument {
    /// All of it, a line each.
    fileprivate func details(_ times: LocalTimes) -> [String] {
        return Describe.details(
            [
                ("name", name), ("device", device), ("group", group),
            ] + (rule.map(Describe.details) ?? [("at", "by hand")]) + [
                ("zone", zone), ("state", state), ("step ends", times.text(running?.stepUntil, zone: zone)),
                ("ends", times.text(running?.until, zone: zone)),
                ("waits until", times.text(waitsUntil, zone: zone)),
                ("if another runs", ifRunning == .replace ? nil : ifRunning.rawValue),
                ("next", times.text(next, zone: zone)),
                ("route", route.description),
            ] + steps.enumerated().map { ("step \($0.offset + 1)", $0.element) })
    }

    /// What it does now, for example `step 2` or `step 2, paused`.
    fileprivate var state: String {
        if waitsUntil != nil { return "queued" }
        guard let running else { return enabled ? "waiting" : "disabled" }
        return "step \(running.step)" + (running.pausedSince == nil ? "" : ", paused")
    }

    /// On which days it runs and when next, as the end of a sentence.
    func rhythm(_ times: LocalTimes) -> String {
        guard let rule, rule.date == nil, let next = times.text(next, zone: zone) else { return beginning }
        return "; it runs \(Describe.how(rule)), next \(next)."
    }

    /// When it runs next, as the end of a sentence.
    var beginning: String {
        if let next { return "; it runs \(LocalTimes().text(next, zone: zone) ?? "")." }
        if rule == nil, running != nil { return "; it runs now." }
        if rule == nil { return "; run it with `lull routine run \(name.shellWord)`." }
        return enabled ? "; it does not run until `lull resume`." : ". It is disabled."
    }
}
