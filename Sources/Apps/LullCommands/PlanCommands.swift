// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ControlAPI

struct NextCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "next", abstract: "Shows what will happen, when and why.")

    @Option(help: "How many days ahead, 1 to 366.") var days = 1
    @OptionGroup var options: DaemonOptions

    func run() async throws {
        let query = NextQuery(days: days)
        let (occurrences, pauses) = try await options.ask {
            try await ($0.perform(Endpoints.next, query), $0.perform(Endpoints.pauses))
        }
        try options.show(occurrences) { occurrences in
            let rests = pauses.map { $0.sentence(LocalTimes()) }
            guard !occurrences.isEmpty else { return rests + ["Nothing is planned."] }
            var table = TextTable(["when", "device", "kind", "name", "why"])
            for next in occurrences { table.add([next.local, next.device, next.kind, next.name, next.why]) }
            return rests + table.lines
        }
    }
}

struct LogCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "log", abstract: "Shows what happened.")

    @Option(help: "From when on, as 2027-03-14T07:30:00Z or 12h.") var since: String?
    @Option(help: "One device; else all.") var device: String?
    @OptionGroup var options: DaemonOptions

    func run() async throws {
        let query = LogQuery(since: since, device: device)
        let entries = try await options.ask(Endpoints.log, query)
        try options.show(entries) { entries in
            entries.isEmpty ? ["Nothing happened."] : Describe.log(entries, LocalTimes())
        }
    }
}
