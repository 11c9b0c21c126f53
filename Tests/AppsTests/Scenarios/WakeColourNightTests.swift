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
    /// A night whose light is red from 06:30 on and green from 07:00 on, and an alarm.
    private func night(alarmAt time: String, color: String? = nil) async throws -> SimulatedNight {
        let night = try await SimulatedNight("2027-01-05 19:00")
        try await night.live {
            try await night.setBedtime(wake: "07:00") {
                ($0.stayInBed, $0.stayInBedLight, $0.wakeLight) = ("30m", "red 20%", "green 20%")
            }
            try await night.addAlarm(at: time, color: color)
        }
        return night
    }

    @Test(arguments: [false, true])
    func ring_leavesTheColour_whichChangesAtItsTime(isTouched: Bool) async throws {
        let night = try await night(alarmAt: "06:59")
        try await night.live {
            try await night.saveLoudFavourite()
            try await night.wait(until: "2027-01-06 07:01")
            if isTouched { await night.peripheral.touchRing() } else { try await night.snooze() }
            try await night.wait(until: "2027-01-06 07:01:05")
            #expect(try await night.phases == ["up": .snoozed])
            try await night.wait(until: "2027-01-06 08:00")
        }
        let touch = isTouched ? ["07:01 red 100% rain 95%", "07:01 red 100%"] : []
        #expect(
            night.story == [
                "19:30–19:57 amber 40%→1% rain 30%", "19:59 rain 30%", "06:30 red 20% rain 30%",
                "06:59 red 20% bird 50%", "07:00 green 20% bird 50%",
            ] + touch + ["07:01 green 20%", "07:10 green 20% bird 50%", "07:30 bird 50%", "07:40 off"])
    }

    @Test func ring_showsTheLightThatSomebodyGaveIt_andThenTheColourAgain() async throws {
        let night = try await night(alarmAt: "07:00", color: "blue")
        try await night.live {
            try await night.wait(until: "2027-01-06 07:05")
            try await night.dismiss()
            try await night.wait(until: "2027-01-06 08:00")
        }
        #expect(
            night.story == [
                "19:30–19:57 amber 40%→1% rain 30%", "19:59 rain 30%", "06:30 red 20% rain 30%",
                "07:00 blue 100% bird 50%", "07:05 green 20%", "07:30 off",
            ])
    }
}
