// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ControlAPI

/// Steering a routine that runs.
extension RoutineCommand {
    /// The routine that is meant.
    struct Running: ParsableArguments {
        @Argument(help: "Its name. Default: the one that runs.", completion: .routine) var name: String?
        @Option(help: "Its device or group.", completion: .device) var device: String?

        func request(
            _ action: RoutineControlRequest.Action, step: Int? = nil, length: String? = nil
        ) -> RoutineControlRequest {
            RoutineControlRequest(name: name, device: device, action: action, step: step, length: length)
        }
    }

    struct Next: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "next", abstract: "Goes on to the next step. After the last step the routine ends.")
        @OptionGroup var running: Running
        @OptionGroup var options: DaemonOptions

        func run() async throws { try await options.show(running.request(.next)) }
    }

    struct Previous: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "previous", abstract: "Goes back to the step before, or begins the first one again.")
        @OptionGroup var running: Running
        @OptionGroup var options: DaemonOptions

        func run() async throws { try await options.show(running.request(.previous)) }
    }

    struct GoTo: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "goto", abstract: "Goes to a step.")
        @Argument(help: "The number of the step, from 1.") var number: WholeNumber
        @OptionGroup var running: Running
        @OptionGroup var options: DaemonOptions

        func run() async throws { try await options.show(running.request(.goto, step: number.value)) }
    }

    struct Pause: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "pause", abstract: "Holds a routine: light and sound stay as they are until it goes on.",
            discussion: """
                The time of the step stops, also in the middle of a fade. A step that lasts until a time of day still ends
                at that time, or when the routine goes on after it. Going to another step ends the pause too.
                """)
        @OptionGroup var running: Running
        @OptionGroup var options: DaemonOptions

        func run() async throws { try await options.show(running.request(.pause)) }
    }

    struct Resume: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "resume", abstract: "Lets a paused routine go on where it was.")
        @OptionGroup var running: Running
        @OptionGroup var options: DaemonOptions

        func run() async throws { try await options.show(running.request(.resume)) }
    }

    struct Extend: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "extend", abstract: "Lets the step of a running routine last longer.")
        @Argument(help: "How much longer, as 10m.") var length: String
        @OptionGroup var running: Running
        @OptionGroup var options: DaemonOptions

        func run() async throws { try await options.show(running.request(.extend, length: length)) }
    }
}

extension DaemonOptions {
    fileprivate func show(_ request: RoutineControlRequest) async throws {
        try await show(Endpoints.Each.controlRoutine, request, warning: \.warning) {
            Describe.steered($0, LocalTimes(), longerBy: request.length)
        }
    }
}

extension Describe {
    /// What became of a routine that somebody started, for example `“story” runs on nursery until 20:30`.
    static func started(_ routine: RoutineDocument, _ times: LocalTimes) -> String {
        let subject = "“\(routine.name)”"
        if let end = times.text(routine.waitsUntil) {
            return
                "\(subject) begins on \(routine.device) when the routine that runs has ended, until \(end) at the latest."
        }
        if let end = times.text(routine.running?.until) { return "\(subject) runs on \(routine.device) until \(end)." }
        guard routine.running == nil || routine.steps.count == 1 else { return steered(routine, times) }
        return "\(subject) runs on \(routine.device) until it is stopped."
    }

    /// Where a routine stands after somebody steered it, for example `“story” on nursery is at step 2 of 3 until 20:30`.
    ///
    /// Of a paused step that lasts longer now, by `length`, only that is known: its end depends on when it goes on.
    static func steered(_ routine: RoutineDocument, _ times: LocalTimes, longerBy length: String? = nil) -> String {
        let subject = "“\(routine.name)” on \(routine.device)"
        guard let run = routine.running else { return "\(subject) has ended." }
        let step = "step \(run.step) of \(routine.steps.count)"
        guard run.pausedSince == nil else {
            let longer = length.map { ", which lasts \($0) longer" } ?? ""
            return "\(subject) is paused in \(step)\(longer). It goes on with `lull routine resume`."
        }
        guard let end = times.text(run.stepUntil) else {
            let isLast = run.step == routine.steps.count
            return "\(subject) is at \(step) until \(isLast ? "it is stopped" : "`lull routine next`")."
        }
        return "\(subject) is at \(step) until \(end)."
    }
}
