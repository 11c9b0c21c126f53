// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import ControlAPI
import Foundation
import Household
import SleepModel
import SystemClock
import Testing
import Waiting

@testable import Composition

/// The owner's program for notices, as real small programs.
@Suite(.timeLimit(.minutes(1)))
struct NoticeProgramTests {
    private static let notice = Notice(
        number: 3, at: Instant(secondsSince1970: 1_800_014_400), kind: .powerLost, grade: .warning,
        device: MacAddress(rawValue: "DC:06:41:00:00:01"), message: "nursery lost its power.", advice: "Check “it”.")

    private let directory: URL

    init() throws {
        directory = FileManager.default.temporaryDirectory.appendingPathComponent("lull-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    }

    private func path(_ name: String) -> String { directory.appendingPathComponent(name).path }

    /// Writes a script of the shell, and returns its path.
    private func script(_ text: String, mode: Int = 0o755) throws -> String {
        let path = path("tell-me")
        try Data("#!/bin/sh\n\(text)\n".utf8).write(to: URL(filePath: path))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        return path
    }

    private func run(_ text: String, clock: any NightClock = HostClock()) async throws -> NoticeCommandOutcome {
        try await NoticeProgram(path: script(text), clock: clock).run(Self.notice, deviceName: "nursery")
    }

    private func content(_ name: String) throws -> String { try String(contentsOfFile: path(name), encoding: .utf8) }

    @Test func program_readsTheNotice_fromItsStandardInput() async throws {
        #expect(try await run("cat > \(path("out"))") == .done)
        let document = try JSONDecoder().decode(NoticeDocument.self, from: Data(try content("out").utf8))
        #expect(document == NoticeDocument(Self.notice, device: "nursery"))
        try FileManager.default.removeItem(at: directory)
    }

    @Test func program_getsNoArguments_andFewVariables() async throws {
        #expect(try await run("echo $# > \(path("out")); env >> \(path("out"))") == .done)
        let lines = try content("out").split(separator: "\n")
        #expect(lines.first == "0")
        // The shell makes the last ones itself.
        let known = NoticeProcess.variables + ["PWD", "OLDPWD", "SHLVL", "_"]
        let names = lines.dropFirst().map { String($0.prefix { $0 != "=" }) }
        #expect(names.contains("PATH"))
        #expect(Set(names).subtracting(known) == [])
        try FileManager.default.removeItem(at: directory)
    }

    @Test func program_getsNothing_thatIsOpenHere() async throws {
        #expect(try await run("ls /proc/self/fd > \(path("out"))") == .done)
        // The last one is the directory that `ls` reads.
        #expect(try content("out").split(separator: "\n").count == 4)
        try FileManager.default.removeItem(at: directory)
    }

    /// Whoever does not read must not end the daemon by a signal.
    @Test func program_needsNotRead() async throws {
        #expect(try await run("exec <&-; exit 0") == .done)
        try FileManager.default.removeItem(at: directory)
    }

    @Test(arguments: [
        ("exit 3", "failed with the exit code 3"), ("kill -KILL $$", "was ended by the signal 9"),
    ])
    func failure_isSaid(_ text: String, _ reason: String) async throws {
        #expect(try await run(text) == .failed(reason))
        try FileManager.default.removeItem(at: directory)
    }

    @Test func program_thatCannotBeStarted_isSaid() async throws {
        let program = NoticeProgram(path: path("none"), clock: HostClock())
        let outcome = await program.run(Self.notice, deviceName: nil)
        #expect(outcome == .failed("cannot be started: no such file or directory"))
        try FileManager.default.removeItem(at: directory)
    }

    @Test(arguments: ["", "trap '' TERM; "])
    func program_isStopped_afterTenSeconds(_ prefix: String) async throws {
        let clock = ManualClock(wall: Instant(secondsSince1970: 1_800_014_400))
        let began = path("began")
        async let outcome = run("\(prefix)echo $$ > \(began); while :; do sleep 1; done", clock: clock)
        await clock.waitForSleeper(within: NoticeProgram.limit)
        await eventually { FileManager.default.fileExists(atPath: began) }
        clock.advance(by: NoticeProgram.limit)
        if !prefix.isEmpty {
            await clock.waitForSleeper(within: NoticeProgram.grace)
            clock.advance(by: NoticeProgram.grace)
        }
        #expect(try await outcome == .failed("did not end within 10 seconds, and was stopped"))
        let number = try #require(pid_t(try content("began").trimmingCharacters(in: .whitespacesAndNewlines)))
        #expect(kill(number, 0) != 0)
        try FileManager.default.removeItem(at: directory)
    }

    @Test func program_isStopped_withTheDaemon() async throws {
        let clock = ManualClock(wall: Instant(secondsSince1970: 1_800_014_400))
        let began = path("began")
        let program = NoticeProgram(path: try script("echo $$ > \(began); exec sleep 1000"), clock: clock)
        let outcome = await withTaskGroup(of: NoticeCommandOutcome.self) { group in
            group.addTask { await program.run(Self.notice, deviceName: nil) }
            await eventually { FileManager.default.fileExists(atPath: began) }
            group.cancelAll()
            return await group.next()
        }
        #expect(outcome == .cancelled)
        try FileManager.default.removeItem(at: directory)
    }

    // MARK: - Its name

    @Test func name_isFoundInThePath_orIsAnAbsolutePath() throws {
        let path = try script("exit 0")
        #expect(try NoticeProgram.path(of: path, in: nil) == path)
        #expect(try NoticeProgram.path(of: "tell-me", in: "/nonexistent:\(directory.path)") == path)
        #expect(try NoticeProgram.named(nil) == nil)
        try FileManager.default.removeItem(at: directory)
    }

    @Test func name_isRefused_unlessItCanBeRun() throws {
        _ = try script("exit 0", mode: 0o644)
        for name in [path("tell-me"), "tell-me", directory.path, "./tell-me", "sh -c true", ""] {
            let error = #expect(throws: ControlError.self) {
                try NoticeProgram.path(of: name, in: "\(directory.path):/bin")
            }
            #expect(error?.code == .badConfiguration, "\(name)")
            #expect(error?.advice.contains("chmod +x") == true)
        }
        try FileManager.default.removeItem(at: directory)
    }
}
