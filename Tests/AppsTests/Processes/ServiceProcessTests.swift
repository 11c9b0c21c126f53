// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Testing

/// The daemon as a service manager sees it.
@Suite(.timeLimit(.minutes(3)))
struct ServiceProcessTests {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    private func daemon(_ environment: [String: String]) throws -> Program {
        try Program(
            "lulld", ["--transport", "simulated"], in: scratch, environment: environment.merging(["TZ": "UTC"]) { $1 })
    }

    @Test func daemon_saysThatItIsReady_lives_andStops_inTheDirectoriesOfItsService() async throws {
        let receiver = try NotifyReceiver(path: scratch.path("notify"))
        let daemon = try daemon([
            "NOTIFY_SOCKET": scratch.path("notify"), "WATCHDOG_USEC": "1000000",
            "STATE_DIRECTORY": scratch.path("state"), "RUNTIME_DIRECTORY": scratch.path("run"),
        ])
        var said: [String] = []
        func hear(_ what: String) async throws {
            try await eventually("the daemon says \(what)") {
                while let message = receiver.next() { said.append(message) }
                return said.contains { $0.hasPrefix(what) }
            }
        }
        try await hear("READY=1")
        // Ready means that it answers.
        let devices = try await Program.run(
            "lull", ["devices", "--socket", scratch.path("run/lulld.sock")], in: scratch)
        #expect(devices.exitCode == 0)
        #expect(FileManager.default.fileExists(atPath: scratch.path("state/lulld.lock")))
        try await hear("WATCHDOG=1")
        daemon.signal(SIGTERM)
        try await hear("STOPPING=1")
        #expect(try await daemon.result().exitCode == 0)
        while let message = receiver.next() { said.append(message) }
        #expect(
            said.filter { $0 != "WATCHDOG=1" } == [
                "STATUS=Schedules do not run yet.", "READY=1\nSTATUS=0 devices; no alarm planned",
                "STOPPING=1\nSTATUS=Stopping.",
            ])
        let version = try await Program.run("lulld", ["--version"], in: scratch).output
        #expect(try daemon.errorsSoFar().contains("version=" + version.trimmingCharacters(in: .newlines)))
    }

    @Test func daemon_doesNotStart_whenItsServiceManagerMakesNoSense() async throws {
        let result = try await daemon(["NOTIFY_SOCKET": "notify", "STATE_DIRECTORY": scratch.path("state")]).result()
        #expect(result.exitCode == 78)
        #expect(
            result.errors == """
                lulld: The variable NOTIFY_SOCKET is “notify”, which is no absolute path and no name that begins with @.
                       Start `lulld` with the unit that comes with it, or without that variable.

                """)
        #expect(!FileManager.default.fileExists(atPath: scratch.path("state")))
    }

    /// A real service manager's tool listens, and starts the daemon with the first client.
    @Test func daemon_answersOnTheSocketItInherits_andLeavesItsFile() async throws {
        let path = scratch.path("inherited.sock")
        let launcher = try Program(
            "/usr/bin/systemd-socket-activate",
            [
                "--listen=\(path)", Program.path(of: "lulld"), "--transport", "simulated", "--state",
                scratch.path("state"),
            ],
            in: scratch, environment: ["TZ": "UTC"])
        try await eventually("somebody listens") { FileManager.default.fileExists(atPath: path) }
        let devices = try await Program.run("lull", ["devices", "--json", "--socket", path], in: scratch)
        #expect(devices.errors == "")
        #expect(devices.output == "[]\n")
        launcher.signal(SIGTERM)
        #expect(try await launcher.result().exitCode == 0)
        #expect(FileManager.default.fileExists(atPath: path))
    }

    /// What is passed is a file.
    @Test func daemon_doesNotStart_withASocketThatIsNone() async throws {
        let result = try await Program(
            "/bin/sh",
            [
                "-c", "LISTEN_FDS=1 LISTEN_PID=$$ exec \"$0\" --transport simulated --state \"$1\" 3< /dev/null",
                Program.path(of: "lulld"), scratch.path("state"),
            ], in: scratch, environment: ["TZ": "UTC"]
        ).result()
        #expect(result.exitCode == 78)
        #expect(result.errors.contains("lulld: Descriptor 3, which LISTEN_FDS passes, is no unix socket for streams"))
    }
}
