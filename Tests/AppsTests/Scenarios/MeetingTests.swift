// SPDX-License-Identifier: Apache-2.0

import CivilTime
import ControlAPI
import SimulatedDevice
import SleepModel
import Storage
import Testing

@testable import Clocks

/// Who wins where people, alarms, routines and bedtimes meet on one device.
@MainActor
@Suite(.timeLimit(.minutes(2)))
struct MeetingTests {
    private let rain = SoundID(rawValue: 7)
    private let bird = SoundID(rawValue: 9)
    private let red = RGBColor(red: 255, green: 0, blue: 0)
    private let blue = RGBColor(red: 0, green: 0, blue: 255)

    private func night() async throws -> SimulatedNight { try await SimulatedNight("2027-01-05 19:00") }

    private func color(on night: SimulatedNight) async -> RGBColor? {
        guard case .color(let color) = await night.state.light.appearance else { return nil }
        return color
    }

    @Test func light_staysAsSet_untilTheNextStepOfTheRoutine() async throws {
        let night = try await night()
        try await night.live {
            try await night.addRoutine(
                at: "20:00", "light red 50%; sound rain 30%; for 10m", "sound ocean; for 10m", "light green; for 10m")
            try await night.wait(until: "2027-01-05 20:05")
            try await night.light("blue", 80)
            try await night.wait(until: "2027-01-05 20:31")
        }
        // The second step changes the sound alone.
        #expect(
            night.story == [
                "20:00 red 50% rain 30%", "20:05 blue 80% rain 30%", "20:10 blue 80% ocean 30%",
                "20:20 green 50% ocean 30%", "20:30 off",
            ])
    }

    @Test func ring_goesOnAtAFloor_whenTheVolumeIsTurnedDown() async throws {
        let night = try await SimulatedNight("2027-01-05 06:00")
        try await night.live {
            try await night.addAlarm()
            try await night.wait(until: "2027-01-05 07:02")
            try await night.volume(1)
            try await night.wait(until: "2027-01-05 07:02:05")
            #expect(try await night.phases == ["up": .ringing])
        }
        #expect(night.story == ["07:00 bird 50%", "07:02 bird 10%"])
    }

    @Test func volume_setForARing_isNotThatOfTheNight() async throws {
        let night = try await night()
        try await night.live {
            try await night.setBedtime(wake: "07:00")
            try await night.addAlarm(at: "06:00")
            try await night.wait(until: "2027-01-06 06:02")
            try await night.volume(80)
            try await night.wait(until: "2027-01-06 06:03")
            try await night.dismiss()
            try await night.wait(until: "2027-01-06 08:00")
        }
        #expect(
            night.story == [
                "19:30–19:57 amber 40%→1% rain 30%", "19:59 rain 30%", "06:00 bird 50%", "06:02 bird 80%",
                "06:03 rain 30%", "07:00 green 20%", "07:30 off",
            ])
    }

    @Test func alarm_isDismissed_whenTheDeviceIsTappedOff() async throws {
        let night = try await SimulatedNight("2027-01-05 06:00")
        try await night.live {
            try await night.addAlarm()
            try await night.wait(until: "2027-01-05 07:02")
            await night.peripheral.holdRing()
            try await night.wait(until: "2027-01-05 07:40")
        }
        #expect(night.story == ["07:00 bird 50%", "07:02 off"])
        #expect(try await night.outcomes() == ["5 started", "5 dismissed"])
    }

    @Test(arguments: [false, true])
    func sunrise_staysDarkAndTheAlarmRings_whenSwitchedOffInIt(atTheDevice: Bool) async throws {
        let night = try await SimulatedNight("2027-01-05 06:00")
        try await night.live {
            try await night.addAlarm(sunrise: "30m")
            try await night.wait(until: "2027-01-05 06:45")
            if atTheDevice { await night.peripheral.holdRing() } else { try await night.power(on: false) }
            try await night.wait(until: "2027-01-05 07:00:05")
            #expect(try await night.phases == ["up": .ringing])
            try await night.wait(until: "2027-01-05 08:00")
        }
        #expect(night.story == ["06:30–06:44 warm-white 1%→20%", "06:45 off", "07:00 bird 50%", "07:30 off"])
    }

    @Test(arguments: [false, true])
    func bedtime_isCancelledForTonight_whenSwitchedOffInIt(atTheDevice: Bool) async throws {
        let night = try await night()
        try await night.live {
            try await night.setBedtime(wake: "07:00")
            try await night.wait(until: "2027-01-05 21:00")
            if atTheDevice { await night.peripheral.holdRing() } else { try await night.power(on: false) }
            try await night.wait(until: "2027-01-06 12:00")
            #expect(await !night.state.isOn)
            #expect(try night.commands(since: "2027-01-05 21:01").filter { $0 == "SI01" }.isEmpty)
            try await night.wait(until: "2027-01-06 21:00")
            #expect(await night.state.sound == rain)
            #expect(await night.state.isOn)
        }
    }

    @Test func hold_endsAfterFourHours_andTheNightShowsAgain() async throws {
        let night = try await night()
        try await night.live {
            try await night.addRoutine(at: "20:00", "light #ff0000 50%; until 07:00")
            try await night.wait(until: "2027-01-05 20:05")
            try await night.light("#0000ff", 80)
            try await night.wait(until: "2027-01-06 00:04")
            #expect(await self.color(on: night) == blue)
            try await night.wait(until: "2027-01-06 00:06")
            #expect(await self.color(on: night) == red)
        }
    }

    @Test func hold_ends_whenSomethingScheduledBegins() async throws {
        let night = try await night()
        try await night.live {
            try await night.addRoutine(at: "20:00", "light #ff0000 50%; until 07:00")
            try await night.light("#0000ff", 80)
            try await night.wait(until: "2027-01-05 20:00:05")
            #expect(await self.color(on: night) == red)
        }
    }

    @Test func routine_goesOnWhereItWouldBe_afterAnAlarmInIt() async throws {
        let night = try await night()
        try await night.live {
            try await night.addRoutine(at: "20:00", "light red 50%; for 10m", "light blue 50%; for 20m")
            try await night.addAlarm(at: "20:05")
            try await night.wait(until: "2027-01-05 20:12")
            try await night.dismiss()
            try await night.wait(until: "2027-01-05 20:12:05")
            #expect(try await night.step == 2)
            try await night.wait(until: "2027-01-05 21:00")
        }
        #expect(
            night.story == [
                "20:00 red 50%", "20:05 red 50% bird 50%", "20:10 blue 50% bird 50%", "20:12 blue 50%", "20:30 off",
            ])
    }

    @Test func routine_isOver_whenAnAlarmOutlastsIt() async throws {
        let night = try await night()
        try await night.live {
            try await night.addRoutine(at: "20:00", "light #ff0000 50%; for 10m")
            try await night.addAlarm(at: "20:05")
            try await night.wait(until: "2027-01-05 20:12")
            #expect(await night.state.sound == bird)
            try await night.dismiss()
            try await night.wait(until: "2027-01-05 20:12:05")
            #expect(await !night.state.isOn)
        }
        #expect(try await night.outcomes("dusk") == ["5 started", "5 done"])
    }

    /// The device's own sleep timer runs in the wake light of a bedtime.
    @Test func device_staysOff_whenItsSleepTimerEndsInTheWakeLight() async throws {
        let night = try await night()
        try await night.live {
            try await night.setBedtime(wake: "07:00")
            try await night.wait(until: "2027-01-06 07:05")
            try await night.startTimer("10m")
            try await night.wait(until: "2027-01-06 21:00")
        }
        #expect(
            night.story == [
                "19:30–19:57 amber 40%→1% rain 30%", "19:59 rain 30%", "07:00 green 20%", "07:15 off",
                "19:30–19:57 amber 40%→1% rain 30%", "19:59 rain 30%",
            ])
    }

    @Test func change_atTheDevice_holdsItsChannelAlone() async throws {
        let night = try await night()
        try await night.live {
            try await night.addRoutine(
                at: "20:00", "light #ff0000 50%; sound rain; for 10m", "light #0000ff 50%; for 10m")
            try await night.wait(until: "2027-01-05 20:05")
            await night.peripheral.touchRing()
            try await night.wait(until: "2027-01-05 20:06")
            let touched = await night.state
            #expect(touched.favourite != nil || touched.sound != rain || touched.isOn, "\(touched)")
            #expect(try await night.step == 1)
            try await night.wait(until: "2027-01-05 20:10:05")
            #expect(await self.color(on: night) == blue)
        }
    }

    /// Every step of a fade is reported by the device, and none is taken for a change that somebody made.
    @Test func fade_isNobodysChange_thoughTheDeviceReportsIt() async throws {
        let night = try await SimulatedNight("2027-01-05 06:00")
        try await night.live {
            try await night.addAlarm(sunrise: "30m")
            try await night.wait(until: "2027-01-05 07:01")
        }
        let touched = try await night.store.entries(since: nil, device: nil, limit: 1000)
            .filter { $0.outcome == .touched }
        #expect(touched.isEmpty)
    }

    @Test func routine_takesThePlace_ofTheOneThatRuns() async throws {
        let night = try await night()
        try await night.live {
            try await night.addRoutine("first", at: "20:00", "sound rain; for 30m")
            try await night.addRoutine("second", at: "20:10", "light #0000ff 50%; for 10m")
            try await night.wait(until: "2027-01-05 20:10:05")
            #expect(await self.color(on: night) == blue)
            #expect(await night.state.sound == .none)
            try await night.wait(until: "2027-01-05 20:20:05")
            #expect(await !night.state.isOn)
        }
        let outcomes = try await night.outcomes("first")
        #expect(outcomes == ["5 started", "5 superseded"])
    }

    /// A device that nobody reaches for a while shows what is true when it is back, and does not ring for what is over.
    @Test func device_showsWhatIsTrue_whenItIsWithinReachAgain() async throws {
        let night = try await night()
        try await night.live {
            try await night.setBedtime(wake: "07:00")
            try await night.addAlarm(at: "06:00")
            await night.peripheral.setRefusesConnections(true)
            try await night.wait(until: "2027-01-05 22:00")
            #expect(await !night.state.isOn)
            await night.peripheral.setRefusesConnections(false)
            try await night.wait(until: "2027-01-05 22:05")
            #expect(await night.state.isOn)
            #expect(await night.state.sound == rain)
            await night.peripheral.setRefusesConnections(true)
            await night.peripheral.dropConnection()
            try await night.wait(until: "2027-01-06 06:40")
            await night.peripheral.setRefusesConnections(false)
            try await night.wait(until: "2027-01-06 06:55")
            #expect(await night.state.sound == rain)
        }
        #expect(try await night.outcomes() == ["6 started undelivered", "6 missed undelivered"])
        #expect(try night.commands().allSatisfy { $0 != "SN09" })
    }
}
