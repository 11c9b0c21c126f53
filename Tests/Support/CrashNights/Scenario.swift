// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SeededRandom
import SleepModel

/// What happens in the night of a run: the same for the same run.
struct Scenario: Sendable {
    /// The zone of the host when it begins.
    let zone: String
    let start: Instant
    let steps: [ScenarioStep]

    static let devices: [MacAddress] = [0xB4, 0xB5].compactMap {
        MacAddress(bytes: [0xDC, 0x06, 0x41, 0xDC, 0x1A, $0])
    }

    /// Around what the clocks and calendars of these zones do on these days.
    private static let transitions = [
        ("America/New_York", "2026-11-01T06:00:00Z"), ("America/New_York", "2027-03-14T07:00:00Z"),
        ("Europe/Berlin", "2026-10-25T01:00:00Z"), ("Europe/Berlin", "2027-03-28T01:00:00Z"),
        ("Australia/Lord_Howe", "2026-10-03T15:30:00Z"), ("Australia/Lord_Howe", "2027-04-03T15:00:00Z"),
        ("Antarctica/Troll", "2027-03-28T01:00:00Z"), ("America/Nuuk", "2027-03-28T01:00:00Z"),
        ("Pacific/Chatham", "2026-09-26T14:00:00Z"), ("Pacific/Chatham", "2027-04-03T14:00:00Z"),
        ("Africa/Cairo", "2027-04-29T22:00:00Z"), ("Africa/Cairo", "2026-10-29T21:00:00Z"),
        ("Asia/Beirut", "2027-03-27T22:00:00Z"), ("America/Santiago", "2026-09-06T04:00:00Z"),
        ("Africa/Casablanca", "2026-02-15T02:00:00Z"), ("Pacific/Apia", "2011-12-30T10:00:00Z"),
        ("Pacific/Kwajalein", "1993-08-21T12:00:00Z"), ("Europe/London", "2038-10-31T01:00:00Z"),
    ]
    private static let otherZones = [
        "America/Los_Angeles", "America/New_York", "Europe/Dublin", "Asia/Kathmandu", "Pacific/Kiritimati", "UTC",
    ]

    init(of run: CrashRun) {
        var generator = SeededGenerator(run, use: 0)
        let (zone, text) = generator.pick(Self.transitions)
        self.zone = zone
        start = (Instant(iso8601: text) ?? .min) - generator.duration(.hours(20)...(.days(8)))
        let maker = StepMaker(
            generator: generator, zones: [zone] + Self.otherZones, wish: run.point)
        steps = maker.steps()
    }
}
