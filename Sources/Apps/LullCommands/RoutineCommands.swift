// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CivilTime
import ControlAPI
import SleepModel

struct RoutineCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "routine", abstract: "Routines: steps of light and sound, one after the other.",
        subcommands: [List.self, Add.self, Run.self, Stop.self])

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Lists routines.")
        @OptionGroup var options: DaemonOptions

        func run() async throws {
            let (answer, all) = try await options.askWithDamage(Endpoints.routines, Empty())
            try options.showList(answer, all.affecting(.routine)) { routines in
                guard !routines.isEmpty else {
                    return ["There is no routine. Add one: `lull routine add NAME --device DEVICE --step TEXT`."]
                }
                let times = LocalTimes()
                var table = TextTable(["name", "device", "at", "days", "state", "next", "steps"])
                for routine in routines {
                    table.add([
                        routine.name, routine.device, routine.at?.description, routine.days?.joined(separator: ","),
                        routine.running.map { "step \($0.step)" } ?? "waiting",
                        times.text(routine.next, zone: routine.zone),
                        routine.steps.joined(separator: " | "),
                    ])
                }
                return table.lines
            }
        }
    }

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Adds a routine. With --at it starts by itself, daily unless --days says otherwise.",
            discussion: "A step reads like `light amber 40% fade 10m; sound rain 30%; for 30m`.")
        @Argument(help: "A name, unique per device.") var name: String
        @Option(help: "Its device.") var device: String
        @Option(help: "The time it starts, as HH:MM or HH:MM:SS.") var at: String?
        @Option(help: "The days of the week, as mon,tue or daily.") var days: String?
        @Option(help: "A step. Repeat it for more steps.") var step: [String]
        @Option(help: "A fixed time zone, as Europe/Berlin. Default: this computer's zone.") var zone: String?
        @OptionGroup var options: DaemonOptions

        func run() async throws {
            let request = RoutineRequest(name: name, device: device, at: at, days: days, steps: step, zone: zone)
            try await options.show(Endpoints.addRoutine, request) {
                "Added “\($0.name)” on \($0.device)"
                    + ($0.next.map { "; it runs \(LocalTimes().text($0) ?? "")." }
                        ?? "; run it with `lull routine run`.")
            }
        }
    }

    struct Run: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Runs a routine now. It replaces one that runs on the same device.")
        @Argument(help: "Its name, or the beginning of it.") var name: String
        @Option(help: "Its device.") var device: String?
        @OptionGroup var options: DaemonOptions

        func run() async throws {
            try await options.show(Endpoints.runRoutine, ScheduleSelection(name: name, device: device)) {
                "“\($0.name)” runs on \($0.device)"
                    + ($0.running?.until.map { " until \(LocalTimes().text($0) ?? "")." } ?? " until it is stopped.")
            }
        }
    }

    struct Stop: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Stops a running routine.")
        @Argument(help: "Its name. Default: the one that runs.") var name: String?
        @Option(help: "Its device.") var device: String?
        @OptionGroup var options: DaemonOptions

        func run() async throws {
            try await options.show(Endpoints.stopRoutine, ScheduleSelection(name: name, device: device)) {
                "Stopped “\($0.name)” on \($0.device)."
            }
        }
    }
}
