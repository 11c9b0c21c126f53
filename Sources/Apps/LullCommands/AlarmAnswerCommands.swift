// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CivilTime
import ControlAPI
import SleepModel

/// Answers to alarms that ring.
extension AlarmCommand {
    struct Snooze: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "snooze", abstract: "Silences a ringing alarm for a while.",
            discussion: """
                `lull alarm snooze 20m` silences the one that rings for 20 minutes. Alarms of the same minute on one device \
                ring together, and are silent together.
                """)
        @Argument(help: "Its name. Default: the one that rings.", completion: .alarm) var name: String?
        @Argument(help: "How long, as 9m. Default: the alarm's own snooze.") var time: String?
        @Option(help: "Its device or group.", completion: .device) var device: String?
        @Option(name: .customLong("for"), help: "The same, as an option.") var length: String?
        @Flag(help: "All alarms that ring.") var all = false
        @OptionGroup var options: DaemonOptions

        func validate() throws {
            guard !all || name == nil || isLengthAlone else {
                throw ValidationError(
                    "--all and a name cannot be used together. Give one of them, and a length as --for 9m.")
            }
            guard time == nil || length == nil else {
                throw ValidationError("The length is given twice. Give it once.")
            }
        }

        /// Whether what stands in place of a name is how long.
        private var isLengthAlone: Bool {
            time == nil && length == nil && name.flatMap(DurationText.parse) != nil
        }

        /// What is asked of one alarm.
        var request: SnoozeRequest {
            SnoozeRequest(
                name: isLengthAlone ? nil : name, device: device, length: isLengthAlone ? name : length ?? time)
        }

        func run() async throws {
            if all {
                let request = SnoozeAllRequest(device: device, length: request.length)
                return try options.show(
                    try await options.ask(Endpoints.snoozeAlarms, request),
                    asStyledLines: {
                        $0.flatMap { alarm in
                            let until = LocalTimes().text(alarm.until) ?? "further notice"
                            return [
                                StyledLine(
                                    alarm.phase == .ringing
                                        ? "“\(alarm.name)” on \(alarm.device) rings on."
                                        : "“\(alarm.name)” on \(alarm.device) is quiet until \(until).")
                            ] + Describe.warning(alarm.warning)
                        }
                    })
            }
            try options.show(
                try await options.ask(Endpoints.Each.snoozeAlarm, request),
                asStyledLines: {
                    [
                        StyledLine(
                            "\($0.names) \($0.together.isEmpty ? "is" : "are") quiet until "
                                + "\(LocalTimes().text($0.until) ?? "further notice").")
                    ]
                        + Describe.warning($0.warning)
                })
        }
    }

    struct Dismiss: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "dismiss",
            abstract: "Ends an alarm that rings, snoozes or shows its sunrise, or its light after the ring.",
            discussion: "Alarms of the same minute on one device ring together, and end together.")
        @Argument(help: "Its name. Default: the one that rings.", completion: .alarm) var name: String?
        @Option(help: "Its device or group.", completion: .device) var device: String?
        @Flag(help: "All alarms that ring or are to ring again, and all lights that stay after one.") var all = false
        @OptionGroup var options: DaemonOptions

        func validate() throws {
            guard !all || name == nil else {
                throw ValidationError("--all and a name cannot be used together. Give one of them.")
            }
        }

        func run() async throws {
            if all {
                let choice = DeviceChoice(device: device)
                let answer = try await options.ask(Endpoints.dismissAlarms, choice)
                return try options.show(
                    answer,
                    asStyledLines: {
                        $0.flatMap {
                            [StyledLine("Dismissed “\($0.name)” on \($0.device).")] + Describe.warning($0.warning)
                        }
                    })
            }
            try options.show(
                try await options.ask(Endpoints.Each.dismissAlarm, ScheduleSelection(name: name, device: device)),
                asStyledLines: {
                    let times = LocalTimes()
                    let next = times.text($0.next, zone: $0.zone).map { "; next \($0)." } ?? "."
                    let name = "\(Describe.word($0.name)) --device \(Describe.word($0.device))"
                    let light = times.text($0.phase == .lightAfter ? $0.until : nil).map {
                        StyledLine("Its light stays until \($0). To end it: `lull alarm dismiss \(name)`.")
                    }
                    return [StyledLine("Dismissed \($0.names)" + next)] + (light.map { [$0] } ?? [])
                        + Describe.warning($0.warning)
                })
        }
    }
}
