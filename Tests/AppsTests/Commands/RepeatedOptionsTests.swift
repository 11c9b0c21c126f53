// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ControlAPI
import Foundation
import Testing

@testable import LullCommands

/// Options that take one value and are given twice.
@Suite
struct RepeatedOptionsTests {
    private func message(_ line: String) -> String? {
        RepeatedOptions.error(in: line.split(separator: " ").map(String.init))?.message
    }

    @Test(
        arguments: [
            (
                "alarm add up --device nursery --device bedroom --at 7:00",
                "--device is there twice, and one value counts."
            ),
            ("bedtime set nursery --volume 20% --volume=40%", "--volume is there twice, and one value counts."),
            ("alarm add up --at 7:00 --at sat=8:00", nil), ("status --json --json", nil),
            ("light nursery -- --device --device", nil), ("", nil),
        ] as [(String, String?)])
    func option_isRefused_whenItIsThereTwice(line: String, expected: String?) {
        #expect(message(line) == expected)
    }

    @Test func device_namesTheGroup_whenItIsThereTwice() {
        let error = RepeatedOptions.error(in: ["--device", "nursery", "--device", "bedroom"])
        #expect(
            error?.advice
                == "For several devices make a group: `lull group set NAME nursery bedroom`, and give --device NAME.")
    }

    private struct Dump: Decodable {
        struct Command: Decodable {
            var subcommands: [Command]?
            var arguments: [Argument]?
        }
        struct Argument: Decodable {
            struct Name: Decodable { var name: String }
            var kind: String
            var isRepeating: Bool
            var names: [Name]?
        }
        var command: Command
    }

    private func repeating(in command: Dump.Command) -> Set<String> {
        let own = (command.arguments ?? []).filter { $0.kind == "option" && $0.isRepeating }
            .flatMap { ($0.names ?? []).map { "--\($0.name)" } }
        return (command.subcommands ?? []).reduce(into: Set(own)) { $0.formUnion(repeating(in: $1)) }
    }

    @Test func allowedOptions_areThoseThatTakeSeveralValues() throws {
        let dump = try JSONDecoder().decode(Dump.self, from: Data(LullCommand._dumpHelp().utf8))
        #expect(repeating(in: dump.command) == RepeatedOptions.allowed)
    }
}
