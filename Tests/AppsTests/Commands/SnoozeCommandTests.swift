// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ControlAPI
import Testing

@testable import LullCommands

/// A name and a length of `lull alarm snooze`.
@Suite(.timeLimit(.minutes(1)))
struct SnoozeCommandTests {
    @Test(
        arguments: [
            ([], nil, nil), (["up"], "up", nil), (["up", "20m"], "up", "20m"), (["20m"], nil, "20m"),
            (["--for", "20m"], nil, "20m"), (["20m", "--for", "9m"], "20m", "9m"), (["--all", "20m"], nil, "20m"),
        ] as [([String], String?, String?)])
    func request_takesALengthAlone_forTheAlarmThatRings(
        arguments: [String], name: String?, length: String?
    ) async throws {
        let command = try await AlarmCommand.Snooze.asyncParse(arguments)
        #expect(
            command.request
                == SnoozeRequest(name: name, device: nil, length: length))
    }
}
