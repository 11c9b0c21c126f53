// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import Testing

/// What a sunrise sends to the device.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct SunriseNightTests {
    /// A light has 255 levels, and each is sent at most once.
    @Test func sunrise_takesAtMost255Writes_inHalfAnHour() async throws {
        let night = try await SimulatedNight("2027-01-04 06:00")
        try await night.live {
            _ = try await night.perform(
                Endpoints.addAlarm,
                AlarmRequest(
                    name: "up", device: "nursery", at: "06:45", days: "daily", sunrise: "30m", color: "warm-white",
                    sound: "bird", volume: 40))
            try await night.wait(until: "2027-01-04 06:44:59")
        }
        let writes = try night.commands(since: "2027-01-04 06:10")
        let levels = writes.filter { $0.hasPrefix("SC") }.compactMap { UInt8($0.suffix(2), radix: 16) }
        #expect(writes.count <= 255)
        #expect(levels == Array(Set(levels)).sorted())
        #expect((levels.first, levels.last) == (1, 253))
    }
}
