// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CivilTime
import Composition
import ControlAPI
import ControlClient
import SleepModel

/// The options of every command that asks the daemon.
struct DaemonOptions: ParsableArguments {
    @Option(help: "The daemon's socket; else LULL_SOCKET, else the user's or the system's default.")
    var socket: String?

    @Flag(help: "Print one JSON document instead of text.")
    var json = false

    /// The daemon.
    var daemon: any ControlService {
        ControlHTTPClient(socketPath: socket ?? DefaultPaths.daemonSocket)
    }

    /// Prints an answer as JSON or as text.
    func show<Answer: Encodable>(_ answer: Answer, as text: (Answer) -> String) throws(ControlError) {
        if json {
            try Output.write(json: answer)
        } else {
            try Output.write(text(answer))
        }
    }
}

/// A percentage as people write it: `30` or `30%`.
struct Percent: ExpressibleByArgument {
    let value: Int

    init?(argument: String) {
        let digits = argument.hasSuffix("%") ? String(argument.dropLast()) : argument
        guard let value = Int(digits) else { return nil }
        self.value = value
    }
}

/// Shows instants in the host's zone, or in the one a schedule is pinned to.
struct LocalTimes {
    private let database = ZoneDatabase()
    private let host: ZoneRules

    init() {
        let database = ZoneDatabase()
        host = database.hostZoneIdentifier().flatMap { try? database.rules(for: $0) } ?? .utc
    }

    /// The weekday, date and time, for example `Sun 2027-03-14 07:30`, with the name of a pinned zone.
    func text(_ instant: Instant?, zone name: String? = nil) -> String? {
        guard let instant else { return nil }
        let pinned = name.flatMap { try? database.rules(for: $0) }
        let civil = (pinned ?? host).civil(at: instant)
        let day = civil.date.weekday.shortName
        let text = day.prefix(1).uppercased() + day.dropFirst() + " \(civil.date) \(civil.time)"
        return pinned.map { "\(text) \($0.identifier)" } ?? text
    }
}
