// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ControlAPI

struct PauseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pause", abstract: "Lets everything scheduled rest, for a holiday say; what runs goes on.")

    @Option(help: "When it goes on, as 2027-08-15, 2027-08-15T12:00, 07:00 or 12h; else until `lull resume`.")
    var until: String?
    @Option(help: "One device; else all.") var device: String?
    @OptionGroup var options: DaemonOptions

    func run() async throws {
        let request = PauseRequest(until: until, device: device)
        let answer = try await options.ask(Endpoints.pause, request)
        try options.show(answer) { $0.sentence(LocalTimes()) }
    }
}

struct ResumeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume", abstract: "Lets what is paused go on.")

    @Option(help: "One device; else all.") var device: String?
    @OptionGroup var options: DaemonOptions

    func run() async throws {
        let choice = DeviceChoice(device: device)
        let answer = try await options.ask(Endpoints.resume, choice)
        try options.show(answer, asLines: { $0.map { "\($0.device ?? "Everything scheduled") goes on." } })
    }
}

extension PauseDocument {
    /// What rests, and until when.
    func sentence(_ times: LocalTimes) -> String {
        let end = times.text(until).map { "until \($0)" } ?? "until `lull resume`"
        return "\(device ?? "Everything scheduled") rests \(end)."
    }
}
