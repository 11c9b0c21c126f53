// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ControlAPI
import Testing

@testable import LullCommands

/// What people write for lights and sounds, and what that asks of the daemon.
@Suite(.timeLimit(.minutes(1)))
struct LightAndSoundCommandTests {
    @Test(
        arguments: [
            ("50", "on", 50), ("50%", "on", 50), ("0", "on", 0), ("on", "on", nil), ("on 50", "on", 50),
            ("on --brightness 50%", "on", 50), ("amber", "amber", nil), ("amber 20%", "amber", 20),
            ("amber --brightness 20", "amber", 20), ("#ffaa00 5", "#ffaa00", 5), ("2000K", "2000K", nil),
            ("gradient 40", "gradient", 40), ("off", "off", nil), ("20% amber", "amber", 20),
            ("warm white", "warm white", nil), ("warm white 20%", "warm white", 20),
            ("20 warm white", "warm white", 20),
        ] as [(String, String, Int?)])
    func light_isReadAsItIsWritten(words: String, color: String, brightness: Int?) async throws {
        let command = try await LightCommand.asyncParse(["nursery"] + words.split(separator: " ").map(String.init))
        #expect(command.request == LightRequest(device: "nursery", color: color, brightness: brightness))
    }

    @Test(
        arguments: [
            ("rain", nil), ("rain 20", 20), ("rain 20%", 20), ("rain --volume 20", 20),
        ] as [(String, Int?)])
    func sound_isReadAsItIsWritten(words: String, volume: Int?) async throws {
        let command = try await SoundCommand.asyncParse(["nursery"] + words.split(separator: " ").map(String.init))
        #expect(command.request == SoundRequest(device: "nursery", sound: "rain", volume: volume))
    }

    @Test(
        arguments: [("white noise", nil), ("white noise 20", 20), ("20% white noise", 20)] as [(String, Int?)])
    func sound_mayHaveSeveralWords(words: String, volume: Int?) async throws {
        let command = try await SoundCommand.asyncParse(["nursery"] + words.split(separator: " ").map(String.init))
        #expect(command.request == SoundRequest(device: "nursery", sound: "white noise", volume: volume))
    }

    /// A sound has numbers of its own.
    @Test func sound_isOneByItsNumber_whenANumberStandsAlone() async throws {
        #expect(
            try await SoundCommand.asyncParse(["nursery", "7", "20"]).request
                == SoundRequest(device: "nursery", sound: "7", volume: 20))
    }

    /// As `bedtime set --night-light` takes it.
    @Test func levelIsRead_inTheSameArgument() async throws {
        #expect(
            try await LightCommand.asyncParse(["nursery", "red 5%"]).request
                == LightRequest(device: "nursery", color: "red", brightness: 5))
        #expect(
            try await SoundCommand.asyncParse(["nursery", "rain 20"]).request
                == SoundRequest(device: "nursery", sound: "rain", volume: 20))
    }

    @Test func sound_isRefused_whenThereIsAVolumeAlone() async {
        #expect(
            await message { _ = try await SoundCommand.asyncParse(["nursery", "30%"]) }
                == "No sound is given. For the volume alone use `lull volume`, or give a sound such as rain.")
    }

    @Test(arguments: [
        (
            ["45m", "rain"],
            "“rain” is no part of a length. Give a sound as --sound, as `lull nap nursery 45m --sound rain`."
        ),
        (["soon"], "“soon” is not a length of time. Write it as 45m or 1h30m, or off."),
    ])
    func nap_saysHowToWriteIt(words: [String], expected: String) async {
        #expect(await message { _ = try await NapCommand.asyncParse(["nursery"] + words) } == expected)
    }

    private func message(_ parse: () async throws -> Void) async -> String? {
        do {
            try await parse()
            return nil
        } catch {
            return LullCommand.message(for: error)
        }
    }

    @Test(arguments: ["50 --brightness 40", "50 40", "amber 50 --brightness 40", "on 50 --brightness 40"])
    func light_isRefused_whenTheBrightnessIsGivenTwice(words: String) async {
        let arguments = ["nursery"] + words.split(separator: " ").map(String.init)
        #expect(
            await message { _ = try await LightCommand.asyncParse(arguments) }
                == "The brightness is given twice. Give it once.")
    }

    @Test func sound_isRefused_whenTheVolumeIsGivenTwice() async {
        #expect(
            await message { _ = try await SoundCommand.asyncParse(["nursery", "rain", "20", "--volume", "30"]) }
                == "The volume is given twice. Give it once.")
    }

    @Test(arguments: ["150", "amber 150", "on 150%"])
    func light_isRefused_whenTheBrightnessIsOutOfRange(words: String) async {
        let arguments = ["nursery"] + words.split(separator: " ").map(String.init)
        #expect(
            await message { _ = try await LightCommand.asyncParse(arguments) }
                == "Brightness 150% is out of range. Give a percentage from 0 to 100.")
    }
}
