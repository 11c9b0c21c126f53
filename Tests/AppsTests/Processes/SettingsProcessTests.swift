// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Testing

/// The daemon and its settings, as an owner meets them.
@Suite(.timeLimit(.minutes(3)))
struct SettingsProcessTests {
    private let scratch: Scratch
    private let file: String

    init() throws {
        scratch = try Scratch()
        file = scratch.path("lull.yaml")
    }

    private func write(_ lines: String...) throws {
        try (lines.joined(separator: "\n") + "\n").write(toFile: file, atomically: true, encoding: .utf8)
    }

    private func run(_ arguments: String..., environment: [String: String] = [:]) async throws -> Program.Result {
        try await Program.run(
            "lulld", arguments, in: scratch, environment: ["LULL_CONFIG": file].merging(environment) { $1 })
    }

    @Test func check_showsEachSetting_andWhoSetIt() async throws {
        try write("# The house.", "adapter: hci1", "log-level: info", "transport: l2cap")
        let result = try await run(
            "--check-config", "--adapter", "hci0", "--no-wake",
            environment: [
                "LULL_LOG_LEVEL": "debug", "STATE_DIRECTORY": "/var/lib/lull", "RUNTIME_DIRECTORY": "/run/lull",
            ])
        #expect(result.exitCode == 0)
        #expect(result.errors == "")
        #expect(
            result.output == """
                File: \(file)
                state           /var/lib/lull         as usual
                socket          /run/lull/lulld.sock  as usual
                transport       l2cap                 \(file), line 4
                adapter         hci0                  --adapter
                reset-radio     false                 as usual
                wake            false                 --wake
                notice-command  none                  as usual
                log-level       debug                 LULL_LOG_LEVEL
                grades          lull=control          as usual
                history-days    730                   as usual
                link-days       90                    as usual

                """, "\(result.output)")
    }

    @Test func check_namesAllThatIsWrong() async throws {
        try write("log-levl: info", "transport: bluez", "wake: perhaps", "notice-command: /nobody/here")
        let result = try await run("--check-config")
        #expect(result.exitCode == 78)
        #expect(
            result.errors == """
                lulld: \(file), line 1: “log-levl” is no setting; did you mean log-level?
                lulld: \(file), line 3: wake is “perhaps”, which is not true or false.
                lulld: \(file), line 4: The notice command “/nobody/here” is not the absolute path of a program that you may run.

                """, "\(result.errors)")
    }

    @Test func daemon_doesNotStart_withSomethingWrong() async throws {
        try write("wake: perhaps")
        let result = try await run("--state", scratch.path("state"), "--transport", "simulated")
        #expect(result.exitCode == 78)
        #expect(
            result.errors == """
                lulld: \(file), line 1: wake is “perhaps”, which is not true or false.
                       Correct it, and start `lulld` again.

                """, "\(result.errors)")
        #expect(!FileManager.default.fileExists(atPath: scratch.path("state")))
    }

    @Test func daemon_doesNotStart_withoutTheFileThatSomebodyNamed() async throws {
        let result = try await run("--config", scratch.path("none.yaml"), "--state", scratch.path("state"))
        #expect(result.exitCode == 78)
        #expect(
            result.errors == """
                lulld: “\(scratch.path("none.yaml"))” cannot be read: no such file or directory.
                       Name a file with settings with --config or LULL_CONFIG, and let `lulld` read it.

                """, "\(result.errors)")
    }

    @Test func daemon_readsItsSettingsAgain_andKeepsThemWhenTheyAreBad() async throws {
        let settings = [
            "transport: simulated", "state: \(scratch.path("state"))", "socket: \(scratch.path("lulld.sock"))",
        ].joined(separator: "\n")
        try write(settings, "log-level: error")
        let daemon = try Program("lulld", [], in: scratch, environment: ["LULL_CONFIG": file])
        func answers() async throws -> Bool {
            let devices = try await Program.run(
                "lull", ["devices", "--socket", scratch.path("lulld.sock")], in: scratch)
            return devices.exitCode == 0
        }
        try await eventually("the daemon answers") { try await answers() }
        #expect(try daemon.errorsSoFar() == "")

        func reload(until line: String) async throws {
            daemon.signal(SIGHUP)
            try await eventually("the daemon says “\(line)”") { try daemon.errorsSoFar().contains(line) }
        }
        // Its level before would not have shown this.
        try write(settings, "log-level: notice", "adapter: hci7")
        try await reload(
            until: "The settings were read again: adapter is “hci7” when lulld starts again; log-level is “notice”.")
        try write(settings, "log-level: loud")
        try await reload(until: "The settings stay as they are. `lulld --check-config` shows what is wrong.")
        #expect(try daemon.errorsSoFar().contains("\(file), line 4: log-level is “loud”"))
        #expect(try await answers())
        daemon.signal(SIGTERM)
        #expect(try await daemon.result().exitCode == 0)
    }
}
