// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import SimulatedDevice
import SleepModel
import Testing

@testable import Composition

/// Two layers that want something of one device, by what it shows and by who `status` says decides and waits.
@MainActor
@Suite(.timeLimit(.minutes(2)))
struct LayerNightTests {
    /// A night with a red light and rain, from a wind-down at 19:30 until nine.
    private func setBedtime(on night: SimulatedNight) async throws {
        try await night.setBedtime(wake: "09:00", nightLight: "red 5%")
    }

    // MARK: - Alarms

    @Test func alarm_ringsOverTheLightOfAnother_whichStaysAfterIt() async throws {
        let night = try await SimulatedNight("2027-01-05 06:00")
        try await night.live {
            try await night.addAlarm("first", color: "blue", lightAfter: "1h")
            try await night.addAlarm("second", at: "07:30", color: "green")
            try await night.wait(until: "2027-01-05 07:05")
            try await night.dismiss("first")
            try await night.wait(until: "2027-01-05 07:31")
            #expect(try await night.layers() == [.alarm, .lightAfter])
            try await night.dismiss("second")
            try await night.wait(until: "2027-01-05 07:32")
            #expect(try await night.layers() == [.lightAfter])
            try await night.wait(until: "2027-01-05 08:30")
        }
        #expect(
            night.story == [
                "07:00 blue 100% bird 50%", "07:05 blue 100%", "07:30 green 100% bird 50%", "07:31 blue 100%",
                "08:05 off",
            ])
    }

    @Test func alarm_ringsOnADevice_thatItsSleepTimerSwitchedOff() async throws {
        let night = try await SimulatedNight("2027-01-05 19:00")
        try await night.live {
            try await self.setBedtime(on: night)
            try await night.addAlarm()
            try await night.wait(until: "2027-01-05 21:00")
            try await night.startTimer("30m")
            try await night.wait(until: "2027-01-05 21:40")
            #expect(try await night.layers(of: .power) == [.timer, .night])
            try await night.wait(until: "2027-01-06 07:01")
            #expect(try await night.layers(of: .sound) == [.alarm, .timer, .night])
            try await night.dismiss()
            try await night.wait(until: "2027-01-06 10:00")
        }
        #expect(
            night.story == [
                "19:30–20:00 amber 40%→red 5% rain 30%", "21:30 off", "07:00 red 5% bird 50%", "07:01 red 5%",
                "09:00 green 20%", "09:30 off",
            ])
    }

    @Test func alarm_ringsOverTheSunriseOfAnother_whichGrowsOn() async throws {
        let night = try await SimulatedNight("2027-01-05 06:00")
        try await night.live {
            try await night.addAlarm("first", color: "blue")
            try await night.addAlarm("second", at: "07:20", sunrise: "30m", color: "green")
            try await night.wait(until: "2027-01-05 07:01")
            #expect(try await night.layers() == [.alarm, .sunrise])
            try await night.dismiss("first")
            try await night.wait(until: "2027-01-05 07:21")
            try await night.dismiss("second")
            try await night.wait(until: "2027-01-05 07:22")
        }
        #expect(
            night.story == [
                "06:50–06:59 green 1%→9%", "07:00 blue 100% bird 50%", "07:01–07:19 green 11%→99%",
                "07:20 green 100% bird 50%", "07:21 off",
            ])
    }

    // MARK: - What somebody sets

    @Test func light_comesOn_onADeviceThatItsSleepTimerSwitchedOff() async throws {
        let night = try await SimulatedNight("2027-01-05 19:00")
        try await night.live {
            try await self.setBedtime(on: night)
            try await night.wait(until: "2027-01-05 21:00")
            try await night.startTimer("30m")
            try await night.wait(until: "2027-01-05 21:40")
            try await night.light("blue", 60)
            #expect(try await night.layers() == [.manual, .night])
            try await night.wait(until: "2027-01-06 10:00")
        }
        #expect(
            night.story == [
                "19:30–20:00 amber 40%→red 5% rain 30%", "21:30 off", "21:40 blue 60%",
                "01:40 red 5%", "09:00 green 20%", "09:30 off",
            ])
    }

    // MARK: - Sunrises

    @Test func sunrise_growsOverTheNightLight_andTheSoundGoesOn() async throws {
        let night = try await SimulatedNight("2027-01-05 19:00")
        try await night.live {
            try await self.setBedtime(on: night)
            try await night.addAlarm(sunrise: "30m", color: "green")
            try await night.wait(until: "2027-01-06 06:45")
            #expect(try await night.layers() == [.sunrise, .night])
            #expect(try await night.layers(of: .sound) == [.night])
            try await night.wait(until: "2027-01-06 07:01")
            try await night.dismiss()
            try await night.wait(until: "2027-01-06 07:02")
        }
        #expect(
            night.story == [
                "19:30–20:00 amber 40%→red 5% rain 30%", "06:30–06:59 green 1%→99% rain 30%",
                "07:00 green 100% bird 50%", "07:01 red 5% rain 30%",
            ])
    }

    @Test func sunrise_growsOverARoutine_whoseLightComesBack() async throws {
        let night = try await SimulatedNight("2027-01-05 06:00")
        try await night.live {
            try await night.addRoutine(at: "06:10", "light blue 40%; sound rain 30%; for 2h")
            try await night.addAlarm(sunrise: "30m", color: "green")
            try await night.wait(until: "2027-01-05 06:45")
            #expect(try await night.layers() == [.sunrise, .routine])
            try await night.dismiss()
            try await night.wait(until: "2027-01-05 08:30")
        }
        #expect(
            night.story == [
                "06:10 blue 40% rain 30%", "06:30–06:44 green 1%→20% rain 30%", "06:45 blue 40% rain 30%", "08:10 off",
            ])
    }

    @Test func sunrise_growsOverTheLightOfAnotherAlarm() async throws {
        let night = try await SimulatedNight("2027-01-05 06:00")
        try await night.live {
            try await night.addAlarm("first", at: "06:30", color: "blue", lightAfter: "1h")
            try await night.addAlarm("second", at: "07:15", sunrise: "30m", color: "green")
            try await night.wait(until: "2027-01-05 06:31")
            try await night.dismiss("first")
            try await night.wait(until: "2027-01-05 06:50")
            #expect(try await night.layers() == [.sunrise, .lightAfter])
            try await night.wait(until: "2027-01-05 07:16")
            try await night.dismiss("second")
            try await night.wait(until: "2027-01-05 08:00")
        }
        #expect(
            night.story == [
                "06:30 blue 100% bird 50%", "06:31 blue 100%", "06:45–07:14 green 1%→99%", "07:15 green 100% bird 50%",
                "07:16 blue 100%", "07:31 off",
            ])
    }

    @Test func sunrise_growsOverANap_whoseSoundGoesOn() async throws {
        let night = try await SimulatedNight("2027-01-05 13:00")
        try await night.live {
            try await night.addAlarm(at: "13:50", sunrise: "30m", color: "green")
            try await night.nap("1h", wakeLight: "off")
            try await night.wait(until: "2027-01-05 13:35")
            #expect(try await night.layers() == [.sunrise, .nap])
            try await night.wait(until: "2027-01-05 13:51")
            try await night.dismiss()
            try await night.wait(until: "2027-01-05 14:30")
        }
        #expect(
            night.story == [
                "13:00 rain 30%", "13:20–13:49 green 1%→99% rain 30%", "13:50 green 100% bird 50%", "13:51 rain 30%",
                "14:00 off",
            ])
    }

    @Test func sunrise_growsOnADevice_thatItsSleepTimerSwitchedOff() async throws {
        let night = try await SimulatedNight("2027-01-05 19:00")
        try await night.live {
            try await self.setBedtime(on: night)
            try await night.addAlarm(sunrise: "30m", color: "green")
            try await night.wait(until: "2027-01-05 21:00")
            try await night.startTimer("30m")
            try await night.wait(until: "2027-01-06 07:01")
            try await night.dismiss()
            try await night.wait(until: "2027-01-06 10:00")
        }
        #expect(
            night.story == [
                "19:30–20:00 amber 40%→red 5% rain 30%", "21:30 off", "06:30–06:59 green 1%→99%",
                "07:00 green 100% bird 50%", "07:01 red 5%", "09:00 green 20%", "09:30 off",
            ])
    }

    // MARK: - Naps and the sleep timer

    @Test func nap_coversTheLightAfterAnAlarm_whichComesBack() async throws {
        let night = try await SimulatedNight("2027-01-05 06:00")
        try await night.live {
            try await night.addAlarm(color: "blue", lightAfter: "2h")
            try await night.wait(until: "2027-01-05 07:05")
            try await night.dismiss()
            try await night.wait(until: "2027-01-05 07:10")
            try await night.nap("1h", wakeLight: "off")
            try await night.wait(until: "2027-01-05 07:30")
            #expect(try await night.layers() == [.nap, .lightAfter])
            try await night.wait(until: "2027-01-05 09:30")
        }
        #expect(
            night.story == [
                "07:00 blue 100% bird 50%", "07:05 blue 100%", "07:10 rain 30%", "08:10 blue 100%", "09:05 off",
            ])
    }

    @Test func nap_begins_onADeviceThatItsSleepTimerSwitchedOff() async throws {
        let night = try await SimulatedNight("2027-01-05 19:00")
        try await night.live {
            try await self.setBedtime(on: night)
            try await night.wait(until: "2027-01-05 21:00")
            try await night.startTimer("30m")
            try await night.wait(until: "2027-01-05 21:40")
            try await night.nap("1h", sound: "bird", wakeLight: "off")
            try await night.wait(until: "2027-01-05 22:00")
            #expect(try await night.layers(of: .sound) == [.nap, .night])
            try await night.wait(until: "2027-01-06 10:00")
        }
        #expect(
            night.story == [
                "19:30–20:00 amber 40%→red 5% rain 30%", "21:30 off", "21:40 bird 30%", "22:40 red 5% rain 30%",
                "09:00 green 20%", "09:30 off",
            ])
    }

    @Test func device_staysOff_whenItsSleepTimerEndsInARoutine() async throws {
        let night = try await SimulatedNight("2027-01-05 19:00")
        try await night.live {
            try await night.addRoutine(at: "20:00", "light blue 40%; for 30m", "light green 40%; for 30m")
            try await night.wait(until: "2027-01-05 20:05")
            try await night.startTimer("10m")
            try await night.wait(until: "2027-01-05 20:35")
            #expect(try await night.layers(of: .power) == [.timer, .routine])
            try await night.wait(until: "2027-01-05 22:00")
        }
        #expect(night.story == ["20:00 blue 40%", "20:15 off"])
    }

    @Test func device_staysOff_whenItsSleepTimerEndsInTheLightAfterAnAlarm() async throws {
        let night = try await SimulatedNight("2027-01-05 06:00")
        try await night.live {
            try await night.addAlarm(color: "blue", lightAfter: "2h")
            try await night.wait(until: "2027-01-05 07:05")
            try await night.dismiss()
            try await night.startTimer("10m")
            try await night.wait(until: "2027-01-05 07:30")
            #expect(try await night.layers(of: .power) == [.timer, .lightAfter])
            try await night.wait(until: "2027-01-05 10:00")
        }
        #expect(night.story == ["07:00 blue 100% bird 50%", "07:05 blue 100%", "07:15 off"])
    }

    // MARK: - Nights, routines, and the light after an alarm

    @Test func routine_showsInTheNight_whenSomebodyRunsItThen() async throws {
        let night = try await SimulatedNight("2027-01-05 19:00")
        try await night.live {
            try await self.setBedtime(on: night)
            try await night.addRoutine("feed", at: nil, "light blue 20%; for 20m")
            try await night.wait(until: "2027-01-06 03:00")
            _ = try await night.perform(Endpoints.runRoutine, RoutineRunRequest(name: "feed", device: nil))
            try await night.wait(until: "2027-01-06 03:01")
            #expect(try await night.layers() == [.routine, .night])
            try await night.wait(until: "2027-01-06 04:00")
        }
        #expect(
            night.story == [
                "19:30–20:00 amber 40%→red 5% rain 30%", "03:00 blue 20% rain 30%", "03:20 red 5% rain 30%",
            ])
    }

    @Test func night_takesThePlaceOfARoutine_thatBeganBeforeIt() async throws {
        let night = try await SimulatedNight("2027-01-05 18:00")
        try await night.live {
            try await self.setBedtime(on: night)
            try await night.addRoutine("story", at: "19:15", "light blue 60%; until stopped")
            try await night.wait(until: "2027-01-05 20:05")
            #expect(try await night.layers() == [.night, .routine])
            try await night.wait(until: "2027-01-06 10:00")
        }
        #expect(
            night.story == [
                "19:15 blue 60%", "19:30–20:00 amber 40%→red 5% rain 30%", "09:00 green 20%", "09:30 blue 60%",
            ])
    }

    @Test func light_afterAnAlarmStays_inTheNight() async throws {
        let night = try await SimulatedNight("2027-01-05 19:00")
        try await night.live {
            try await self.setBedtime(on: night)
            try await night.addAlarm(color: "blue", lightAfter: "10m")
            try await night.wait(until: "2027-01-06 07:01")
            try await night.dismiss()
            try await night.wait(until: "2027-01-06 07:02")
            #expect(try await night.layers() == [.lightAfter, .night])
            try await night.wait(until: "2027-01-06 07:12")
        }
        #expect(
            night.story == [
                "19:30–20:00 amber 40%→red 5% rain 30%", "07:00 blue 100% bird 50%", "07:01 blue 100% rain 30%",
                "07:11 red 5% rain 30%",
            ])
    }

    @Test func light_afterAnAlarmStays_overAnOlderRoutine() async throws {
        let night = try await SimulatedNight("2027-01-05 06:00")
        try await night.live {
            try await night.addRoutine(at: "06:30", "light red 40%; for 2h")
            try await night.addAlarm(color: "blue", lightAfter: "10m")
            try await night.wait(until: "2027-01-05 07:01")
            try await night.dismiss()
            try await night.wait(until: "2027-01-05 07:02")
            #expect(try await night.layers() == [.lightAfter, .routine])
            try await night.wait(until: "2027-01-05 09:00")
        }
        #expect(
            night.story == [
                "06:30 red 40%", "07:00 blue 100% bird 50%", "07:01 blue 100%", "07:11 red 40%", "08:30 off",
            ])
    }

    @Test func routine_shows_inTheLightAfterAnAlarm() async throws {
        let night = try await SimulatedNight("2027-01-05 06:00")
        try await night.live {
            try await night.addAlarm(color: "blue", lightAfter: "1h")
            try await night.addRoutine(at: "07:10", "light red 40%; for 10m")
            try await night.wait(until: "2027-01-05 07:01")
            try await night.dismiss()
            try await night.wait(until: "2027-01-05 07:11")
            #expect(try await night.layers() == [.routine, .lightAfter])
            try await night.wait(until: "2027-01-05 08:30")
        }
        #expect(
            night.story == [
                "07:00 blue 100% bird 50%", "07:01 blue 100%", "07:10 red 40%", "07:20 blue 100%", "08:01 off",
            ])
    }

    // MARK: - A layer and its own kind

    @Test func night_takesThePlaceOfAnother_thatBeganBeforeIt() async throws {
        let night = try await SimulatedNight("2027-01-05 18:00")
        try await night.live {
            try await night.setBedtime(at: "19:00", wake: "06:30", windDown: "off", nightLight: "red 5%")
            try await night.setBedtime(at: "21:00", wake: "07:30", windDown: "off", nightLight: "blue 5%") {
                ($0.name, $0.sound) = ("late", "ocean")
            }
            try await night.wait(until: "2027-01-05 21:01")
            #expect(try await night.layers() == [.night, .night])
            try await night.wait(until: "2027-01-06 12:00")
        }
        #expect(
            night.story == [
                "19:00 red 5% rain 30%", "21:00 blue 5% ocean 30%", "07:30 green 20%", "08:00 off",
            ])
    }

    @Test func sunrise_showsTheLightOfTheAlarm_thatRingsFirst() async throws {
        let night = try await SimulatedNight("2027-01-05 06:00")
        try await night.live {
            try await night.addAlarm("first", at: "07:00", sunrise: "30m", color: "blue")
            try await night.addAlarm("second", at: "07:15", sunrise: "30m", color: "green")
            try await night.wait(until: "2027-01-05 06:50")
            #expect(try await night.layers() == [.sunrise, .sunrise])
            try await night.wait(until: "2027-01-05 07:01")
            try await night.dismiss("first")
            try await night.wait(until: "2027-01-05 07:16")
            try await night.dismiss("second")
            try await night.wait(until: "2027-01-05 08:00")
        }
        #expect(
            night.story == [
                "06:30–06:59 blue 1%→99%", "07:00 blue 100% bird 50%", "07:01–07:14 green 23%→99%",
                "07:15 green 100% bird 50%", "07:16 off",
            ])
    }
}
