// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ControlAPI

struct PauseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pause", abstract: "Suspends all schedules, for example for a holiday.",
        discussion: """
            What already runs goes on to its end. There is one pause at a time: another one in the time of a pause ahead takes \
            its place.
            """)

    @Option(help: "The beginning, in the same forms as the end. Default: now.") var from: String?
    @Option(
        help:
            "The end, as sunday, 2027-08-15, 2027-08-15T12:00, 07:00, 12h or 5d, counted from --from. Default: `lull resume`."
    )
    var until: String?
    @Option(help: "The time zone of these times, as Europe/Berlin. Default: this computer's.") var zone: String?
    @OptionGroup var place: DeviceOrAll
    @Flag(help: "Show the pauses that last or are to begin, instead of beginning one.") var list = false
    @OptionGroup var options: DaemonOptions

    func validate() throws {
        guard list, from != nil || until != nil || zone != nil || place.value != nil else { return }
        throw ValidationError("--list begins no pause. Leave the other options out, or leave --list out.")
    }

    func run() async throws {
        guard !list else {
            return try options.show(
                try await options.ask(Endpoints.pauses),
                asLines: { pauses in
                    pauses.isEmpty ? ["Nothing is paused."] : pauses.map { $0.sentence(LocalTimes()) }
                })
        }
        try await options.show(
            Endpoints.Each.pause, PauseRequest(from: from, until: until, device: place.value, zone: zone),
            warning: \.warning
        ) {
            $0.sentence(LocalTimes())
        }
    }
}

struct ResumeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume", abstract: "Ends a pause.")

    @OptionGroup var place: DeviceOrAll
    @OptionGroup var options: DaemonOptions

    func run() async throws {
        let choice = DeviceChoice(device: place.value)
        let answer = try await options.ask(Endpoints.resume, choice)
        try options.show(
            answer,
            asStyledLines: { ended in
                ended.map { StyledLine($0.ending(LocalTimes())) } + Describe.warning(ended.first?.warning)
            })
    }
}

extension PauseDocument {
    /// What is paused, and until when.
    func sentence(_ times: LocalTimes) -> String {
        let start = begun ? "" : times.text(since, zone: zone).map { " from \($0)" } ?? ""
        let end = times.text(until, zone: zone).map { "until \($0)" } ?? "until `lull resume`"
        return "Schedules\(device.map { " of \($0)" } ?? "") are paused\(start) \(end)\(replacing(times))."
    }

    /// The pause in whose place it is, as the end of a sentence.
    private func replacing(_ times: LocalTimes) -> String {
        guard let replaced, let since = times.text(replaced.since) else { return "" }
        return ", in place of the one from \(since)" + (times.text(replaced.until).map { " until \($0)" } ?? "")
    }

    /// That it has ended, or does not begin.
    func ending(_ times: LocalTimes) -> String {
        guard begun else {
            return "The pause\(device.map { " of \($0)" } ?? "") from \(times.text(since) ?? "later") is called off."
        }
        return device.map { "The pause of \($0) has ended." } ?? "Schedules are no longer paused."
    }
}
