// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import ControlAPI
import DeviceDocuments
import SimulatedDevice
import SleepModel
import Testing

@testable import Composition
@testable import Household

/// How loud a sound is that asks for no volume, after Lull has changed the volume for a while.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct OwnVolumeNightTests {
    private static let rain = SoundID(rawValue: 7)
    private static let ocean = SoundID(rawValue: 5)
    /// 40 percent.
    private static let chosen = Level(rawValue: 102)

    /// A night with a routine that fades to silence from 19:10 to 19:20.
    private func night(
        fade: String = "sound off fade 10m; for 20m",
        _ body: @escaping @MainActor @Sendable (SimulatedNight) async throws -> Void
    ) async throws -> SimulatedNight {
        let night = try await SimulatedNight("2027-01-05 18:30")
        try await night.live {
            try await night.addRoutine("story", at: "19:00", "light red 40%; sound rain 40%; for 10m", fade)
            try await body(night)
        }
        return night
    }

    private func play(_ night: SimulatedNight, _ sound: String) async throws -> UInt8? {
        let request = SoundRequest(device: "nursery", sound: sound, volume: nil)
        return try await night.perform(Endpoints.sound, request).state?.volume
    }

    private func steer(_ night: SimulatedNight, _ action: RoutineControlRequest.Action) async throws {
        _ = try await night.perform(Endpoints.controlRoutine, RoutineControlRequest(name: nil, action: action))
    }

    @Test func sound_isAsLoudAsBeforeTheFade_afterTheRoutine() async throws {
        _ = try await night { night in
            try await night.wait(until: "2027-01-05 19:40")
            #expect(await !night.state.isOn)
            #expect(await night.state.volume < Level(rawValue: 6))
            #expect(try await play(night, "ocean") == Self.chosen.rawValue)
            #expect(await night.state.volume == Self.chosen)
        }
    }

    @Test func sound_isAsLoudAsBeforeTheFade_whenSomebodyStopsInItAndTheDaemonRestarts() async throws {
        let night = try await night { night in
            try await night.wait(until: "2027-01-05 19:18")
            _ = try await night.perform(Endpoints.stop, DeviceChoice(device: "nursery"))
            try await night.wait(until: "2027-01-05 19:19")
            #expect(await !night.state.isOn)
            #expect(await night.state.volume < Level(rawValue: 30))
        }
        try await night.live {
            try await night.wait(until: "2027-01-05 19:25")
            #expect(try await play(night, "ocean") == Self.chosen.rawValue)
        }
    }

    @Test func device_comesBackAsLoudAsBeforeTheFade_whenSomebodySwitchesItOn() async throws {
        _ = try await night { night in
            try await night.wait(until: "2027-01-05 19:18")
            try await night.power(on: false)
            try await night.power(on: true)
            #expect(await night.state.sound == Self.rain)
            #expect(await night.state.volume == Self.chosen)
        }
    }

    @Test func sound_isHeardAndStays_whenSomebodyChoosesItInTheFade() async throws {
        _ = try await night { night in
            try await night.wait(until: "2027-01-05 19:18")
            #expect(try await play(night, "ocean") == Self.chosen.rawValue)
            try await night.wait(until: "2027-01-05 19:25")
            #expect(await night.state.sound == Self.ocean)
            #expect(await night.state.volume == Self.chosen)
        }
    }

    @Test func sound_isHeardAndStays_whenSomebodyChoosesItInTheFadeOfANight() async throws {
        let night = try await SimulatedNight("2027-01-05 18:30")
        try await night.live {
            try await night.setBedtime(at: "19:00", wake: nil, windDown: "10m") {
                ($0.volume, $0.soundFor) = (40, "45m")
            }
            try await night.wait(until: "2027-01-05 19:43")
            #expect(await night.state.volume < Level(rawValue: 60))
            #expect(try await play(night, "ocean") == Self.chosen.rawValue)
            try await night.wait(until: "2027-01-05 19:50")
            #expect(await night.state.sound == Self.ocean)
            #expect(await night.state.volume == Self.chosen)
        }
    }

    /// A fade to a quieter volume goes on, and nothing is louder than it for the sake of another sound.
    @Test func sound_followsAFadeToAVolume_whenSomebodyChoosesItInTheFade() async throws {
        let night = try await SimulatedNight("2027-01-05 18:30")
        try await night.live {
            try await night.volume(80)
            try await night.setBedtime(wake: nil) { $0.nightVolume = 15 }
            try await night.wait(until: "2027-01-05 19:45")
            let volume = await night.state.volume
            #expect(volume < Level(rawValue: 77))
            #expect(try await play(night, "ocean") == volume.rawValue)
            try await night.wait(until: "2027-01-05 20:01")
            #expect(await night.state.sound == Self.ocean)
            #expect(await night.state.volume == Level(percent: 15))
        }
    }

    @Test func volume_comesBack_afterACommandThatFailed() async throws {
        _ = try await night { night in
            try await night.wait(until: "2027-01-05 19:40")
            await night.peripheral.setSilent(true)
            await #expect(throws: ControlError.self) {
                try await night.perform(Endpoints.volume, VolumeRequest(device: "nursery", volume: 20))
            }
            await night.peripheral.setSilent(false)
            try await night.wait(until: "2027-01-05 19:45")
            #expect(try await play(night, "ocean") == Self.chosen.rawValue)
        }
    }

    @Test func step_isAsLoudAsBeforeTheFade_inTheNextRoutine() async throws {
        _ = try await night { night in
            try await night.addRoutine("nap", at: "21:00", "sound ocean; for 10m")
            try await night.wait(until: "2027-01-05 21:05")
            #expect(await night.state.sound == Self.ocean)
            #expect(await night.state.volume == Self.chosen)
        }
    }

    /// A routine that waits in its fade has not come to the volume that it fades to.
    @Test(arguments: ["sound off fade 10m; for 20m", "volume 10% fade 10m; for 20m"])
    func sound_isAsLoudAsBeforeTheFade_afterAPauseInIt(fade: String) async throws {
        _ = try await night(fade: fade) { night in
            try await night.wait(until: "2027-01-05 19:15")
            try await steer(night, .pause)
            try await night.wait(until: "2027-01-05 19:16")
            _ = try await night.perform(Endpoints.stop, DeviceChoice(device: "nursery"))
            try await night.wait(until: "2027-01-05 19:17")
            #expect(try await play(night, "ocean") == Self.chosen.rawValue)
        }
    }

    /// The fade begins with the volume that somebody set, and a pause holds it where it is heard.
    @Test func fade_staysWhereItIsHeard_inAPause() async throws {
        _ = try await night { night in
            try await night.wait(until: "2027-01-05 19:05")
            try await night.volume(80)
            try await night.wait(until: "2027-01-05 19:15")
            let heard = await night.state.volume
            #expect(abs(Int(heard.rawValue) - 102) <= 2)
            try await steer(night, .pause)
            try await night.wait(until: "2027-01-05 19:25")
            #expect(await night.state.volume == heard)
            try await steer(night, .resume)
            try await night.wait(until: "2027-01-05 19:27:30")
            let quieter = await night.state.volume
            #expect(abs(Int(quieter.rawValue) - 51) <= 2)
            try await night.wait(until: "2027-01-05 19:31")
            #expect(await night.state.sound == .none)
        }
    }

    /// A volume to which somebody lets it fade is the one that they want.
    @Test func sound_isAsLoudAsTheFadeLeftIt_whenThatWasAVolume() async throws {
        _ = try await night(fade: "volume 10% fade 5m; for 20m") { night in
            try await night.wait(until: "2027-01-05 19:40")
            #expect(try await play(night, "ocean") == 26)
        }
    }

    @Test func sound_isAsLoudAsBeforeTheAlarm_afterIt() async throws {
        let night = try await SimulatedNight("2027-01-05 18:30")
        try await night.live {
            try await night.addAlarm(at: "21:00", sunrise: nil)
            _ = try await night.perform(Endpoints.sound, SoundRequest(device: "nursery", sound: "rain", volume: 40))
            try await night.power(on: false)
            try await night.wait(until: "2027-01-05 21:01")
            #expect(await night.state.volume > Self.chosen)
            try await night.dismiss()
            try await night.wait(until: "2027-01-05 21:02")
            #expect(await !night.state.isOn)
            #expect(try await play(night, "ocean") == Self.chosen.rawValue)
        }
    }

    @Test func sound_isAsLoudAsSomebodyChose_afterTheFade() async throws {
        _ = try await night { night in
            try await night.wait(until: "2027-01-05 19:40")
            try await night.volume(20)
            #expect(try await play(night, "ocean") == 51)
        }
    }

    /// The fade of a night's sound begins with what is heard.
    @Test(arguments: [10, 60])
    func fadeOfTheNight_beginsAtTheVolume_thatSomebodySet(percent: Int) async throws {
        let night = try await SimulatedNight("2027-01-05 19:00")
        try await night.live {
            try await night.setBedtime(wake: "07:00") { $0.soundFor = "45m" }
            try await night.wait(until: "2027-01-05 20:20")
            let owner = try await night.perform(Endpoints.status, DeviceChoice()).first?.owners["sound"]
            #expect(owner?.until == (try SimulatedNight.instant("2027-01-05 20:45")))
            try await night.volume(percent)
            let set = await night.state.volume
            try await night.wait(until: "2027-01-05 20:40:01")
            let begun = await night.state.volume
            #expect(begun <= set && Int(begun.rawValue) >= Int(set.rawValue) - 4)
            try await night.wait(until: "2027-01-05 20:42:30")
            let middle = await night.state.volume
            #expect(abs(Int(middle.rawValue) - Int(set.rawValue) / 2) <= 3)
            try await night.wait(until: "2027-01-05 20:46")
            #expect(await !night.state.isOn)
        }
    }
}
