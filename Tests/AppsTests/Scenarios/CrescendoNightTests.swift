// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import SleepModel
import Testing

@testable import Composition

/// Alarms that become louder, by what reaches the device.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct CrescendoNightTests {
    @Test func alarm_becomesLouderOnTheDevice_untilItIsAtItsVolume() async throws {
        let night = try await SimulatedNight("2027-01-05 06:00")
        try await night.live {
            var request = AlarmRequest(name: "up", device: "nursery", at: "07:00", volume: 50)
            request.crescendo = "60s"
            _ = try await night.perform(Endpoints.addAlarm, request)
            try await night.wait(until: "2027-01-05 07:00:05")
            #expect(await night.state.isOn)
            #expect(await night.state.volume < Level(rawValue: 40))
            try await night.wait(until: "2027-01-05 07:00:35")
            #expect((Level(rawValue: 64)...Level(rawValue: 100)).contains(await night.state.volume))
            try await night.wait(until: "2027-01-05 07:01:05")
            #expect(await night.state.volume == Level(percent: 50))
        }
        let volumes = try night.commands().filter { $0.hasPrefix("SV") }.compactMap {
            UInt8($0.dropFirst(2), radix: 16)
        }
        #expect(volumes.first == Level.ringFloor.rawValue)
        #expect(volumes.last == Level(percent: 50)?.rawValue)
        #expect(volumes == volumes.sorted())
        #expect((10...120).contains(volumes.count))
    }
}
