// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Testing

@testable import LullCommands

/// Commands can be typed as they read.
@Suite(.timeLimit(.minutes(1)))
struct PlainWordsTests {
    private func words(_ line: String) -> [String] { line.split(separator: " ").map(String.init) }

    @Test(arguments: ["school tomorrow", "school --date tomorrow"])
    func skippedDate_isAWordOrAnOption(line: String) async throws {
        #expect(try await AlarmCommand.Skip.asyncParse(words(line)).when.value == "tomorrow")
    }

    @Test func movedDate_followsTheTime() async throws {
        let move = try await BedtimeCommand.Move.asyncParse(words("nursery 20:30 sunday"))
        #expect((move.device, move.time, move.when.value) == ("nursery", "20:30", "sunday"))
    }

    @Test(arguments: [("nursery --until sunday", "nursery"), ("--device nursery", "nursery"), ("", nil)])
    func pausedDevice_isAWordOrAnOption(line: String, device: String?) async throws {
        #expect(try await PauseCommand.asyncParse(words(line)).place.value == device)
    }

    @Test(arguments: ["school 5m", "school --for 5m"])
    func snoozeLength_isAWordOrAnOption(line: String) async throws {
        let snooze = try await AlarmCommand.Snooze.asyncParse(words(line))
        #expect((snooze.name, snooze.length ?? snooze.time) == ("school", "5m"))
    }

    @Test func wordAndOption_areRefusedTogether() async throws {
        let date = await #expect(throws: (any Error).self) {
            try await AlarmCommand.Skip.asyncParse(words("school today --date tomorrow"))
        }
        #expect(date.map { LullCommand.message(for: $0) } == "The date is given twice. Give it once.")
        let device = await #expect(throws: (any Error).self) {
            try await ResumeCommand.asyncParse(words("nursery --device bedroom"))
        }
        #expect(device.map { LullCommand.message(for: $0) } == "The device is given twice. Give it once.")
    }

    @Test(arguments: [("nursery 45m", "45m"), ("nursery 1 hour 30 min --sound rain", "1 hour 30 min")])
    func lengthOfANap_isOneWordOrSeveral(line: String, length: String) async throws {
        #expect(try await NapCommand.asyncParse(words(line)).length == length)
    }
}
