// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import DeviceModules
import SimulatedDevice
import SleepModel
import Storage
import Testing

@testable import Composition

/// The end of something that a device out of reach has not taken, and a command that waits or fails beside it.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct WaitingEndNightTests {
    @Test(arguments: [nil, "kids", "nursery"], [DeviceAction.power(false), .power(true)])
    func end_reachesTheDevice_whenACommandDidNot(name: String?, action: DeviceAction) async throws {
        let night = try await SimulatedNight("2027-01-05 17:00")
        try await night.live {
            _ = try await night.perform(Endpoints.setGroup, GroupRequest(name: "kids", devices: ["nursery"]))
            try await night.addRoutine("dusk", at: "17:30", "light amber 40%; for 30m")
            try await night.wait(until: "2027-01-05 17:50")
            #expect(await night.state.isOn)
            try await night.setAway(true)
            try await night.wait(until: "2027-01-05 18:07")
            if let name {
                let answer = try? await night.perform(
                    Endpoints.Each.power, PowerRequest(device: name, on: action == .power(true)))
                #expect(answer?.members.map { $0.reply?.outcome } == (name == "kids" ? [.pending] : nil))
            }
            try await night.wait(until: "2027-01-05 18:29")
            try await night.setAway(false)
            try await night.wait(until: "2027-01-05 18:35")
            #expect(await !night.state.isOn)
        }
    }
}
