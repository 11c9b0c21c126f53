// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import SimulatedDevice
import SleepModel
import Storage
import Testing

@testable import Composition

/// Alarms at the time at which a bedtime says by a colour whether to get up, by what reaches the device.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct WakeColourNightTests {
    private let red = RGBColor(red: 255, green: 0, blue: 0)
    private let green = RGBColor(red: 0, green: 255, blue: 0)
    private let blue = RGBColor(red: 0, green: 0, blue: 255)
    private let bird = SoundID(rawValue: 9)

    /// A night whose light is red from 06:30 on and green from 07:00 on, and an alarm.
    private func night(alarmAt time: String, color: String? = nil) async throws -> SimulatedNight {
        let night = try await SimulatedNight("2027-01-05 19:00")
        try await night.live {
            var bedtime = BedtimeRequest(device: "nursery", at: "20:00", sound: "rain", wake: "07:00")
            (bedtime.stayInBed, bedtime.stayInBedLight, bedtime.wakeLight) = ("30m", "#ff0000 20%", "#00ff00 20%")
            _ = try await night.perform(Endpoints.setBedtime, bedtime)
            _ = try await night.perform(
                Endpoints.addAlarm,
                AlarmRequest(name: "up", device: "nursery", at: time, days: "daily", color: color, sound: "bird"))
        }
        return night
    }

    private func color(on night: SimulatedNight) async -> RGBColor? {
        guard case .color(let color) = await night.state.light.appearance else { return nil }
        return color
    }

    @Test(arguments: [false, true])
    func ring_leavesTheColour_whichChangesAtItsTime(isTouched: Bool) async throws {
        let night = try await night(alarmAt: "06:59")
        try await night.live {
            try await night.saveLoudFavourite()
            try await night.wait(until: "2027-01-06 06:59:05")
            #expect(await night.state.sound == self.bird)
            #expect(await self.color(on: night) == self.red)
            try await night.wait(until: "2027-01-06 07:00:05")
            #expect(await night.state.sound == self.bird)
            #expect(await self.color(on: night) == self.green)
            try await night.wait(until: "2027-01-06 07:01")
            if isTouched {
                await night.peripheral.touchRing()
            } else {
                try await night.snooze()
            }
            try await night.wait(until: "2027-01-06 07:01:05")
            #expect(try await night.phases == ["up": .snoozed])
            #expect(await night.state.isOn)
            #expect(await night.state.sound == .none)
            #expect(await self.color(on: night) == self.green)
        }
    }

    @Test func ring_showsTheLightThatSomebodyGaveIt_andThenTheColourAgain() async throws {
        let night = try await night(alarmAt: "07:00", color: "#0000ff")
        try await night.live {
            try await night.wait(until: "2027-01-06 07:00:05")
            #expect(await self.color(on: night) == self.blue)
            try await night.dismiss()
            try await night.wait(until: "2027-01-06 07:00:10")
            #expect(await self.color(on: night) == self.green)
        }
    }
}
