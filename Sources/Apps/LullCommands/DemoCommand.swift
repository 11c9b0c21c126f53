// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CivilTime
import Composition
import ControlAPI

struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Shows a whole night on a simulated device.")

    @Flag(help: "Print one JSON document at the end instead of lines as it goes.") var json = false
    @Option(help: "At most how many times as fast as real time, 60 to 3600. Default: as fast as the machine can.")
    var speed: WholeNumber?

    /// The widest chart, in columns.
    private static let widest = 100

    func validate() throws {
        guard let speed = speed?.value else { return }
        guard (60...3600).contains(speed) else {
            throw ValidationError("--speed \(speed) is out of range. Give a number from 60 to 3600.")
        }
    }

    func run() async throws {
        guard let start = Instant(iso8601: "2027-01-04T19:30:00Z") else {
            throw ControlError(.internalError, "The demonstration has no start.", advice: "Please report this.")
        }
        let household = try await SimulatedHousehold(start: start, speed: speed?.value)
        let isJSON = json
        let (timeline, chart) = try await household.run {
            let night = DemoNight(household: household, isQuiet: isJSON)
            return (try await night.live(), night.chart)
        }
        guard !json else { return try Output.write(json: timeline) }
        try Output.write(lines: [""] + chart.lines(width: min(Terminal.width, Self.widest)))
    }
}
