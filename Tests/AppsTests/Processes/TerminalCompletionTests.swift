// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// What zsh and fish make of what somebody types before the key for completion, each in a terminal and with the script
/// that the package installs.
@Suite(.timeLimit(.minutes(5)))
struct TerminalCompletionTests {
    enum Shell: String, CaseIterable, Sendable {
        case zsh
        case fish

        /// How it starts with the settings of a folder, and nobody else's.
        func command(_ folder: String) -> String {
            switch self {
            case .zsh: "env ZDOTDIR=\(folder) zsh --no-global-rcs --interactive"
            case .fish: "fish --no-config --interactive --init-command 'source \(folder)/settings.fish'"
            }
        }

        /// The file that it finds the completions in, as in a folder of the package.
        var script: String {
            switch self {
            case .zsh: "_lull"
            case .fish: "lull.fish"
            }
        }

        var settingsFile: String {
            switch self {
            case .zsh: ".zshrc"
            case .fish: "settings.fish"
            }
        }

        /// The prompt says when the shell reads keys, and Control-X shows the words.
        func settings(_ folder: String) -> String {
            switch self {
            case .zsh:
                """
                unsetopt prompt_sp
                fpath=(\(folder) $fpath)
                autoload -Uz compinit && compinit -u -D
                show() { print -r -- "<$BUFFER>" }
                zle -N show
                bindkey '^X' show
                bindkey '^I' complete-word
                PROMPT=ready
                """
            case .fish:
                """
                source \(folder)/lull.fish
                function fish_prompt; printf ready; end
                bind \\cx 'echo "<"(commandline)">"'
                """
            }
        }
    }

    /// Starts a shell in a terminal, types each of some lines and the key for completion, and prints what each is then.
    ///
    /// What the shell has written before its prompt is an error.
    private static let typist = #"""
        zmodload zsh/zpty
        zpty terminal "stty columns 200 rows 50; exec $1"
        zpty -r terminal before '*ready*'
        print -rn -u2 -- "${before%ready}"
        for line in "${@:2}"; do
            zpty -w -n terminal $'\x15'"$line"$'\t\x18'
            zpty -r terminal shown '*<*>*'
            print -r -- "${${shown##*<}%>*}"
        done
        """#

    private func completed(_ lines: String..., by shell: Shell, in bedroom: Bedroom) async throws -> String {
        let folder = bedroom.scratch.path("\(shell)")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let script = try await Program.run(
            "lull", ["--generate-completion-script", shell.rawValue], in: bedroom.scratch)
        try script.output.write(toFile: "\(folder)/\(shell.script)", atomically: true, encoding: .utf8)
        try shell.settings(folder).write(
            toFile: "\(folder)/\(shell.settingsFile)", atomically: true, encoding: .utf8)
        let programs = URL(filePath: Program.path(of: "lull")).deletingLastPathComponent().path
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        let result = try await Program.run(
            "/bin/zsh", ["-f", "-c", Self.typist, "zsh", shell.command(folder)] + lines, in: bedroom.scratch,
            environment: [
                "LULL_SOCKET": bedroom.socket, "PATH": "\(programs):\(path)", "TERM": "dumb", "HOME": folder,
                "XDG_DATA_HOME": folder, "XDG_CONFIG_HOME": folder,
            ])
        // A shell moves to the start of the line for its prompt.
        #expect(result.errors.trimmingCharacters(in: .whitespacesAndNewlines) == "")
        return result.output
    }

    @Test(arguments: Shell.allCases)
    func key_completesACommandADeviceAndASchedule(shell: Shell) async throws {
        let bedroom = try Bedroom()
        let device = try await bedroom.startDevice()
        let daemon = try await bedroom.startDaemon()
        try await bedroom.must("pair", Bedroom.address, "--as", "nursery")
        try await bedroom.must("alarm", "add", "school", "--device", "nursery", "--at", "07:00")
        let lines = try await completed(
            "lull alar", "lull light nu", "lull alarm show sch", "lull light at", by: shell, in: bedroom)
        #expect(lines == "lull alarm \nlull light nursery \nlull alarm show school \nlull light at\n")
        await daemon.stop()
        await device.stop()
    }
}
