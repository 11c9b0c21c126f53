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
    private static let red = RGBColor(red: 255, green: 0, blue: 0)
    private static let green = RGBColor(red: 0, green: 255, blue: 0)
    private static let blue = RGBColor(red: 0, green: 0, blue: 255)
    private let bird = SoundID(rawValue: 9)
    private let rain = SoundID(rawValue: 7)

    private func color(on night: SimulatedNight) async -> RGBColor? {
        let state = await night.state
        guard state.isOn, state.light.brightness > .zero, case .color(let color) = state.light.appearance else {
            return nil
        }
        return color
    }

    /// The layers that want something of a channel, the one that decides first.
    private func layers(of channel: DeviceChannel = .light, on night: SimulatedNight) async throws -> [ControlLayer] {
        let owner = try await night.perform(Endpoints.status, DeviceChoice()).first?.owners[channel.rawValue]
        return owner.map { [$0.layer] + $0.waiting.map(\.layer) } ?? []
    }

    private func addAlarm(
        _ name: String, at time: String, color: String? = nil, sunrise: String? = nil, lightAfter: String? = nil,
        on night: SimulatedNight
    ) async throws {
        var request = AlarmRequest(
            name: name, device: "nursery", at: time, days: "daily", sunrise: sunrise, color: color, sound: "bird")
        request.lightAfter = lightAfter
        _ = try await night.perform(Endpoints.addAlarm, request)
    }

    private func setBedtime(on night: SimulatedNight, wake: String = "09:00") async throws {
        var request = BedtimeRequest(device: "nursery", at: "20:00", sound: "rain", volume: 30, wake: wake)
        request.nightLight = "#ff0000 5%"
        _ = try await night.perform(Endpoints.setBedtime, request)
    }

    private func startTimer(_ length: String, on night: SimulatedNight) async throws {
        _ = try await night.perform(Endpoints.setTimer, TimerRequest(device: "nursery", duration: length))
    }

    private func light(_ color: String, on night: SimulatedNight) async throws {
        _ = try await night.perform(
            Endpoints.light, LightRequest(device: "nursery", color: color, brightness: 60))
    }

    // MARK: - Alarms

    @Test func alarm_ringsOverTheLightOfAnother_whichStaysAfterIt() async throws {
        let night = try await SimulatedNight("2027-01-05 06:00")
        try await night.live {
            try await self.addAlarm("first", at: "07:00", color: "#0000ff", lightAfter: "1h", on: night)
            try await self.addAlarm("second", at: "07:30", color: "#00ff00", on: night)
            try await night.wait(until: "2027-01-05 07:05")
            try await night.dismiss("first")
            try await night.wait(until: "2027-01-05 07:31")
            #expect(await self.color(on: night) == Self.green)
            #expect(try await self.layers(on: night) == [.alarm, .lightAfter])
            try await night.dismiss("second")
            try await night.wait(until: "2027-01-05 07:32")
            #expect(await self.color(on: night) == Self.blue)
            #expect(await night.state.sound == .none)
            #expect(try await self.layers(on: night) == [.lightAfter])
        }
    }

    @Test func alarm_ringsOnADevice_thatItsSleepTimerSwitchedOff() async throws {
        let night = try await SimulatedNight("2027-01-05 19:00")
        try await night.live {
            try await self.setBedtime(on: night)
            try await self.addAlarm("up", at: "07:00", on: night)
            try await night.wait(until: "2027-01-05 21:00")
            try await self.startTimer("30m", on: night)
            try await night.wait(until: "2027-01-05 21:40")
            #expect(await !night.state.isOn)
            #expect(try await self.layers(of: .power, on: night) == [.timer, .night])
            try await night.wait(until: "2027-01-06 07:00:30")
            #expect(await night.state.sound == bird)
            #expect(try await self.layers(of: .sound, on: night) == [.alarm, .night])
        }
    }

    @Test func alarm_ringsOverTheSunriseOfAnother_whichGrowsOn() async throws {
        let night = try await SimulatedNight("2027-01-05 06:00")
        try await night.live {
            try await self.addAlarm("first", at: "07:00", color: "#0000ff", on: night)
            try await self.addAlarm("second", at: "07:20", color: "#00ff00", sunrise: "30m", on: night)
            try await night.wait(until: "2027-01-05 07:01")
            #expect(await self.color(on: night) == Self.blue)
            #expect(try await self.layers(on: night) == [.alarm, .sunrise])
            try await night.dismiss("first")
            try await night.wait(until: "2027-01-05 07:05")
            #expect(await self.color(on: night) == Self.green)
            #expect(await night.state.sound == .none)
            let brightness = await night.state.light.brightness
            try await night.wait(until: "2027-01-05 07:15")
            #expect(await night.state.light.brightness > brightness)
        }
    }

    // MARK: - What somebody sets

    @Test func light_comesOn_onADeviceThatItsSleepTimerSwitchedOff() async throws {
        let night = try await SimulatedNight("2027-01-05 19:00")
        try await night.live {
            try await self.setBedtime(on: night)
            try await night.wait(until: "2027-01-05 21:00")
            try await self.startTimer("30m", on: night)
            try await night.wait(until: "2027-01-05 21:40")
            try await self.light("#0000ff", on: night)
            #expect(await self.color(on: night) == Self.blue)
            #expect(try await self.layers(on: night) == [.manual, .night])
            #expect(await night.state.sound == rain)
            try await night.wait(until: "2027-01-06 01:45")
            #expect(await self.color(on: night) == Self.red)
        }
    }

    // MARK: - Sunrises

    @Test func sunrise_growsOverTheNightLight_andTheSoundGoesOn() async throws {
        let night = try await SimulatedNight("2027-01-05 19:00")
        try await night.live {
            try await self.setBedtime(on: night)
            try await self.addAlarm("up", at: "07:00", color: "#00ff00", sunrise: "30m", on: night)
            try await night.wait(until: "2027-01-06 06:29:59")
            #expect(await self.color(on: night) == Self.red)
            try await night.wait(until: "2027-01-06 06:45")
            #expect(await self.color(on: night) == Self.green)
            #expect(await night.state.sound == rain)
            #expect(try await self.layers(on: night) == [.sunrise, .night])
            #expect(try await self.layers(of: .sound, on: night) == [.night])
        }
    }

    @Test func sunrise_growsOverARoutine_whoseLightComesBack() async throws {
        let night = try await SimulatedNight("2027-01-05 06:00")
        try await night.live {
            try await night.addRoutine(at: "06:10", "light #0000ff 40%; sound rain; for 2h")
            try await self.addAlarm("up", at: "07:00", color: "#00ff00", sunrise: "30m", on: night)
            try await night.wait(until: "2027-01-05 06:45")
            #expect(await self.color(on: night) == Self.green)
            #expect(try await self.layers(on: night) == [.sunrise, .routine])
            try await night.dismiss()
            try await night.wait(until: "2027-01-05 06:46")
            #expect(await self.color(on: night) == Self.blue)
            #expect(await night.state.sound == rain)
        }
    }

    @Test func sunrise_growsOverTheLightOfAnotherAlarm() async throws {
        let night = try await SimulatedNight("2027-01-05 06:00")
        try await night.live {
            try await self.addAlarm("first", at: "06:30", color: "#0000ff", lightAfter: "1h", on: night)
            try await self.addAlarm("second", at: "07:15", color: "#00ff00", sunrise: "30m", on: night)
            try await night.wait(until: "2027-01-05 06:31")
            try await night.dismiss("first")
            try await night.wait(until: "2027-01-05 06:44")
            #expect(await self.color(on: night) == Self.blue)
            try await night.wait(until: "2027-01-05 06:50")
            #expect(await self.color(on: night) == Self.green)
            #expect(try await self.layers(on: night) == [.sunrise, .lightAfter])
        }
    }

    @Test func sunrise_growsOverANap_whoseSoundGoesOn() async throws {
        let night = try await SimulatedNight("2027-01-05 13:00")
        try await night.live {
            try await self.addAlarm("up", at: "13:50", color: "#00ff00", sunrise: "30m", on: night)
            _ = try await night.perform(
                Endpoints.startNap, NapRequest(device: "nursery", length: "1h", sound: "rain", wakeLight: "off"))
            try await night.wait(until: "2027-01-05 13:35")
            #expect(await self.color(on: night) == Self.green)
            #expect(await night.state.sound == rain)
            #expect(try await self.layers(on: night) == [.sunrise, .nap])
        }
    }

    @Test func sunrise_growsOnADevice_thatItsSleepTimerSwitchedOff() async throws {
        let night = try await SimulatedNight("2027-01-05 19:00")
        try await night.live {
            try await self.setBedtime(on: night)
            try await self.addAlarm("up", at: "07:00", color: "#00ff00", sunrise: "30m", on: night)
            try await night.wait(until: "2027-01-05 21:00")
            try await self.startTimer("30m", on: night)
            try await night.wait(until: "2027-01-06 06:29")
            #expect(await !night.state.isOn)
            try await night.wait(until: "2027-01-06 06:45")
            #expect(await self.color(on: night) == Self.green)
        }
    }

    // MARK: - Naps and the sleep timer

    @Test func nap_coversTheLightAfterAnAlarm_whichComesBack() async throws {
        let night = try await SimulatedNight("2027-01-05 06:00")
        try await night.live {
            try await self.addAlarm("up", at: "07:00", color: "#0000ff", lightAfter: "2h", on: night)
            try await night.wait(until: "2027-01-05 07:05")
            try await night.dismiss()
            _ = try await night.perform(
                Endpoints.startNap, NapRequest(device: "nursery", length: "1h", sound: "rain", wakeLight: "off"))
            try await night.wait(until: "2027-01-05 07:30")
            #expect(await self.color(on: night) == nil)
            #expect(try await self.layers(on: night) == [.nap, .lightAfter])
            try await night.wait(until: "2027-01-05 08:10")
            #expect(await self.color(on: night) == Self.blue)
        }
    }

    @Test func nap_begins_onADeviceThatItsSleepTimerSwitchedOff() async throws {
        let night = try await SimulatedNight("2027-01-05 19:00")
        try await night.live {
            try await self.setBedtime(on: night)
            try await night.wait(until: "2027-01-05 21:00")
            try await self.startTimer("30m", on: night)
            try await night.wait(until: "2027-01-05 21:40")
            _ = try await night.perform(
                Endpoints.startNap, NapRequest(device: "nursery", length: "1h", sound: "bird", wakeLight: "off"))
            try await night.wait(until: "2027-01-05 22:00")
            #expect(await night.state.sound == bird)
            #expect(try await self.layers(of: .sound, on: night) == [.nap, .night])
        }
    }

    @Test func device_staysOff_whenItsSleepTimerEndsInARoutine() async throws {
        let night = try await SimulatedNight("2027-01-05 19:00")
        try await night.live {
            try await night.addRoutine(at: "20:00", "light #0000ff 40%; for 30m", "light #00ff00 40%; for 30m")
            try await night.wait(until: "2027-01-05 20:05")
            try await self.startTimer("10m", on: night)
            try await night.wait(until: "2027-01-05 20:35")
            #expect(await !night.state.isOn)
            #expect(try await self.layers(of: .power, on: night) == [.timer, .routine])
        }
    }

    @Test func device_staysOff_whenItsSleepTimerEndsInTheLightAfterAnAlarm() async throws {
        let night = try await SimulatedNight("2027-01-05 06:00")
        try await night.live {
            try await self.addAlarm("up", at: "07:00", color: "#0000ff", lightAfter: "2h", on: night)
            try await night.wait(until: "2027-01-05 07:05")
            try await night.dismiss()
            try await self.startTimer("10m", on: night)
            try await night.wait(until: "2027-01-05 07:30")
            #expect(await !night.state.isOn)
            #expect(try await self.layers(of: .power, on: night) == [.timer, .lightAfter])
        }
    }

    // MARK: - Nights, routines, and the light after an alarm

    @Test func routine_showsInTheNight_whenSomebodyRunsItThen() async throws {
        let night = try await SimulatedNight("2027-01-05 19:00")
        try await night.live {
            try await self.setBedtime(on: night)
            try await night.addRoutine("feed", at: nil, "light #0000ff 20%; for 20m")
            try await night.wait(until: "2027-01-06 03:00")
            _ = try await night.perform(Endpoints.runRoutine, RoutineRunRequest(name: "feed", device: nil))
            try await night.wait(until: "2027-01-06 03:01")
            #expect(await self.color(on: night) == Self.blue)
            #expect(await night.state.sound == rain)
            #expect(try await self.layers(on: night) == [.routine, .night])
            try await night.wait(until: "2027-01-06 03:21")
            #expect(await self.color(on: night) == Self.red)
        }
    }

    @Test func night_takesThePlaceOfARoutine_thatBeganBeforeIt() async throws {
        let night = try await SimulatedNight("2027-01-05 18:00")
        try await night.live {
            try await self.setBedtime(on: night)
            try await night.addRoutine("story", at: "19:15", "light #0000ff 60%; until stopped")
            try await night.wait(until: "2027-01-05 19:20")
            #expect(await self.color(on: night) == Self.blue)
            try await night.wait(until: "2027-01-05 20:05")
            #expect(await self.color(on: night) == Self.red)
            #expect(try await self.layers(on: night) == [.night, .routine])
        }
    }

    @Test func light_afterAnAlarmStays_inTheNight() async throws {
        let night = try await SimulatedNight("2027-01-05 19:00")
        try await night.live {
            try await self.setBedtime(on: night)
            try await self.addAlarm("up", at: "07:00", color: "#0000ff", lightAfter: "10m", on: night)
            try await night.wait(until: "2027-01-06 07:01")
            try await night.dismiss()
            try await night.wait(until: "2027-01-06 07:02")
            #expect(await self.color(on: night) == Self.blue)
            #expect(try await self.layers(on: night) == [.lightAfter, .night])
            try await night.wait(until: "2027-01-06 07:12")
            #expect(await self.color(on: night) == Self.red)
        }
    }

    @Test func light_afterAnAlarmStays_overAnOlderRoutine() async throws {
        let night = try await SimulatedNight("2027-01-05 06:00")
        try await night.live {
            try await night.addRoutine(at: "06:30", "light #ff0000 40%; for 2h")
            try await self.addAlarm("up", at: "07:00", color: "#0000ff", lightAfter: "10m", on: night)
            try await night.wait(until: "2027-01-05 07:01")
            try await night.dismiss()
            try await night.wait(until: "2027-01-05 07:02")
            #expect(await self.color(on: night) == Self.blue)
            #expect(try await self.layers(on: night) == [.lightAfter, .routine])
            try await night.wait(until: "2027-01-05 07:12")
            #expect(await self.color(on: night) == Self.red)
        }
    }

    @Test func routine_shows_inTheLightAfterAnAlarm() async throws {
        let night = try await SimulatedNight("2027-01-05 06:00")
        try await night.live {
            try await self.addAlarm("up", at: "07:00", color: "#0000ff", lightAfter: "1h", on: night)
            try await night.addRoutine(at: "07:10", "light #ff0000 40%; for 10m")
            try await night.wait(until: "2027-01-05 07:01")
            try await night.dismiss()
            try await night.wait(until: "2027-01-05 07:11")
            #expect(await self.color(on: night) == Self.red)
            #expect(try await self.layers(on: night) == [.routine, .lightAfter])
            try await night.wait(until: "2027-01-05 07:21")
            #expect(await self.color(on: night) == Self.blue)
        }
    }
}
