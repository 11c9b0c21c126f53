// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import Testing

@testable import LullCommands

/// Options that take one value and are given twice.
@Suite
struct RepeatedOptionsTests {
    private func error(_ line: String) -> ControlError? {
        let arguments = line.split(separator: " ").map(String.init)
        return RepeatedOptions.error(in: arguments, of: CommandPath(arguments).command)
    }

    private func message(_ line: String) -> String? {
        error(line)?.message
    }

    @Test(
        arguments: [
            (
                "alarm add up --device nursery --device bedroom --at 7:00",
                "--device is given twice and takes one value."
            ),
            ("bedtime set nursery --volume 20% --volume=40%", "--volume is given twice and takes one value."),
            ("alarm add up --at 7:00 --at sat=8:00", nil), ("status --json --json", nil),
            ("timer nursery -- --socket a --socket b", nil), ("", nil),
            ("alarm skip up --date today --date friday", "--date is given twice and takes one value."),
            ("alarm add up --at 7:00 --date today --date friday", nil), ("alarm list --unknown --unknown", nil),
        ] as [(String, String?)])
    func option_isRefused_whenItIsThereTwice(line: String, expected: String?) {
        #expect(message(line) == expected)
    }

    @Test func device_namesTheGroup_whenItIsThereTwice() {
        #expect(
            error("alarm skip up --device nursery --device bedroom")?.advice
                == "For several devices make a group: `lull group set NAME nursery bedroom`, and give --device NAME.")
    }
}
