// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import SimulatedDevice
import SleepModel
import Storage
import Testing

@testable import Composition
@testable import Household

/// Programs of the mirror beside rings, and what people call off shortly before.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct MirrorMeetingNightTests {
    private let bird = SoundID(rawValue: 9)

    @Test(arguments: ["06:55", "07:00"])
    func alarm_ringsByItself_whenTheNightEndsInItsRing(at time: String) async throws {
        let night = try await SimulatedNight("2027-01-05 19:00")
        try await night.live {
            try await night.addAlarm(at: time)
            try await night.setBedtime(wake: "07:00", windDown: "0s")
            try await night.mirror(on: true)
            try await night.wait(until: "2027-01-05 21:00")
        }
        try night.pass(until: "2027-01-06 07:00:05")
        #expect(await night.state.sound == bird)
        try night.pass(until: "2027-01-06 07:20")
        #expect(await night.state.sound == bird)
        try night.pass(until: "2027-01-06 07:31")
        #expect(await !night.state.isOn)
    }

    /// The host does nothing as the wake light begins, since the alarm goes on.
    @Test func alarm_ringsOn_whenTheProgramOfTheWakeLightBeginsInIt() async throws {
        let night = try await SimulatedNight("2027-01-05 19:00")
        try await night.live {
            try await night.addAlarm(at: "06:20", days: nil, color: "#0000ff") { $0.ringFor = "30m" }
            try await night.setBedtime(wake: "07:00", windDown: "0s")
            try await night.mirror(on: true)
            try await night.wait(until: "2027-01-06 03:00")
            try await night.setDeviceClock(off: 20)
            try await night.wait(until: "2027-01-06 06:49")
            try await night.snooze(for: "9m")
            try await night.wait(until: "2027-01-06 06:58:30")
            #expect(await night.state.sound == bird)
            try await night.wait(until: "2027-01-06 07:00:30")
            #expect(try await night.phases == ["up": .ringing])
            #expect(await night.state.sound == bird)
        }
    }

    @Test func unpair_takesTheProgramAway_shortlyBeforeItsAlarm() async throws {
        let night = try await SimulatedNight("2027-01-05 19:00")
        try await night.live {
            try await night.addAlarm()
            try await night.mirror(on: true)
            try await night.wait(until: "2027-01-06 06:59:20")
            let gone = try await night.perform(Endpoints.unpair, DeviceSelection(device: "nursery"))
            #expect(gone.device.reason == nil)
            try await night.wait(until: "2027-01-06 07:00:30")
            #expect(await !night.state.isOn)
        }
    }

    /// A program that begins and ends changes everything, as a loss of power does; the clock that goes on tells them apart.
    @Test func light_thatSomebodySet_isBack_afterTheDeviceRangByItselfOutOfReach() async throws {
        let night = try await SimulatedNight("2027-01-06 05:00")
        try await night.live {
            try await night.addAlarm { ($0.ringFor, $0.volume) = ("3m", 46) }
            try await night.mirror(on: true)
            _ = try await night.perform(Endpoints.sound, SoundRequest(device: "nursery", sound: "rain", volume: 30))
            try await night.wait(until: "2027-01-06 05:10")
            try await night.light("green", 24)
            try await night.wait(until: "2027-01-06 06:30")
            await night.peripheral.setRefusesConnections(true)
            try await night.wait(until: "2027-01-06 07:20")
            await night.peripheral.setRefusesConnections(false)
            try await night.wait(until: "2027-01-06 07:30")
        }
        #expect(
            night.story == [
                "05:00 rain 30%", "05:10 green 24% rain 30%", "07:00 bird 46%", "07:03 off", "07:20 green 24%",
            ])
        #expect(try await night.entries().filter { $0.outcome == .restarted } == [])
        #expect(try await night.entries().map(\.name).contains("program “Lull alarm” ended"))
    }
}
