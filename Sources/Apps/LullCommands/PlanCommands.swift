// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ControlAPI

struct NextCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "next", abstract: "Shows what is planned, when and why.")

    @Argument(
        help: ArgumentHelp("One device or group. Default: all.", valueName: "device"), completion: .device)
    var place: String?
    @Option(help: "The same, as other commands take it.", completion: .device) var device: String?
    @Option(help: "How many days ahead, 1 to 366.") var days = WholeNumber(1)
    @OptionGroup var options: DaemonOptions

    func run() async throws {
        if let place, device != nil { throw ValidationError("Unexpected argument '\(place)'.") }
        let query = NextQuery(days: days.value, device: place ?? device, skipped: true)
        let (occurrences, pauses, all) = try await options.ask {
            try await ($0.perform(Endpoints.next, query), $0.perform(Endpoints.pauses), $0.perform(Endpoints.damaged))
        }
        let damaged = all.affecting(tables: .devices, .schedules, .overrides, .pauses, .holidays)
        let groups = try await options.groups(of: occurrences)
        try options.show(
            occurrences,
            asStyledLines: { occurrences in
                let times = LocalTimes()
                let paused =
                    pauses.map { StyledLine($0.sentence(times), .warning) }
                    + damaged.map { StyledLine($0.message, .warning) }
                guard !occurrences.isEmpty else {
                    let span = days.value == 1 ? "24 hours" : "\(days.value) days"
                    return paused + [StyledLine("Nothing is planned in the next \(span).")]
                }
                var table = TextTable(["when", "device", "kind", "name", "why"])
                let rows = Describe.rows(occurrences, groups) { next in
                    [times.text(next.at), next.device, Describe.kind(next.kind), next.name, next.why]
                }
                for row in rows { table.add(row) }
                return paused + table.styledLines
            })
        try damaged.requireNone(shown: !options.json)
    }
}

struct LogCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "log", abstract: "Shows what happened.",
        discussion: """
            A line each for what began and ended, the parts of a night, what people did, devices that were out of reach, \
            and a time of two minutes or more in which Lull did not run.
            """)

    @Option(
        help: """
            The first moment to show, as today, 07:30, 'yesterday 19:00', 'last night' (18:00 of the evening before), \
            2027-03-14, 2027-03-14T07:30, or 12h for the last 12 h.
            """)
    var since: String?
    @Option(help: "One device or group. Default: all.", completion: .device) var device: String?
    @OptionGroup var options: DaemonOptions

    func run() async throws {
        let query = LogQuery(since: since, device: device)
        let (entries, all) = try await options.askWithDamage(Endpoints.log, query)
        let damaged = all.affecting(tables: .log)
        try options.show(
            entries,
            asStyledLines: { entries in
                (entries.isEmpty ? [StyledLine("Nothing happened.")] : Describe.log(entries, LocalTimes()))
                    + damaged.map { StyledLine($0.message, .warning) }
            })
        try damaged.requireNone(shown: !options.json)
    }
}
