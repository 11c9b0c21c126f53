// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Composition
import ControlAPI
import FoundationEssentials
import LullCommands

extension DemoCommand: RunnableLocally {
    /// The widest chart, in columns.
    private static let widest = 100

    func runLocally() async throws {
        guard let start = Instant(iso8601: "2027-01-04T19:30:00Z") else {
            throw ControlError(.internalError, "The demonstration has no start.", advice: "Please report this.")
        }
        let file = try chart.map { try NewFile($0) }
        let household = try await SimulatedHousehold(start: start, speed: speed?.value)
        let isJSON = json
        let (timeline, chart, picture) = try await household.run {
            let night = DemoNight(household: household, isQuiet: isJSON)
            return (try await night.live(), night.chart, night.picture)
        }
        try file?.write(Data(picture.svg.utf8))
        guard !json else { return try Output.write(json: timeline) }
        try Output.write(lines: [""] + chart.lines(width: min(Terminal.width, Self.widest)))
    }
}
