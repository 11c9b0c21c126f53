// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import SimulatedDevice
import SleepModel
import Storage
import Testing

@testable import Composition

/// A device that loses its power while a command waits for it.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct PowerLossNightTests {
    /// What was set before is over, as the device comes back off.
    ///
    /// What somebody wanted meanwhile is not.
    @Test func commandThatWaits_reachesTheDevice_afterALossOfPower() async throws {
        let night = try await SimulatedNight("2027-01-05 17:00")
        try await night.live {
            _ = try await night.perform(Endpoints.setGroup, GroupRequest(name: "kids", devices: ["nursery"]))
            try await night.light("amber", 30)
            try await night.volume(20)
            try await night.wait(until: "2027-01-05 17:42")
            try await night.setAway(true)
            await night.peripheral.unplug(for: .seconds(20))
            let answer = try await night.perform(
                Endpoints.Each.light, LightRequest(device: "kids", color: "blue", brightness: 30))
            #expect(answer.members.map { $0.reply?.outcome } == [.pending])
            try await night.wait(until: "2027-01-05 17:50")
            try await night.setAway(false)
            try await night.wait(until: "2027-01-05 17:55")
            #expect(await night.state.isOn)
            #expect(await night.state.light.text() == "blue 30%")
            let owners = try await night.perform(Endpoints.status, DeviceChoice()).first?.owners
            #expect(owners?.mapValues(\.layer) == ["power": .manual, "light": .manual])
        }
        let log = try await night.store.entries(since: nil, device: nil, limit: 100)
            .filter { $0.name == "light blue 30%" }
        #expect(log.map(\.outcome) == [.pending, .confirmed])
    }

    /// Nobody wants it on after that: what was set before is over, and so is the alarm.
    @Test(arguments: [
        ("2027-01-05 17:42", "2027-01-05 17:47"), ("2027-01-05 17:46", "2027-01-05 17:47"),
        ("2027-01-05 17:42", "2027-01-05 17:49:58"), ("2027-01-05 17:46", "2027-01-05 17:49:58"),
    ])
    func device_staysOff_whenAnAlarmIsDismissed_beforeItIsBackFromALossOfPower(
        unplugged: String, dismissed: String
    ) async throws {
        let night = try await SimulatedNight("2027-01-05 17:00")
        try await night.live {
            try await night.addAlarm(at: "17:45")
            try await night.light("amber", 20)
            try await night.wait(until: unplugged)
            try await night.setAway(true)
            await night.peripheral.unplug(for: .seconds(20))
            try await night.wait(until: dismissed)
            try await night.dismiss()
            try await night.wait(until: "2027-01-05 17:50")
            try await night.setAway(false)
            try await night.wait(until: "2027-01-05 17:55")
            #expect(await !night.state.isOn)
            let owners = try await night.perform(Endpoints.status, DeviceChoice()).first?.owners
            #expect(owners == [:])
        }
    }
}
