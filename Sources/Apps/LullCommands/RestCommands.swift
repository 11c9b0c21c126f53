// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ControlAPI

struct PauseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pause", abstract: "Suspends all schedules, for example for a holiday.",
        discussion: "What already runs goes on to its end.")

    @Option(help: "The end, as 2027-08-15, 2027-08-15T12:00, 07:00, 12h or 5d. Default: `lull resume`.")
    var until: String?
    @Option(help: "One device. Default: all.") var device: String?
    @OptionGroup var options: DaemonOptions

    func run() async throws {
        try await options.show(Endpoints.pause, PauseRequest(until: until, device: device)) {
            $0.sentence(LocalTimes())
        }
    }
}

struct ResumeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume", abstract: "Ends a pause.")

    @Option(help: "One device. Default: all.") var device: String?
    @OptionGroup var options: DaemonOptions

    func run() async throws {
        let choice = DeviceChoice(device: device)
        let answer = try await options.ask(Endpoints.resume, choice)
        try options.show(
            answer,
            asLines: {
                // Everything may still be paused.
                $0.map { $0.device.map { "The own pause of \($0) has ended." } ?? "Schedules are no longer paused." }
            })
    }
}

extension PauseDocument {
    /// What is paused, and until when.
    func sentence(_ times: LocalTimes) -> String {
        let end = times.text(until).map { "until \($0)" } ?? "until `lull resume`"
        return "Schedules\(device.map { " of \($0)" } ?? "") are paused \(end)."
    }
}
