// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// What bash offers when somebody presses the key for that, with the script that the package installs.
@Suite(.timeLimit(.minutes(2)))
struct CompletionProcessTests {
    /// Completes the last of some words as bash does, and prints each offer in a line.
    private static let script = """
        source <("$1" --generate-completion-script bash)
        COMP_WORDS=("$@")
        COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
        COMP_LINE="${COMP_WORDS[*]}"
        COMP_POINT=${#COMP_LINE}
        _lull "$1" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
        for offer in "${COMPREPLY[@]}"; do echo "$offer"; done
        """

    private func offers(_ words: String..., in bedroom: Bedroom) async throws -> [String] {
        let result = try await Program.run(
            "/bin/bash", ["-c", Self.script, "bash", Program.path(of: "lull")] + words, in: bedroom.scratch,
            environment: ["LULL_SOCKET": bedroom.socket])
        #expect(result.errors == "")
        return result.output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.sorted()
    }

    @Test func shell_offersDevicesGroupsAndSchedules_asTheDaemonKnowsThem() async throws {
        let bedroom = try Bedroom()
        let device = try await bedroom.startDevice()
        let daemon = try await bedroom.startDaemon()
        try await bedroom.must("pair", Bedroom.address, "--as", "nursery")
        try await bedroom.must("group", "set", "kids", "nursery")
        try await bedroom.must("alarm", "add", "school", "--device", "nursery", "--at", "07:00")
        try await bedroom.must("alarm", "add", "$(reboot)", "--device", "nursery", "--at", "08:00")
        try await bedroom.must("routine", "add", "dusk", "--device", "nursery", "--step", "light amber 40%; for 30m")
        #expect(try await offers("light", "", in: bedroom) == ["kids", "nursery"])
        #expect(try await offers("light", "nu", in: bedroom) == ["nursery"])
        #expect(try await offers("alarm", "show", "", in: bedroom) == ["school"])
        #expect(try await offers("routine", "run", "d", in: bedroom) == ["dusk"])
        #expect(try await offers("alarm", "show", "school", "--device", "n", in: bedroom) == ["nursery"])
        await daemon.stop()
        #expect(try await offers("light", "", in: bedroom) == [])
        await device.stop()
    }
}
